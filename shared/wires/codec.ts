/** Wires of serialization libraries without a framework: the body is the library's encoding of a value. */
import type { Encoding } from './call.ts'
import { asNoted, carriedValue, writtenOr } from './notation.ts'

interface Codec {
  encode(value: unknown): string | Uint8Array
  decode(body: Buffer): unknown
  /** Encodes JSON that the library would decode unchanged; default: the JSON itself. */
  wrap?(json: string): string
}

export const JSON_TYPE = 'application/json'

export function carriedBy(
  contentType: string,
  { encode, decode, wrap = (json) => json }: Codec,
): Encoding {
  const headers = { 'content-type': contentType }
  return {
    encode(route, json) {
      const body = writtenOr(route, json, encode, () => wrap(json))
      const request = { method: route.method, path: route.path, headers }
      return typeof body === 'string' ? { ...request, body } : { ...request, body: '', bytes: body }
    },
    response: (json, route) => encode(carriedValue(route, json)),
    decode: (route, body) => asNoted(route, decode(body)),
  }
}
