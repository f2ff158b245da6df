/** How a scenario's call is put on HTTP. A new wire format is one more entry of `wires`. */

/** The procedure that a scenario calls, in the terms of every wire format. */
export interface Route {
  method: 'GET' | 'POST'
  /** Path of the `plain` wire, such as `/updateUser`. */
  path: string
  /** Name of the procedure in RPC wires, such as `updateUser`. */
  procedure: string
}

/** One HTTP request as text, ready to be sent. */
export interface HttpRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

export interface Wire {
  /** Puts the call's argument, given as JSON text, on HTTP. The text may be malformed on purpose. */
  encode(route: Route, json: string): HttpRequest
  /** The text that most servers answer with; another text that decodes to the same value is as good. */
  answer(json: string, route: Route): string
  /** Takes the procedure's answer out of a parsed response body; `undefined` where the envelope is missing. */
  decode(route: Route, body: unknown): unknown
}

const headers = { 'content-type': 'application/json' }

/** The argument is the body, the answer is the body. */
const plain: Wire = {
  encode: (route, json) => ({ method: route.method, path: route.path, headers, body: json }),
  answer: (json) => json,
  decode: (_route, body) => body,
}

/** mion's RPC envelope: `{"updateUser":[argument]}` is answered by `{"updateUser":answer}`. */
const mion: Wire = {
  encode: (route, json) => ({
    method: 'POST',
    path: `/${route.procedure}`,
    headers,
    body: `{"${route.procedure}":[${json}]}`,
  }),
  answer: (json, route) => `{"${route.procedure}":${json}}`,
  decode: (route, body) =>
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[route.procedure] : undefined,
}

export const wires = { plain, mion } satisfies Record<string, Wire>

export type WireName = keyof typeof wires
