/** How a scenario's call is put on HTTP. A new wire format is one more entry of `wires`. */
import { isDeepStrictEqual } from 'node:util'

/** The procedure that a scenario calls, in the terms of every wire format. */
export interface Route {
  method: 'GET' | 'POST'
  /** Path of the `plain` wire, such as `/updateUser`. */
  path: string
  /** Name of the procedure in RPC wires, such as `updateUser`. */
  procedure: string
}

/** What a call sends. What it does not say is the route's, as the wire carries it. */
export interface Call {
  id: string
  /** The argument as JSON text, which may be malformed on purpose; empty where the call has none. */
  json: string
  method?: string
  path?: string
  /** Headers instead of the wire's own. */
  headers?: Record<string, string>
  /** Changes the encoded body; for what is wrong with a body rather than with the value in it. */
  body?: (encoded: string) => string
  /** The same for a body that is no UTF-8 text. */
  bytes?: (encoded: string) => Uint8Array
}

/** One HTTP request as text, ready to be sent. */
export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** Empty where the method is GET, and where there are bytes. */
  body: string
  /** The body where it is no UTF-8 text. */
  bytes?: Uint8Array
}

export interface Wire {
  /** What readers know it by. */
  title: string
  /** Puts a call on HTTP. */
  encode(route: Route, json: string): HttpRequest
  /** The text that most servers answer with; another text that decodes to the same value is as good. */
  answer(json: string, route: Route): string
  /** Takes the procedure's answer out of a parsed response body; `undefined` where the envelope is missing. */
  decode(route: Route, body: unknown): unknown
}

const headers = { 'content-type': 'application/json' }

/** The argument is the body, the answer is the body. */
const plain: Wire = {
  title: 'plain JSON',
  encode: ({ method, path }, json) =>
    method === 'GET' ? { method, path, headers: {}, body: '' } : { method, path, headers, body: json },
  answer: (json) => json,
  decode: (_route, body) => body,
}

/** An RPC envelope, that of mion and of others: `{"updateUser":[argument]}` is answered by `{"updateUser":answer}`. */
const mion: Wire = {
  title: 'RPC envelope',
  encode: ({ procedure }, json) => ({
    method: 'POST',
    path: `/${procedure}`,
    headers,
    body: `{"${procedure}":[${json}]}`,
  }),
  answer: (json, route) => `{"${route.procedure}":${json}}`,
  decode: (route, body) => property(body, route.procedure),
}

/** tRPC's HTTP envelope: the argument is the body, the answer is `{"result":{"data":answer}}`. */
const trpc: Wire = {
  title: 'tRPC envelope',
  encode: (route, json) => ({ ...plain.encode(route, json), path: `/${route.procedure}` }),
  answer: (json) => `{"result":{"data":${json}}}`,
  decode: (_route, body) => property(property(body, 'result'), 'data'),
}

/** The request of a call: the wire's own, but for what the call has otherwise. */
export function encodeCall(wire: Wire, route: Route, call: Call): HttpRequest {
  const { method, path, headers, body } = wire.encode(route, call.json)
  const request = { method: call.method ?? method, path: call.path ?? path, headers: call.headers ?? headers }
  if (call.bytes) return { ...request, body: '', bytes: call.bytes(body) }
  return { ...request, body: call.body?.(body) ?? body }
}

/** The value that an answer's text carries; `undefined` where it is no JSON, or lacks the wire's envelope. */
export function decodeAnswer(wire: Wire, route: Route, text: string): unknown {
  try {
    return wire.decode(route, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Whether an answer's text carries that very value, however it is written. */
export function carries(wire: Wire, route: Route, text: string, expected: unknown): boolean {
  const value = decodeAnswer(wire, route, text)
  return value !== undefined && isDeepStrictEqual(value, expected)
}

export const wires = { plain, mion, trpc } satisfies Record<string, Wire>

export type WireName = keyof typeof wires

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
