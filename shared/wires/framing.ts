/** Framings of a request that HTTP/1.1 (RFC 9112) permits and a server must treat alike. */
import type { HttpRequest } from './wires.ts'

/** A request's bytes, in pieces that are sent one after the other. */
export interface Framed {
  pieces: Uint8Array[]
  /** ms between pieces. */
  pause: number
}

export type Framing = (request: HttpRequest) => Framed

/** ms in which a server reads a piece before the next arrives. */
const READ = 5

/** The usual framing: a `Content-Length`, in one piece. */
export const ordinary: Framing = (request) =>
  inOnePiece(head(request, lengthOf(request)), bodyOf(request))

/** Adds or replaces headers. */
export function withHeaders(headers: Record<string, string>, framing: Framing = ordinary): Framing {
  return (request) =>
    framing({
      ...request,
      headers: { ...withoutHeaders(request.headers, Object.keys(headers)), ...headers },
    })
}

/** Writes header names, and case-insensitive values, in upper case. */
export const upperCase: Framing = (request) => {
  const entries = Object.entries({
    ...request.headers,
    ...lengthOf(request),
    connection: 'keep-alive',
  })
  const fields = entries.map(([name, value]) => [
    name.toUpperCase(),
    ['content-type', 'connection'].includes(name) ? value.toUpperCase() : value,
  ])
  return inOnePiece(head({ ...request, headers: Object.fromEntries(fields) }), bodyOf(request))
}

/** Replaces `Host`. */
export function withHost(host: string): Framing {
  return (request) => inOnePiece(head(request, lengthOf(request), host), bodyOf(request))
}

/** Sends the body a moment after the head, as a client that waits for `100 Continue` in vain. */
export function expecting(value: string): Framing {
  return (request) => ({
    pieces: [head(request, { ...lengthOf(request), expect: value }), bodyOf(request)],
    pause: 4 * READ,
  })
}

/** Sends the last byte a moment after the others: a response before it is none to this request. */
export function lastByteLate(framing: Framing = ordinary): Framing {
  return (request) => {
    const bytes = Buffer.concat(framing(request).pieces)
    return { pieces: [bytes.subarray(0, -1), bytes.subarray(-1)], pause: 4 * READ }
  }
}

/** Changes the text of an ordinary head. */
export function withHead(change: (head: string) => string): Framing {
  return (request) =>
    inOnePiece(
      Buffer.from(change(head(request, lengthOf(request)).toString('latin1')), 'latin1'),
      bodyOf(request),
    )
}

/** Splits a short request at every byte, a long one at as many positions. */
export const byteByByte: Framing = (request) => {
  const bytes = Buffer.concat(ordinary(request).pieces)
  const size = Math.ceil(bytes.length / 300)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return { pieces, pause: 0 }
}

/** Splits within multi-byte characters, up to a limit. */
export const withinCharacters: Framing = (request) => ({
  pieces: [head(request, lengthOf(request)), ...cutWithinCharacters(bodyOf(request))],
  pause: READ,
})

/** Sends each chunk separately, cut within multi-byte characters. */
export const chunkedWithinCharacters: Framing = (request) => ({
  pieces: [
    head(request, { 'transfer-encoding': 'chunked' }),
    ...cutWithinCharacters(bodyOf(request)).map((part) => chunk(part)),
    Buffer.from('0\r\n\r\n'),
  ],
  pause: READ,
})

/** Splits at these shares of the bytes. */
export function cutAt(shares: readonly number[]): Framing {
  return (request) => {
    const bytes = Buffer.concat(ordinary(request).pieces)
    const cuts = [...new Set(shares.map((share) => Math.floor(share * bytes.length)))].toSorted(
      (a, b) => a - b,
    )
    const starts = [0, ...cuts.filter((cut) => cut > 0)]
    return { pieces: starts.map((start, i) => bytes.subarray(start, starts[i + 1])), pause: 1 }
  }
}

/** Features of chunked encoding. */
export interface Chunking {
  /** Bytes per chunk. */
  size?: number
  /** Extension after a chunk's size, such as `;name=value`. */
  extension?: string
  /** Fields after the last chunk, with line ends. */
  trailer?: string
  /** Value of `Transfer-Encoding`. */
  coding?: string
}

/** Uses chunked encoding, in one piece. */
export function chunked({
  size = 50,
  extension = '',
  trailer = '',
  coding = 'chunked',
}: Chunking = {}): Framing {
  return (request) => {
    const body = bodyOf(request)
    const count = Math.ceil(body.length / size)
    const parts = Array.from({ length: count }, (_, i) => body.subarray(i * size, (i + 1) * size))
    return inOnePiece(
      head(request, { 'transfer-encoding': coding }),
      ...parts.map((part) => chunk(part, extension)),
      Buffer.from(`0${extension}\r\n${trailer}\r\n`),
    )
  }
}

/** Uses the absolute form of the target, as for a proxy. */
export function absoluteForm(authority: string, scheme = 'http'): Framing {
  return withTarget((path) => `${scheme}://${authority}${path}`)
}

/** Changes the request target. */
export function withTarget(change: (path: string) => string): Framing {
  return (request) => ordinary({ ...request, path: change(request.path) })
}

function chunk(bytes: Uint8Array, extension = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16).toUpperCase()}${extension}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
}

/** Limit of cuts, since each costs a pause. */
const CUTS = 12

function cutWithinCharacters(body: Buffer): Buffer[] {
  const cuts: number[] = []
  // Continuation bytes begin with the bits 10.
  for (let at = 1; at < body.length && cuts.length < CUTS; at++)
    if (((body[at] ?? 0) & 0xc0) === 0x80) cuts.push(at)
  if (cuts.length === 0) cuts.push(body.length >> 1)
  return [0, ...cuts]
    .map((start, i) => body.subarray(start, cuts[i]))
    .filter(({ length }) => length > 0)
}

function inOnePiece(...parts: Uint8Array[]): Framed {
  return { pieces: [Buffer.concat(parts)], pause: 0 }
}

function head(
  { method, path, headers }: HttpRequest,
  more: Record<string, string> = {},
  host = 'localhost',
): Buffer {
  const fields = { ...(host && !hasHost(headers) ? { host } : {}), ...headers, ...more }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}

function hasHost(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'host')
}

/** Returns `Content-Length`; a GET without a body has none. */
function lengthOf(request: HttpRequest): Record<string, string> {
  const { length } = bodyOf(request)
  return request.method === 'POST' || length > 0 ? { 'content-length': String(length) } : {}
}

function bodyOf({ body, bytes }: HttpRequest): Buffer {
  return Buffer.from(bytes ?? body)
}

function withoutHeaders(
  headers: Record<string, string>,
  names: readonly string[],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())),
  )
}
