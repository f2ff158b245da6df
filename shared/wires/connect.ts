/** The Connect protocol's unary calls over HTTP/1.1: bodies are protobuf messages, in binary or as JSON. */
import { isDeepStrictEqual } from 'node:util'
import {
  type DescMessage,
  fromBinary,
  fromJson,
  fromJsonString,
  isMessage,
  type JsonValue,
  type Message,
  toBinary,
  toJson,
  toJsonString,
} from '@bufbuild/protobuf'
import { TimestampSchema, timestampDate } from '@bufbuild/protobuf/wkt'
import { isJson } from '../basics/text.ts'
import { BenchmarkService } from '../models/benchmark_pb.ts'
import type { Encoding, Route } from './call.ts'
import { flatten, notate } from './notation.ts'

export const connect: Encoding = {
  encode: (route, json) => ({
    ...headOf(route, 'application/proto'),
    body: '',
    bytes: bytesOf(methodOf(route).input, route, json),
  }),
  response: (json, route) => bytesOf(methodOf(route).output, route, json),
  decode: (route, body) => messageValue(route, fromBinary(methodOf(route).output, body)),
}

/** Unlike a binary message, its JSON can have unknown keys. */
export const connectJson: Encoding = {
  encode: (route, json) => ({
    ...headOf(route, 'application/json'),
    body: textOf(methodOf(route).input, route, json),
  }),
  response: (json, route) => messageText(methodOf(route).output, route, json),
  decode: (route, body) =>
    messageValue(
      route,
      fromJsonString(methodOf(route).output, body.toString(), { ignoreUnknownFields: true }),
    ),
}

function headOf(route: Route, contentType: string) {
  return {
    method: 'POST',
    path: `/${BenchmarkService.typeName}/${methodOf(route).name}`,
    headers: { 'content-type': contentType, 'connect-protocol-version': '1' },
  }
}

/** @throws if the service has no such method */
function methodOf({ procedure }: Route) {
  const method = BenchmarkService.methods.find(({ localName }) => localName === procedure)
  if (!method) throw new Error(`${BenchmarkService.typeName} has no method ${procedure}`)
  return method
}

/** @throws if the message cannot represent the value, so that no client can send it */
function bytesOf(type: DescMessage, { isNoted }: Route, json: string): Uint8Array {
  const value = JSON.parse(json || '{}')
  const mapped = mappedJson(value)
  const bytes = toBinary(type, fromJson(type, mapped))
  if (!json && !isNoted) return bytes
  const message = fromBinary(type, bytes)
  const [back, sent] = isNoted
    ? [toJson(type, message, { alwaysEmitImplicit: true }), mapped]
    : [fieldsOf(message, true), value]
  if (!isDeepStrictEqual(withDates(back), withDates(sent)))
    throw new Error(`${type.typeName} cannot carry ${json}`)
  return bytes
}

/** Returns a message's JSON; other values are in protobuf's mapping, and malformed text is unchanged. */
function textOf(type: DescMessage, route: Route, json: string): string {
  try {
    return messageText(type, route, json)
  } catch {
    return isJson(json) ? JSON.stringify(mappedJson(JSON.parse(json))) : json
  }
}

/** @throws if the message cannot represent the value */
function messageText(type: DescMessage, route: Route, json: string): string {
  return toJsonString(type, fromBinary(type, bytesOf(type, route, json)))
}

/**
 * Converts to protobuf's JSON mapping: a map is an object, and a union's branch is named by its key instead of `kind`; other
 * types are as in plain JSON.
 */
function mappedJson(value: unknown): JsonValue {
  const mapped = JSON.parse(JSON.stringify(value), (_, each) => {
    if (Array.isArray(each?.$map)) return Object.fromEntries(each.$map)
    if (typeof each?.kind !== 'string') return each
    const { kind, ...branch } = each
    return { [kind]: branch }
  })
  return flatten(mapped) as JsonValue
}

const DATE = /^\d{4}-\d\d-\d\dT/

/** Normalizes dates. */
function withDates(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value) => {
    return typeof value === 'string' && DATE.test(value) ? new Date(value).toJSON() : value
  })
}

/** Protobuf's dates and maps are objects in the notation. */
function messageValue({ isNoted }: Route, message: Message): unknown {
  return isNoted ? notate(fieldsOf(message)) : fieldsOf(message, true)
}

/** Converts a message to an object. @param isPlain whether to convert to plain JSON, with dates as text */
function fieldsOf(value: unknown, isPlain = false): unknown {
  if (Array.isArray(value)) return value.map((item) => fieldsOf(item, isPlain))
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  if (isPlain && isMessage(value, TimestampSchema)) return timestampDate(value).toJSON()
  const { kind: union } = value as { kind?: { case: string; value: object } }
  if (isMessage(value) && union)
    return { kind: union.case, ...(fieldsOf(union.value, isPlain) as object) }
  const fields = Object.entries(value).filter(
    ([name, field]) => !(isMessage(value) && name.startsWith('$')) && field !== undefined,
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, fieldsOf(field, isPlain)]))
}
