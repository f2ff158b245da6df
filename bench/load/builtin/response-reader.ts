/** Parses HTTP/1.1 responses from a connection's bytes. A body that arrives in one piece is not copied. */

/** An ambiguous response has a second length or framing, so that recipients disagree on its end (RFC 9112, section 6.3). */
export const Reading = { RESPONSE: 0, INCOMPLETE: 1, MALFORMED: 2, AMBIGUOUS: 3 } as const
export type Reading = (typeof Reading)[keyof typeof Reading]

const CHUNKED = -2
const TAB = 9
const CR = 13
const LF = 10
const SPACE = 32
const HYPHEN = 45
const ZERO = 48
const ONE = 49
const NINE = 57
const COLON = 58
const SEMICOLON = 59
const LOWER_A = 97
const LOWER_C = 99
const LOWER_F = 102
const LOWER_T = 116
/** Sets the bit that distinguishes a letter from its capital. */
const LOWER_CASE = 32
/** Bytes, at most, of a response head, as for Node's clients, or of a chunk's first line. */
const LONGEST_HEAD = 16_384
const HTTP_1 = Buffer.from('HTTP/1.')
const CONTENT_LENGTH = Buffer.from('content-length')
const CONNECTION = Buffer.from('connection')
const TRANSFER_ENCODING = Buffer.from('transfer-encoding')
/** Statuses of responses without a body. */
const BODILESS = [101, 204, 304]
/** The only supported transfer coding. */
const CODING = Buffer.from('chunked')
/** Matches a header line with that option among others. */
const CLOSE = /[:,][ \t]*close[ \t]*[,\r]/i
const KEEP_ALIVE = /[:,][ \t]*keep-alive[ \t]*[,\r]/i
/** Position of no line: this one is incomplete, or has a control character, such as a line feed without carriage return. */
const NO_LINE = -1
const BROKEN_LINE = -2
const CLOSED = 'Connection: close'

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
  /** The body ends with the connection: valid HTTP, but malformed for keep-alive. */
  isUnbounded = false
  /** Why clients send no further request on the connection (RFC 9112, section 9.3); null if they do. */
  closes: string | null = null
  /** A `100 Continue` came before the response. Without `Expect` in its request, Node's `fetch` fails. */
  isContinued = false
  /** Content-Length; -1 without one; or `CHUNKED`. */
  #length = -1
  #isAmbiguous = false

  /**
   * Reads the response at `start`. Skips interim responses (1xx), of which RFC 9110, section 15.2, allows any number, except 101,
   * which switches to another protocol.
   * @param limit end of the bytes
   * @param isHead it responds to HEAD, and so has no body
   */
  read(bytes: Buffer, start: number, limit: number, isHead = false): Reading {
    this.headStart = start
    this.isUnbounded = false
    this.isContinued = false
    for (;;) {
      this.needed = 0
      const head = this.#readHead(bytes, this.headStart, limit)
      if (head !== Reading.RESPONSE) return head
      if (this.status >= 200 || this.status === 101) break
      this.isContinued ||= this.status === 100
      this.headStart = this.headEnd
    }
    if (isHead || (this.status !== 200 && BODILESS.includes(this.status))) this.#length = 0
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
    for (let i = 0; i < HTTP_1.length && start + i < limit; i++)
      if (bytes[start + i] !== HTTP_1[i]) return Reading.MALFORMED
    if (limit - start < 13) return Reading.INCOMPLETE
    this.status = 0
    for (let i = start + 9; i < start + 12; i++) {
      if (!isDigit(bytes[i] as number)) return Reading.MALFORMED
      this.status = this.status * 10 + (bytes[i] as number) - ZERO
    }
    const [minor, after] = [bytes[start + 7], bytes[start + 12]]
    const isVersion = (minor === ZERO || minor === ONE) && bytes[start + 8] === SPACE
    if (!isVersion || this.status < 100 || (after !== SPACE && after !== CR))
      return Reading.MALFORMED
    this.#length = -1
    this.#isAmbiguous = false
    this.closes = minor === ZERO ? 'HTTP/1.0 without keep-alive' : null
    let at = lineAfter(bytes, start + 12, limit)
    while (at > 0) {
      const next = lineAfter(bytes, at, limit)
      if (next === at + 2) {
        this.headEnd = next
        // RFC 9112, section 6.1: HTTP/1.0 has no chunks.
        const isChunkedOld = this.#length === CHUNKED && minor === ZERO
        return isChunkedOld || next - start > LONGEST_HEAD ? Reading.MALFORMED : Reading.RESPONSE
      }
      if (next > 0 && !this.#readField(bytes, at, next))
        return this.#isAmbiguous ? Reading.AMBIGUOUS : Reading.MALFORMED
      at = next
    }
    const isMalformed = at === BROKEN_LINE || limit - start > LONGEST_HEAD
    return isMalformed ? Reading.MALFORMED : Reading.INCOMPLETE
  }

  /** Reads a header line, if it frames the body or closes the connection; returns false if it is invalid. */
  #readField(bytes: Buffer, start: number, end: number): boolean {
    // Case-insensitive: "c" and "t" begin the fields that matter.
    const letter = (bytes[start] as number) | LOWER_CASE
    if (letter !== LOWER_C && letter !== LOWER_T) return !isBlank(bytes[start] as number)
    if (bytes[start + CONNECTION.length] === COLON) {
      // `Connection: keep-alive`, by its length and hyphen: no `close` fits beside that.
      const isUsual = end - start === 24 && bytes[start + 16] === HYPHEN && this.closes === null
      if (!isUsual && isField(bytes, start, CONNECTION, end))
        this.#readConnection(bytes, start, end)
      return true
    }
    if (isField(bytes, start, CONTENT_LENGTH, end)) {
      this.#isAmbiguous = this.#length !== -1
      this.#length = digitsAt(bytes, start + CONTENT_LENGTH.length + 1)
      return !this.#isAmbiguous && this.#length >= 0
    }
    if (isField(bytes, start, TRANSFER_ENCODING, end)) {
      this.#isAmbiguous = this.#length !== -1
      this.#length = CHUNKED
      return !this.#isAmbiguous && isChunked(bytes, start + TRANSFER_ENCODING.length + 1)
    }
    return true
  }

  #readConnection(bytes: Buffer, start: number, end: number): void {
    const line = bytes.toString('latin1', start, end)
    if (CLOSE.test(line)) this.closes = CLOSED
    else if (this.closes !== CLOSED && KEEP_ALIVE.test(line)) this.closes = null
  }

  #readChunks(bytes: Buffer, start: number, limit: number): Reading {
    const chunks: Buffer[] = []
    for (let at = start; ; ) {
      const data = lineAfter(bytes, at, limit)
      if (data < 0) {
        const isMalformed = data === BROKEN_LINE || limit - at > LONGEST_HEAD
        return isMalformed ? Reading.MALFORMED : Reading.INCOMPLETE
      }
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
      if (at < 0) return at === NO_LINE ? Reading.INCOMPLETE : Reading.MALFORMED
    }
    this.body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
    this.bodyStart = 0
    this.bodyEnd = this.body.length
    this.end = at + 2
    return Reading.RESPONSE
  }
}

