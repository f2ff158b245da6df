import superjsonLibrary, { type SuperJSONResult } from 'superjson'
import type { Encoding } from './call.ts'
import { carriedBy, JSON_TYPE } from './codec.ts'
import { trpc } from './json.ts'
import { asNoted, carriedValue, datesIn, writtenOr } from './notation.ts'

/** Wraps JSON as superjson without other types. */
const superjsonOf = (json: string) => `{"json":${json}}`

export const superjson = carriedBy(JSON_TYPE, {
  encode: (value) => superjsonLibrary.stringify(value),
  decode: (body) => superjsonLibrary.parse(body.toString()),
  wrap: superjsonOf,
})

/** Input of a query without an argument. */
const NO_ARGUMENT = encodeURIComponent(superjsonLibrary.stringify(undefined))

/** tRPC's HTTP envelope with superjson as its transformer: `{"json":value,"meta":…}` both ways. */
export const trpcSuperjson: Encoding = {
  encode(route, json) {
    if (route.isNoted)
      return trpc.encode(
        route,
        writtenOr(route, json, superjsonLibrary.stringify, () => superjsonOf(json)),
      )
    const { meta } = superjsonLibrary.serialize(datesIn(route, json) ?? 0)
    const request = trpc.encode(
      route,
      `{"json":${json}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}`,
    )
    return request.method === 'GET'
      ? { ...request, path: `${request.path}?input=${NO_ARGUMENT}` }
      : request
  },
  response: (json, route) =>
    trpc.response(superjsonLibrary.stringify(carriedValue(route, json)), route),
  decode: (route, body) =>
    asNoted(route, superjsonLibrary.deserialize(trpc.decode(route, body) as SuperJSONResult)),
}
