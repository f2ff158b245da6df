/** Wires whose bodies are plain JSON, with or without an envelope. */
import type { Wire } from './call.ts'
import { plainText } from './values.ts'

const headers = { 'content-type': 'application/json' }
const contentType = headers['content-type']

/** Bodies are the argument and the result. */
export const plain: Wire = {
  title: 'plain JSON',
  contentType,
  encode: (route, json) => {
    const { method, path } = route
    return method === 'GET'
      ? { method, path, headers: {}, body: '' }
      : { method, path, headers, body: plainText(route, json) }
  },
  response: (json, route) => plainText(route, json),
  decode: (_route, body) => parsed(body),
}

/** The RPC envelope of mion and others: the response to `{"updateUser":[argument]}` is `{"updateUser":value}`. */
export const mion: Wire = {
  title: 'RPC envelope',
  contentType,
  encode: (route, json) => ({
    method: 'POST',
    path: `/${route.procedure}`,
    headers,
    body: `{"${route.procedure}":[${plainText(route, json)}]}`,
  }),
  response: (json, route) => `{"${route.procedure}":${plainText(route, json)}}`,
  decode: (route, body) => property(parsed(body), route.procedure),
}

/** tRPC's HTTP envelope: the argument is the body, and the response is `{"result":{"data":value}}`. */
export const trpc: Wire = {
  title: 'tRPC envelope',
  contentType,
  encode: (route, json) => ({ ...plain.encode(route, json), path: `/${route.procedure}` }),
  response: (json) => `{"result":{"data":${json}}}`,
  decode: (_route, body) => property(property(parsed(body), 'result'), 'data'),
}

export function parsed(body: Buffer): unknown {
  return JSON.parse(body.toString())
}

export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
