/** Encodes values of types that JSON lacks as protobuf messages, through protobuf's JSON mapping. */
import { isDeepStrictEqual } from 'node:util'
import { type DescMessage, fromBinary, fromJson, isMessage, type JsonValue, toBinary, toJson } from '@bufbuild/protobuf'
import { flatten, notate } from '../notation.ts'

/** @throws if the message cannot represent the value */
export function notedBytes(type: DescMessage, json: string): Uint8Array {
  const mapped = mappedJson(JSON.parse(json))
  const bytes = toBinary(type, fromJson(type, mapped))
  const back = toJson(type, fromBinary(type, bytes), { alwaysEmitImplicit: true })
  if (!isDeepStrictEqual(withDates(back), withDates(mapped))) throw new Error(`${type.typeName} cannot carry ${json}`)
  return bytes
}

/** Decodes a message into the suite's notation, in which dates and maps are objects. */
export function notedMessage(type: DescMessage, body: Uint8Array): unknown {
  return notate(bare(fromBinary(type, body)))
}

/** Converts to the JSON mapping, where a map is an object; other types are as in plain JSON. */
function mappedJson(noted: unknown): JsonValue {
  return flatten(
    JSON.parse(JSON.stringify(noted), (_, value) =>
      Array.isArray(value?.$map) ? Object.fromEntries(value.$map) : value,
    ),
  ) as JsonValue
}

const DATE = /^\d{4}-\d\d-\d\dT/

/** Normalizes dates. */
function withDates(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json), (_, value) => (DATE.test(value) ? new Date(value).toJSON() : value))
}

/** Removes a message's metadata. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
  const fields = Object.entries(value).filter(
    ([name, field]) => !(isMessage(value) && name.startsWith('$')) && field !== undefined,
  )
  return Object.fromEntries(fields.map(([name, field]) => [name, bare(field)]))
}
