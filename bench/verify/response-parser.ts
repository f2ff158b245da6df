/** Parses whole responses for checks, with their headers: the load generator's reader decides where each ends. */
import { type Fields, readFields } from '../load/builtin/response-fields.ts'
import { Reading, ResponseReader } from '../load/builtin/response-reader.ts'

export interface HttpResponse {
  responded: true
  status: number
  headers: Fields
  /** The body as bytes; `body` is the same as a string. */
  bytes: Buffer
  body: string
  /** Why clients send no further request on the connection; null if they do. */
  closes: string | null
  /** A `100 Continue` came before it. */
  isContinued: boolean
  /** It came before the last piece of its request. */
  isEarly: boolean
  /** Bytes of the response, including 1xx responses before it. */
  length: number
}

/** `incomplete`: more bytes are needed. `ambiguous`: it has two lengths or framings. */
type Unparsed = 'incomplete' | 'malformed' | 'ambiguous'

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
  const { status, isUnbounded, isContinued, headStart, headEnd } = reader
  if (reading === Reading.INCOMPLETE) return 'incomplete'
  if (reading === Reading.AMBIGUOUS) return 'ambiguous'
  if (reading === Reading.MALFORMED && !isUnbounded) return 'malformed'
  const headers = readFields(received.toString('latin1', headStart, headEnd))
  if (!headers) return 'malformed'
  if (isUnbounded && !ended) return 'incomplete'
  const bytes = isUnbounded
    ? received.subarray(headEnd)
    : reader.body.subarray(reader.bodyStart, reader.bodyEnd)
  return {
    responded: true,
    status,
    headers,
    bytes,
    body: bytes.toString(),
    closes: isUnbounded ? 'no length' : reader.closes,
    isContinued,
    isEarly: false,
    length: isUnbounded ? received.length : reader.end,
  }
}
