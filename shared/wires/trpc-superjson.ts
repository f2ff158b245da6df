/** tRPC's HTTP envelope with superjson as its transformer: `{"json":value,"meta":…}` both ways. */
import superjson, { type SuperJSONResult } from 'superjson'
import type { Wire } from './call.ts'
import { datesIn } from './dates.ts'
import { trpc } from './json.ts'
import { superjsonOf } from './libraries.ts'
import { asNoted, carriedValue, writtenOr } from './values.ts'

/** Input of a query without an argument. */
const NO_ARGUMENT = encodeURIComponent(superjson.stringify(undefined))

export const trpcSuperjson: Wire = {
  title: 'tRPC envelope with superjson',
  contentType: trpc.contentType,
  encode(route, json) {
    if (route.isNoted)
      return trpc.encode(
        route,
        writtenOr(route, json, superjson.stringify, () => superjsonOf(json)),
      )
    const { meta } = superjson.serialize(datesIn(route, json) ?? 0)
    const request = trpc.encode(
      route,
      `{"json":${json}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}`,
    )
    return request.method === 'GET'
      ? { ...request, path: `${request.path}?input=${NO_ARGUMENT}` }
      : request
  },
  response: (json, route) => trpc.response(superjson.stringify(carriedValue(route, json)), route),
  decode: (route, body) =>
    asNoted(route, superjson.deserialize(trpc.decode(route, body) as SuperJSONResult)),
}
