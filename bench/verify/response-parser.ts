/** Parses whole responses for checks, with their headers: the load generator's reader decides where each ends. */
import { Reading, ResponseReader } from '../load/builtin/response-reader.ts'

export interface HttpResponse {
  responded: true
  status: number
  /** Names in lower case; repeated headers are joined by commas. */
  headers: Record<string, string | undefined>
  /** The body as bytes; `body` is the same as a string. */
  bytes: Buffer
  body: string
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
export function parseResponse(
  received: Buffer,
  method: string,
  ended: boolean,
): HttpResponse | Unparsed {
  const reader = new ResponseReader()
  const reading = reader.read(received, 0, received.length, method === 'HEAD')
  const { status, isUnbounded, headStart, headEnd } = reader
  if (reading === Reading.INCOMPLETE) return 'incomplete'
  if (reading === Reading.MALFORMED && !isUnbounded) return 'malformed'
  const [first = '', ...lines] = received
    .toString('latin1', headStart, headEnd)
    .trimEnd()
    .split('\r\n')
  const headers = readFields(lines)
  // A sender must not send both (RFC 9112, section 6.2): recipients disagree on the end of such a body.
  if (!headers || ('transfer-encoding' in headers && 'content-length' in headers))
    return 'malformed'
  if (isUnbounded && !ended) return 'incomplete'
  const connection = headers.connection?.toLowerCase() ?? ''
  const isOld = first.startsWith('HTTP/1.0')
  const closes =
    isUnbounded || /\bclose\b/.test(connection) || (isOld && !/\bkeep-alive\b/.test(connection))
  const bytes = isUnbounded
    ? received.subarray(headEnd)
    : reader.body.subarray(reader.bodyStart, reader.bodyEnd)
  return {
    responded: true,
    status,
    headers,
    bytes,
    body: bytes.toString(),
    closes,
    length: isUnbounded ? received.length : reader.end,
  }
}

/** Returns undefined if a line is not a header field. */
function readFields(lines: readonly string[]): HttpResponse['headers'] | undefined {
  const fields: HttpResponse['headers'] = Object.create(null)
  for (const line of lines) {
    const [, name, value = ''] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (!name) return undefined
    const key = name.toLowerCase()
    const before = fields[key]
    fields[key] = before === undefined ? value : `${before}, ${value}`
  }
  return fields
}
