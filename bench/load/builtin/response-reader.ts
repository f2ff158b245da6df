/** Parses HTTP/1.1 responses from a connection's bytes. A body that arrives in one piece is not copied. */

export const Reading = { RESPONSE: 0, INCOMPLETE: 1, MALFORMED: 2 } as const
export type Reading = (typeof Reading)[keyof typeof Reading]

const CHUNKED = -2
const TAB = 9
const CR = 13
const LF = 10
const SPACE = 32
const COLON = 58
const ZERO = 48
const NINE = 57
/** Bytes, at most, of a response head or of a chunk's first line. */
const LONGEST_HEAD = 65_536
const HTTP_1 = Buffer.from('HTTP/1.')
const CONTENT_LENGTH = Buffer.from('content-length')
const TRANSFER_ENCODING = Buffer.from('transfer-encoding')
/** Statuses of responses without a body. */
const BODILESS = [101, 204, 304]
/** Matches the only supported transfer coding. */
const CHUNKED_LINE = /^[^:]*:[ \t]*chunked[ \t]*\r\n$/i

/**
 * Reads one response at a time into its own fields, valid until the next read: allocating an object per response would cost
 * more than parsing it.
 */
export class ResponseReader {
  status = 0
  /** Holds the body from `bodyStart` to `bodyEnd`: the given bytes, or a copy if it came in several chunks. */
  body: Buffer = Buffer.alloc(0)
  bodyStart = 0
  bodyEnd = 0
  /** Start of the next response. */
  end = 0
  /** Minimum number of bytes of the response, if known; otherwise 0. */
  needed = 0
  headStart = 0
  headEnd = 0
  /** The response is malformed for keep-alive alone: its body ends with the connection. */
  isUnbounded = false
  /** Content-Length; -1 without one; or `CHUNKED`. */
  #length = -1

