/** Wires of serialization libraries without a framework: the body is the library's encoding of a value. */
import * as devalueLibrary from 'devalue'
import { Packr } from 'msgpackr'
import * as serovalLibrary from 'seroval'
import superjsonLibrary, { type SuperJSONResult } from 'superjson'
import type { Wire } from './call.ts'
import { plain, trpc } from './json.ts'
import { asNoted, carriedValue, datesIn, writtenOr } from './notation.ts'

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
const superjsonOf = (json: string) => `{"json":${json}}`

export const superjson = carriedBy('superjson', JSON_TYPE, {
  encode: (value) => superjsonLibrary.stringify(value),
  decode: (body) => superjsonLibrary.parse(body.toString()),
  wrap: superjsonOf,
})

export const devalue = carriedBy('devalue', JSON_TYPE, {
  encode: (value) => devalueLibrary.stringify(value),
  decode: (body) => devalueLibrary.parse(body.toString()),
})

/** An action of Astro: the argument is the body as JSON, the response is devalue's encoding of the result. */
export const astro: Wire = {
  ...devalue,
  title: 'Astro action',
  contentType: 'application/json+devalue',
  encode: (route, json) => {
    const { headers, body } = plain.encode({ ...route, method: 'POST' }, json)
    return {
      method: 'POST',
      path: `/_actions/${route.procedure}`,
      headers: { ...headers, accept: JSON_TYPE },
      body,
    }
  },
}

export const seroval = carriedBy('seroval', JSON_TYPE, {
  encode: (value) => JSON.stringify(serovalLibrary.toJSON(value)),
  decode: (body) => serovalLibrary.fromJSON(JSON.parse(body.toString())),
})

const packr = new Packr({ moreTypes: true })

export const msgpackr = carriedBy('msgpackr', 'application/vnd.msgpack', {
  encode: (value) => packr.pack(value),
  decode: (body) => packr.unpack(body),
})

/** Input of a query without an argument. */
const NO_ARGUMENT = encodeURIComponent(superjsonLibrary.stringify(undefined))

/** tRPC's HTTP envelope with superjson as its transformer: `{"json":value,"meta":…}` both ways. */
export const trpcSuperjson: Wire = {
  title: 'tRPC envelope with superjson',
  contentType: trpc.contentType,
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
