/** The Connect protocol's unary calls over HTTP/1.1: request and response bodies are protobuf messages. */
import { isDeepStrictEqual } from 'node:util'
import { type DescMessage, fromBinary, fromJson, isMessage, toBinary } from '@bufbuild/protobuf'
import { TimestampSchema, timestampDate } from '@bufbuild/protobuf/wkt'
import { BenchmarkService } from '../../models/benchmark_pb.ts'
import type { Route, Wire } from './call.ts'
import { notedBytes, notedMessage } from './protobuf.ts'

const contentType = 'application/proto'

export const connect: Wire = {
  title: 'Connect, protobuf',
  contentType,
  encode(route, json) {
    const { input, name } = methodOf(route)
    const bytes = route.isNoted ? notedBytes(input, json || '{}') : plainBytes(input, route, json)
    return {
      method: 'POST',
      path: `/${BenchmarkService.typeName}/${name}`,
      headers: { 'content-type': contentType, 'connect-protocol-version': '1' },
      body: '',
      bytes,
    }
  },
  response(json, route) {
    const { output } = methodOf(route)
    return route.isNoted ? notedBytes(output, json) : toBinary(output, fromJson(output, messageJson(json)))
  },
  decode(route, body) {
    const { output } = methodOf(route)
    return route.isNoted ? notedMessage(output, body) : plainOf(fromBinary(output, body))
  },
}

/** @throws if the message cannot represent the value, so that no client can send it */
function plainBytes(type: DescMessage, route: Route, json: string): Uint8Array {
  const bytes = toBinary(type, fromJson(type, messageJson(json || '{}')))
  if (json && !isDeepStrictEqual(plainOf(fromBinary(type, bytes)), plainJson(route, json))) {
    throw new Error(`${type.typeName} cannot carry ${json}`)
  }
  return bytes
}

/** @throws if the service has no such method */
function methodOf({ procedure }: Route) {
  const method = BenchmarkService.methods.find(({ localName }) => localName === procedure)
  if (!method) throw new Error(`${BenchmarkService.typeName} has no method ${procedure}`)
  return method
}

/** Converts a scenario's JSON to protobuf's JSON mapping: a union's branch is named by its key instead of `kind`. */
function messageJson(json: string) {
  return JSON.parse(json, (_key, value) => {
    if (typeof value?.kind !== 'string') return value
    const { kind, ...branch } = value
    return { [kind]: branch }
  })
}

function plainJson({ dates = [] }: Route, json: string): unknown {
  return JSON.parse(json, (key, value) => (dates.includes(key) ? new Date(value).toISOString() : value))
}

/** Converts a message to plain JSON. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf)
  if (!isMessage(value)) return value
  if (isMessage(value, TimestampSchema)) return timestampDate(value).toJSON()
  const { kind: union } = value as { kind?: { case: string; value: object } }
  if (union) return { kind: union.case, ...(plainOf(union.value) as object) }
  const fields = Object.entries(value).filter(([name, field]) => !name.startsWith('$') && field !== undefined)
  return Object.fromEntries(fields.map(([name, field]) => [name, plainOf(field)]))
}