  /**
   * Reads the response at `start`. Skips interim responses (1xx), of which RFC 9110, section 15.2, allows any number, except 101,
   * which switches to another protocol.
   * @param limit end of the bytes
   * @param isHead it responds to HEAD, and so has no body
   */
  read(bytes: Buffer, start: number, limit: number, isHead = false): Reading {
    this.headStart = start
    this.isUnbounded = false
    for (;;) {
      this.needed = 0
      const head = this.#readHead(bytes, this.headStart, limit)
      if (head !== Reading.RESPONSE) return head
      if (this.status >= 200 || this.status === 101) break
      this.headStart = this.headEnd
    }
    if (isHead || BODILESS.includes(this.status)) this.#length = 0
    if (this.#length === CHUNKED) return this.#readChunks(bytes, this.headEnd, limit)
    this.isUnbounded = this.#length < 0
    if (this.isUnbounded) return Reading.MALFORMED
    this.body = bytes
    this.bodyStart = this.headEnd
    this.bodyEnd = this.headEnd + this.#length
    this.end = this.bodyEnd
    if (this.end <= limit) return Reading.RESPONSE
    this.needed = this.end - start
    return Reading.INCOMPLETE
  }

  #readHead(bytes: Buffer, start: number, limit: number): Reading {
    for (let i = 0; i < HTTP_1.length; i++) {
      if (start + i >= limit) return Reading.INCOMPLETE
      if (bytes[start + i] !== HTTP_1[i]) return Reading.MALFORMED
    }
    if (limit - start < 13) return Reading.INCOMPLETE
    const [a, b, c] = [9, 10, 11].map((i) => (bytes[start + i] as number) - ZERO) as [
      number,
      number,
      number,
    ]
    this.status = a * 100 + b * 10 + c
    const isNumber = [9, 10, 11].every((i) => isDigit(bytes[start + i] as number))
    const after = bytes[start + 12]
    if (!isNumber || this.status < 100 || (after !== SPACE && after !== CR))
      return Reading.MALFORMED
    this.#length = -1
    let at = lineAfter(bytes, start + 12, limit)
    for (let next = at; next > 0; at = next) {
      next = lineAfter(bytes, at, limit)
      if (next < 0) break
      if (bytes[at] === CR && next === at + 2) {
        this.headEnd = next
        return Reading.RESPONSE
      }
      if (!this.#readField(bytes, at, next)) return Reading.MALFORMED
    }
    return limit - start > LONGEST_HEAD ? Reading.MALFORMED : Reading.INCOMPLETE
  }

  /** Reads Content-Length and Transfer-Encoding from a header line; returns false if they are invalid. */
  #readField(bytes: Buffer, start: number, end: number): boolean {
    // Case-insensitive: "c" and "t" begin the two fields that matter.
    const letter = (bytes[start] as number) | 32
    if (letter === 99 && isField(bytes, start, CONTENT_LENGTH, end)) {
      const length = digitsAt(bytes, start + CONTENT_LENGTH.length + 1)
      if (length < 0 || (this.#length >= 0 && this.#length !== length)) return false
      if (this.#length !== CHUNKED) this.#length = length
    } else if (letter === 116 && isField(bytes, start, TRANSFER_ENCODING, end)) {
      if (!CHUNKED_LINE.test(bytes.toString('latin1', start, end))) return false
      this.#length = CHUNKED
    }
    return true
  }

  #readChunks(bytes: Buffer, start: number, limit: number): Reading {
    const chunks: Buffer[] = []
    for (let at = start; ; ) {
      const data = lineAfter(bytes, at, limit)
      if (data < 0) return limit - at > LONGEST_HEAD ? Reading.MALFORMED : Reading.INCOMPLETE
      const size = hexAt(bytes, at)
      if (size < 0) return Reading.MALFORMED
      if (size === 0) return this.#endChunks(bytes, data, limit, chunks)
      if (data + size + 2 > limit) return Reading.INCOMPLETE
      if (bytes[data + size] !== CR || bytes[data + size + 1] !== LF) return Reading.MALFORMED
      chunks.push(bytes.subarray(data, data + size))
      at = data + size + 2
    }
  }

  /** Skips trailer fields up to the empty line. */
  #endChunks(bytes: Buffer, start: number, limit: number, chunks: readonly Buffer[]): Reading {
    let at = start
    for (;;) {
      if (at + 1 >= limit) return Reading.INCOMPLETE
      if (bytes[at] === CR && bytes[at + 1] === LF) break
      at = lineAfter(bytes, at, limit)
      if (at < 0) return Reading.INCOMPLETE
    }
    this.body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    this.bodyStart = 0
    this.bodyEnd = this.body.length
    this.end = at + 2
    return Reading.RESPONSE
  }
}

/** Returns the start of the next line, or -1 if this one is incomplete. */
function lineAfter(bytes: Buffer, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    if (bytes[at] === LF) return at + 1
  }
  return -1
}

function isField(bytes: Buffer, at: number, name: Buffer, limit: number): boolean {
  if (at + name.length >= limit) return false
  for (let i = 1; i < name.length; i++) {
    if (((bytes[at + i] as number) | 32) !== name[i]) return false
  }
  return bytes[at + name.length] === COLON
}

/** Parses a decimal number that is alone in the rest of its line; returns -1 if there is none. */
function digitsAt(bytes: Buffer, start: number): number {
  let at = start
  while (isBlank(bytes[at] as number)) at++
  let value = -1
  for (; isDigit(bytes[at] as number); at++)
    value = Math.max(0, value) * 10 + (bytes[at] as number) - ZERO
  while (isBlank(bytes[at] as number)) at++
  return bytes[at] === CR ? value : -1
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE
}

/** Parses the hexadecimal size of a chunk; returns -1 if there is none. */
function hexAt(bytes: Buffer, start: number): number {
  let value = -1
  for (let at = start; ; at++) {
    const digit = hexDigit(bytes[at] as number)
    if (digit < 0) return bytes[at] === CR || bytes[at] === 59 || bytes[at] === SPACE ? value : -1
    value = Math.max(0, value) * 16 + digit
  }
}

function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO
  const letter = byte | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}
