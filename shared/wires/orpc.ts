/** oRPC's RPC protocol: `{"json":value,"meta":[[type,…path],…]}` both ways, always by POST. */
import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import type { Encoding } from './call.ts'
import { parsed, property } from './json.ts'
import { asNoted, carriedValue, datesIn, writtenOr } from './notation.ts'

const contentType = 'application/json'
/** oRPC lacks bytes; its documentation shows how to add a type on both sides. */
export const orpcBytes = {
  type: 21,
  condition: (value: unknown) => value instanceof Uint8Array,
  serialize: (value: Uint8Array) => value.toBase64(),
  deserialize: (text: string) => Uint8Array.fromBase64(text),
}
const serializer = new StandardRPCJsonSerializer({ customJsonSerializers: [orpcBytes] })

const envelope = (json: string, meta: unknown[]) =>
  `{${json && `"json":${json}`}${meta.length > 0 ? `,"meta":${JSON.stringify(meta)}` : ''}}`

function serialized(value: unknown): string {
  const [json, meta] = serializer.serialize(value)
  return envelope(JSON.stringify(json), meta)
}

const metaOf = (value: unknown) => serializer.serialize(value)[1]

export const orpc: Encoding = {
  encode: (route, json) => ({
    method: 'POST',
    path: `/${route.procedure}`,
    headers: { 'content-type': contentType },
    body: route.isNoted
      ? writtenOr(route, json, serialized, () => envelope(json, []))
      : envelope(json, metaOf(datesIn(route, json))),
  }),
  response: (json, route) => serialized(carriedValue(route, json)),
  decode(route, body) {
    const envelope = parsed(body)
    const meta = (property(envelope, 'meta') ?? []) as Parameters<typeof serializer.deserialize>[1]
    return asNoted(route, serializer.deserialize(property(envelope, 'json'), meta))
  },
}
