/** oRPC's RPC protocol: `{"json":value,"meta":[[type,…path],…]}` both ways, always by POST. */
import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import type { Wire } from './call.ts'
import { asPlain, datesIn, withDates } from './dates.ts'
import { parsed, property } from './json.ts'

const contentType = 'application/json'
const serializer = new StandardRPCJsonSerializer()

const envelope = (json: string, meta: unknown[]) =>
  `{${json && `"json":${json}`}${meta.length > 0 ? `,"meta":${JSON.stringify(meta)}` : ''}}`

const metaOf = (value: unknown) => serializer.serialize(value)[1]

export const orpc: Wire = {
  title: 'oRPC envelope',
  contentType,
  encode: (route, json) => ({
    method: 'POST',
    path: `/${route.procedure}`,
    headers: { 'content-type': contentType },
    body: envelope(json, metaOf(datesIn(route, json))),
  }),
  response(json, route) {
    const [value, meta] = serializer.serialize(withDates(route, json))
    return envelope(JSON.stringify(value), meta)
  },
  decode(route, body) {
    const envelope = parsed(body)
    const meta = (property(envelope, 'meta') ?? []) as Parameters<typeof serializer.deserialize>[1]
    return asPlain(route, serializer.deserialize(property(envelope, 'json'), meta))
  },
}
