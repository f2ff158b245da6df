/** Wires whose bodies are plain JSON, with or without an envelope. */
import type { Wire } from './call.ts'
import { plainText } from './notation.ts'

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

const graphqlType = 'application/graphql-response+json'

/** GraphQL over HTTP: a document, and its argument as a variable; the response is `{"data":{"<procedure>":value}}`. */
export const graphql: Wire = {
  title: 'GraphQL',
  contentType: graphqlType,
  encode({ procedure, document }, json) {
    if (!document) throw new Error(`the route of ${procedure} has no GraphQL document`)
    return {
      method: 'POST',
      path: '/graphql',
      headers: { ...headers, accept: graphqlType },
      body: `{"query":${JSON.stringify(document)}${json && `,"variables":{"argument":${json}}`}}`,
    }
  },
  response: (json, { procedure }) => `{"data":{"${procedure}":${json}}}`,
  decode: ({ procedure }, body) => property(property(parsed(body), 'data'), procedure),
}

export function parsed(body: Buffer): unknown {
  return JSON.parse(body.toString())
}

export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}