/** Returns the start of the next line, or `NO_LINE` or `BROKEN_LINE`. */
function lineAfter(bytes: Buffer, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    const byte = bytes[at] as number
    if (byte >= SPACE || byte === TAB) continue
    if (byte !== CR) return BROKEN_LINE
    if (at + 1 >= limit) return NO_LINE
    return bytes[at + 1] === LF ? at + 2 : BROKEN_LINE
  }
  return NO_LINE
}

function isField(bytes: Buffer, at: number, name: Buffer, limit: number): boolean {
  if (at + name.length >= limit) return false
  for (let i = 0; i < name.length; i++) {
    if (((bytes[at + i] as number) | LOWER_CASE) !== name[i]) return false
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

/** Returns whether the rest of a line is `chunked`. */
function isChunked(bytes: Buffer, start: number): boolean {
  let at = start
  while (isBlank(bytes[at] as number)) at++
  for (const letter of CODING) if (((bytes[at++] as number) | LOWER_CASE) !== letter) return false
  while (isBlank(bytes[at] as number)) at++
  return bytes[at] === CR
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
    if (digit < 0) return bytes[at] === CR || bytes[at] === SEMICOLON ? value : -1
    value = Math.max(0, value) * 16 + digit
  }
}

function hexDigit(byte: number): number {
  if (byte >= ZERO && byte <= NINE) return byte - ZERO
  const letter = byte | LOWER_CASE
  return letter >= LOWER_A && letter <= LOWER_F ? letter - LOWER_A + 10 : -1
}
