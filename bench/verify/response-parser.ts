/** Parses HTTP/1.1 responses (RFC 9112). For checks, not for speed: each new chunk restarts the parsing. */

export interface RawResponse {
  status: number
  /** Names in lower case; repeated headers are joined by commas. */
  headers: ReadonlyMap<string, string>
  body: Buffer
  /** The server announced that it closes the connection after this response. */
  closes: boolean
  /** Bytes of the response, including 1xx responses before it. */
  length: number
}

/** `incomplete`: more bytes are needed. */
type Unparsed = 'incomplete' | 'malformed'

/**
 * Parses the first response. Skips 1xx responses before it, except 101, which ends HTTP on the connection.
 * @param method of the request: a response to HEAD has no body
 * @param ended the connection is closed, which ends a body without a length
 */
export function parseResponse(bytes: Buffer, method: string, ended: boolean): RawResponse | Unparsed {
  for (let start = 0; ; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', start)
    if (headEnd < 0) return couldBeHead(bytes.subarray(start)) ? 'incomplete' : 'malformed'
    const head = readHead(bytes.toString('latin1', start, headEnd))
    if (!head) return 'malformed'
    const bodyStart = headEnd + 4
    if (head.status >= 100 && head.status < 200 && head.status !== 101) {
      start = bodyStart
      continue
    }
    const body = readBody(bytes.subarray(bodyStart), head, method, ended)
    if (typeof body === 'string') return body
    return { ...head, body: body.bytes, closes: body.closes || head.closes, length: bodyStart + body.length }
  }
}

type Head = Pick<RawResponse, 'status' | 'headers' | 'closes'>

const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: |$)/

function couldBeHead(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 7)
  return 'HTTP/1.'.startsWith(start)
}

function readHead(text: string): Head | undefined {
  const [first = '', ...lines] = text.split('\r\n')
  const [, minor, status] = STATUS_LINE.exec(first) ?? []
  const headers = readFields(lines)
  if (!status || !headers) return undefined
  const connection = headers.get('connection')?.toLowerCase() ?? ''
  const closes = /\bclose\b/.test(connection) || (minor === '0' && !/\bkeep-alive\b/.test(connection))
  return { status: Number(status), headers, closes }
}

/** Returns undefined if a line is not a header field. */
function readFields(lines: readonly string[]): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  for (const line of lines) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (!name) return undefined
    const key = name.toLowerCase()
    const before = fields.get(key)
    fields.set(key, before === undefined ? value : `${before}, ${value}`)
  }
  return fields
}

/** A body; `length` includes its framing, and `closes` means that only the end of the connection ended it. */
interface Body {
  bytes: Buffer
  length: number
  closes: boolean
}

function readBody(bytes: Buffer, { status, headers }: Head, method: string, ended: boolean): Body | Unparsed {
  if (method === 'HEAD' || status === 101 || status === 204 || status === 304) return whole(bytes, 0)
  const encoding = headers.get('transfer-encoding')
  const stated = headers.get('content-length')
  // A sender must not send both (RFC 9112, section 6.2): recipients disagree on the end of such a body.
  if (encoding !== undefined && stated !== undefined) return 'malformed'
  if (encoding !== undefined) return /\bchunked$/i.test(encoding) ? readChunks(bytes) : 'malformed'
  if (stated !== undefined) {
    if (!/^\d+$/.test(stated)) return 'malformed'
    return bytes.length < Number(stated) ? 'incomplete' : whole(bytes, Number(stated))
  }
  return ended ? { ...whole(bytes, bytes.length), closes: true } : 'incomplete'
}

function whole(bytes: Buffer, length: number): Body {
  return { bytes: bytes.subarray(0, length), length, closes: false }
}

function readChunks(bytes: Buffer): Body | Unparsed {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return 'incomplete'
    const [, hex] = /^([0-9a-f]+)(?:[ \t]*;.*)?$/i.exec(bytes.toString('latin1', at, lineEnd)) ?? []
    if (!hex) return 'malformed'
    const size = Number.parseInt(hex, 16)
    if (size === 0) return endOfChunks(bytes, lineEnd + 2, chunks)
    const end = lineEnd + 2 + size
    if (bytes.length < end + 2) return 'incomplete'
    if (bytes.toString('latin1', end, end + 2) !== '\r\n') return 'malformed'
    chunks.push(bytes.subarray(lineEnd + 2, end))
    at = end + 2
  }
}

/** Skips trailer fields and the empty line. */
function endOfChunks(bytes: Buffer, start: number, chunks: Buffer[]): Body | Unparsed {
  const body = (length: number): Body => ({ bytes: Buffer.concat(chunks), length, closes: false })
  if (bytes.toString('latin1', start, start + 2) === '\r\n') return body(start + 2)
  const end = bytes.indexOf('\r\n\r\n', start)
  if (end < 0) return 'incomplete'
  return readFields(bytes.toString('latin1', start, end).split('\r\n')) ? body(end + 4) : 'malformed'
}
