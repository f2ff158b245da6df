/** Encodes a scenario's calls as HTTP, and decodes responses. A new wire format is an entry of `wires`. */
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Call, Encoding, HttpRequest, Route, Wire } from './call.ts'
import { graphql, mion, plain, trpc } from './json.ts'
import { mcp } from './mcp.ts'

export type { Call, HttpRequest, Route, Wire } from './call.ts'

/**
 * Returns the request of a call: the wire's, with the call's changes.
 * @throws if the wire cannot carry the argument
 */
export function encodeCall(wire: Wire, route: Route, call: Call): HttpRequest {
  const { method, path, headers, ...encoded } = wire.encode(route, call.json)
  // Bytes are written as Latin-1 if the body is not text.
  const body = encoded.bytes ? Buffer.from(encoded.bytes).toString('latin1') : encoded.body
  const request = {
    method: call.method ?? method,
    path: call.path ?? path,
    headers: route.method === 'GET' ? { ...headers, ...call.headers } : (call.headers ?? headers),
  }
  if (call.bytes) return { ...request, body: '', bytes: call.bytes(body) }
  if (encoded.bytes && call.body)
    return { ...request, body: '', bytes: Buffer.from(call.body(body), 'latin1') }
  return { ...request, ...encoded, ...(call.body && { body: call.body(body) }) }
}

/** Returns whether the wire can carry a call; typed wires cannot carry values of another type. */
export function canCarry(
  name: WireName,
  route: Route,
  call: Call & { wires?: readonly WireName[] },
): boolean {
  if (call.wires && !call.wires.includes(name)) return false
  try {
    encodeCall(wires[name], route, call)
    return true
  } catch {
    return false
  }
}

/** Decodes a response's body; `undefined` if it is invalid on the wire, or lacks the envelope. */
export function decodeBody(wire: Wire, route: Route, body: Buffer): unknown {
  try {
    return wire.decode(route, body)
  } catch {
    return undefined
  }
}

/** Returns the status that a response has on its wire; without one in its body, HTTP's. */
export function statusOn(wire: Wire, status: number, body: Buffer): number {
  if (status !== 200 || !wire.statusOf) return status
  try {
    return wire.statusOf(body)
  } catch {
    return status
  }
}

/** Returns whether a response's body carries exactly that value, in any notation. */
export function carries(wire: Wire, route: Route, body: Buffer, expected: unknown): boolean {
  const value = decodeBody(wire, route, body)
  if (value === undefined) return false
  if (!route.isNoted) return isDeepStrictEqual(value, expected)
  try {
    return isDeepStrictEqual(
      value,
      wire.decode(route, Buffer.from(wire.response(JSON.stringify(expected), route))),
    )
  } catch {
    // A value that the wire cannot carry equals no response.
    return false
  }
}

const require = createRequire(import.meta.url)

const connectWires = (): typeof import('./connect.ts') => require('./connect.ts')
const superjsonWires = (): typeof import('./superjson.ts') => require('./superjson.ts')
const devalueWires = (): typeof import('./devalue.ts') => require('./devalue.ts')
const serovalWires = (): typeof import('./seroval.ts') => require('./seroval.ts')
const msgpackrWires = (): typeof import('./msgpackr.ts') => require('./msgpackr.ts')
const orpcWires = (): typeof import('./orpc.ts') => require('./orpc.ts')

/** Packages of the library that encodes a wire; an installed package of the suite lacks them at first. */
export const WIRE_PACKAGES: Partial<Record<WireName, readonly string[]>> = {
  astro: ['devalue'],
  connect: ['@bufbuild/protobuf', '@bufbuild/protovalidate'],
  'connect-json': ['@bufbuild/protobuf', '@bufbuild/protovalidate'],
  devalue: ['devalue'],
  msgpackr: ['msgpackr'],
  orpc: ['@orpc/client'],
  seroval: ['seroval'],
  superjson: ['superjson'],
  'trpc-superjson': ['superjson'],
}

/** A wire whose library is loaded when it is first used. */
const loadedLater = (head: Pick<Wire, 'title' | 'contentType'>, load: () => Encoding): Wire => ({
  ...head,
  encode: (route, json) => load().encode(route, json),
  response: (json, route) => load().response(json, route),
  decode: (route, body) => load().decode(route, body),
})

const ofLibrary = (title: string, load: () => Encoding) =>
  loadedLater({ title, contentType: plain.contentType }, load)

export const wires = {
  plain,
  mion,
  trpc,
  'trpc-superjson': ofLibrary('tRPC envelope with superjson', () => superjsonWires().trpcSuperjson),
  orpc: ofLibrary('oRPC envelope', () => orpcWires().orpc),
  astro: loadedLater(
    { title: 'Astro action', contentType: 'application/json+devalue' },
    () => devalueWires().astro,
  ),
  graphql,
  mcp,
  superjson: ofLibrary('superjson', () => superjsonWires().superjson),
  devalue: ofLibrary('devalue', () => devalueWires().devalue),
  seroval: ofLibrary('seroval', () => serovalWires().seroval),
  msgpackr: loadedLater(
    { title: 'msgpackr', contentType: 'application/vnd.msgpack' },
    () => msgpackrWires().msgpackr,
  ),
  connect: loadedLater(
    { title: 'Connect, protobuf', contentType: 'application/proto' },
    () => connectWires().connect,
  ),
  'connect-json': ofLibrary('Connect, JSON', () => connectWires().connectJson),
} satisfies Record<string, Wire>

export type WireName = keyof typeof wires

/** Returns the bytes of a request's body. */
export function contentOf({ body, bytes }: Pick<HttpRequest, 'body' | 'bytes'>): Uint8Array {
  return bytes ?? Buffer.from(body)
}

/** Wires whose requests are JSON; their responses are JSON, or events of JSON. */
export const jsonWires = (Object.keys(wires) as WireName[]).filter((name) =>
  /json|event-stream/.test(wires[name].contentType),
)
