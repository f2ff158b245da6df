/** Ways to put one request on a connection, all of which HTTP/1.1 (RFC 9112) allows and a server must take alike. */
import type { HttpRequest } from '../wire.ts'

/** The bytes of a request, in pieces that are sent one after the other. */
export interface Framed {
  pieces: Uint8Array[]
  /** Milliseconds between two pieces. */
  pause: number
}

export type Framing = (request: HttpRequest) => Framed

/** Long enough for a server to have read one piece before the next comes. */
const READ = 5

/** As a client writes it that thinks nothing of it: a `Content-Length`, all in one piece. */
export const ordinary: Framing = (request) => inOnePiece(head(request, lengthOf(request)), bodyOf(request))

/** With these headers besides, or instead of those of the same name. */
export function withHeaders(headers: Record<string, string>, framing: Framing = ordinary): Framing {
  return (request) =>
    framing({ ...request, headers: { ...without(request.headers, Object.keys(headers)), ...headers } })
}

/** Header names and those values that have no case in upper case. */
export const upperCase: Framing = (request) => {
  const entries = Object.entries({ ...request.headers, ...lengthOf(request), connection: 'keep-alive' })
  const fields = entries.map(([name, value]) => [
    name.toUpperCase(),
    ['content-type', 'connection'].includes(name) ? value.toUpperCase() : value,
  ])
  return inOnePiece(head({ ...request, headers: Object.fromEntries(fields) }), bodyOf(request))
}

/** With another value of `Host`. */
export function withHost(host: string): Framing {
  return (request) => inOnePiece(head(request, lengthOf(request), host), bodyOf(request))
}

/** The body a moment after the head, as a client does that waits for `100 Continue` in vain. */
export function expecting(value: string): Framing {
  return (request) => ({
    pieces: [head(request, { ...lengthOf(request), expect: value }), bodyOf(request)],
    pause: 4 * READ,
  })
}

/** Split at every byte where the request is short, and at as many places as it takes elsewhere. */
export const byteByByte: Framing = (request) => {
  const bytes = Buffer.concat(ordinary(request).pieces)
  const size = Math.ceil(bytes.length / 300)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  )
  return { pieces, pause: 0 }
}

/** Split within every character of several bytes, but for the last ones of many. */
export const withinCharacters: Framing = (request) => {
  const body = bodyOf(request)
  return { pieces: [head(request, lengthOf(request)), ...cutWithinCharacters(body)], pause: READ }
}

/** Each of the chunks in a segment of its own, cut within characters where there are any. */
export const chunkedWithinCharacters: Framing = (request) => ({
  pieces: [
    head(request, { 'transfer-encoding': 'chunked' }),
    ...cutWithinCharacters(bodyOf(request)).map((part) => chunk(part)),
    LAST_CHUNK,
  ],
  pause: READ,
})

/** Cut at these shares of its bytes. */
export function cutAt(shares: readonly number[]): Framing {
  return (request) => {
    const bytes = Buffer.concat(ordinary(request).pieces)
    const cuts = [...new Set(shares.map((share) => Math.floor(share * bytes.length)))].toSorted((a, b) => a - b)
    const starts = [0, ...cuts.filter((cut) => cut > 0)]
    return { pieces: starts.map((start, i) => bytes.subarray(start, starts[i + 1])), pause: 1 }
  }
}

/** Features of the chunked encoding that a request may use. */
export interface Chunking {
  /** Bytes of a chunk. */
  size?: number
  /** Extension behind a chunk's size, such as `;name=value`. */
  extension?: string
  /** Fields after the last chunk, each with its line's end. */
  trailer?: string
  /** Value of `Transfer-Encoding`. */
  coding?: string
}

/** Chunked, in one piece. */
export function chunked({ size = 50, extension = '', trailer = '', coding = 'chunked' }: Chunking = {}): Framing {
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

/** With the target as a proxy gets it: with scheme and authority. */
export function absoluteForm(authority: string): Framing {
  return (request) => ordinary({ ...request, path: `http://${authority}${request.path}` })
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

function chunk(bytes: Uint8Array, extension = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16).toUpperCase()}${extension}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
}

/** At most so many cuts: each costs its pause. */
const CUTS = 12

function cutWithinCharacters(body: Buffer): Buffer[] {
  const cuts: number[] = []
  // A byte that goes on with a character begins with the bits 10.
  for (let at = 1; at < body.length && cuts.length < CUTS; at++) if (((body[at] ?? 0) & 0xc0) === 0x80) cuts.push(at)
  if (cuts.length === 0) cuts.push(body.length >> 1)
  return [0, ...cuts].map((start, i) => body.subarray(start, cuts[i])).filter(({ length }) => length > 0)
}

function inOnePiece(...parts: Uint8Array[]): Framed {
  return { pieces: [Buffer.concat(parts)], pause: 0 }
}

function head({ method, path, headers }: HttpRequest, more: Record<string, string> = {}, host = 'localhost'): Buffer {
  const fields = { ...(host && !hasHost(headers) ? { host } : {}), ...headers, ...more }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
}

function hasHost(headers: Record<string, string>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'host')
}

/** A GET has no length, unless it has a body. */
function lengthOf(request: HttpRequest): Record<string, string> {
  const { length } = bodyOf(request)
  return request.method === 'POST' || length > 0 ? { 'content-length': String(length) } : {}
}

function bodyOf({ body, bytes }: HttpRequest): Buffer {
  return bytes ? Buffer.from(bytes) : Buffer.from(body)
}

function without(headers: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase())))
}
