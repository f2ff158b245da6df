/** Parses whole responses for checks, with their headers: the load generator's reader decides where each ends. */
import { Reading, ResponseReader } from '../load/builtin/response-reader.ts'

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
export function parseResponse(
  bytes: Buffer,
  method: string,
  ended: boolean,
): RawResponse | Unparsed {
  const reader = new ResponseReader()
  const reading = reader.read(bytes, 0, bytes.length, method === 'HEAD')
  const { status, isUnbounded, headStart, headEnd } = reader
  if (reading === Reading.INCOMPLETE) return 'incomplete'
  if (reading === Reading.MALFORMED && !isUnbounded) return 'malformed'
  const [first = '', ...lines] = bytes
    .toString('latin1', headStart, headEnd)
    .trimEnd()
    .split('\r\n')
  const headers = readFields(lines)
  // A sender must not send both (RFC 9112, section 6.2): recipients disagree on the end of such a body.
  if (!headers || (headers.has('transfer-encoding') && headers.has('content-length')))
    return 'malformed'
  if (isUnbounded && !ended) return 'incomplete'
  const connection = headers.get('connection')?.toLowerCase() ?? ''
  const isOld = first.startsWith('HTTP/1.0')
  const closes =
    isUnbounded || /\bclose\b/.test(connection) || (isOld && !/\bkeep-alive\b/.test(connection))
  const body = isUnbounded
    ? bytes.subarray(headEnd)
    : reader.body.subarray(reader.bodyStart, reader.bodyEnd)
  return { status, headers, body, closes, length: isUnbounded ? bytes.length : reader.end }
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
