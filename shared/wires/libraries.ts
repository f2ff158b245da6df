/** Wires of serialization libraries without a framework: the body is the library's encoding of a value. */
import * as devalueLibrary from 'devalue'
import { Packr } from 'msgpackr'
import * as serovalLibrary from 'seroval'
import superjsonLibrary from 'superjson'
import type { Wire } from './call.ts'
import { asNoted, carriedValue, writtenOr } from './values.ts'

interface Codec {
  encode(value: unknown): string | Uint8Array
  decode(body: Buffer): unknown
  /** Encodes JSON that the library would decode unchanged; default: the JSON itself. */
  wrap?(json: string): string
}

const JSON_TYPE = 'application/json'

function carriedBy(
  title: string,
  contentType: string,
  { encode, decode, wrap = (json) => json }: Codec,
): Wire {
  const headers = { 'content-type': contentType }
  return {
    title,
    contentType,
    encode(route, json) {
      const body = writtenOr(route, json, encode, () => wrap(json))
      const request = { method: route.method, path: route.path, headers }
      return typeof body === 'string' ? { ...request, body } : { ...request, body: '', bytes: body }
    },
    response: (json, route) => encode(carriedValue(route, json)),
    decode: (route, body) => asNoted(route, decode(body)),
  }
}

/** Wraps JSON as superjson without other types. */
export const superjsonOf = (json: string) => `{"json":${json}}`

export const superjson = carriedBy('superjson', JSON_TYPE, {
  encode: (value) => superjsonLibrary.stringify(value),
  decode: (body) => superjsonLibrary.parse(body.toString()),
  wrap: superjsonOf,
})

export const devalue = carriedBy('devalue', JSON_TYPE, {
  encode: (value) => devalueLibrary.stringify(value),
  decode: (body) => devalueLibrary.parse(body.toString()),
})

export const seroval = carriedBy('seroval', JSON_TYPE, {
  encode: (value) => JSON.stringify(serovalLibrary.toJSON(value)),
  decode: (body) => serovalLibrary.fromJSON(JSON.parse(body.toString())),
})

const packr = new Packr({ moreTypes: true })

export const msgpackr = carriedBy('msgpackr', 'application/vnd.msgpack', {
  encode: (value) => packr.pack(value),
  decode: (body) => packr.unpack(body),
})
