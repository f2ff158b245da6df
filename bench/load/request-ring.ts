/**
 * The requests of one connection, repeated: they lie one behind the other in one buffer, so that one write refills a
 * pipeline. Repeated requests differ by their serial numbers.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Case, Counted, type InvalidCase, isValid } from '../../shared/scenarios/scenario.ts'
import {
  contentOf,
  decodeBody,
  type HttpRequest,
  type Route,
  type WireName,
  wires,
} from '../../shared/scenarios/wire.ts'
import { HOST } from '../host/server-process.ts'

/** A case of the load, its call put on HTTP. */
export interface Supplied {
  item: Case
  /** Stands in the request and in its response; 0 where there is none. */
  serial: number
  request: HttpRequest
}

export const Judgement = { RIGHT: 0, WRONG_STATUS: 1, WRONG: 2 } as const
export type Judgement = (typeof Judgement)[keyof typeof Judgement]

/** Five digits, in whose place the port of a load is written. */
const NO_PORT = '00000'
/** The digits alone may stand in a path as well. RFC 3986, 3.2.2: an address of IPv6 stands in brackets. */
const authorityOf = (host: string) => `${host.includes(':') ? `[${host}]` : host}:${NO_PORT}`
const SERIAL_DIGITS = 16

interface Entry {
  /** Expected rejection; null for a request that must be accepted. */
  refusal: Pick<InvalidCase, 'statuses' | 'mentions'> | null
  /** The serial number's first value, in digits. */
  serial: string
  /** The correct response's value counts the server's calls. */
  counted: Counted | null
}

export class RequestRing {
  readonly #route: Route
  readonly #wire: WireName
  readonly #entries: Entry[]
  /** All requests, and where each begins; one more for the end of the last. */
  readonly #bytes: Buffer
  readonly #starts: Uint32Array
  readonly #portAt: Uint32Array
  /** Where the serial number stands in the requests; -1 where it does not. */
  readonly #serialAt: Int32Array
  /** All responses, in the text in which they most likely come, and the same of them. */
  readonly #answers: Buffer
  readonly #answerStarts: Uint32Array
  readonly #answerSerialAt: Int32Array
  /** The last response's count of the server's calls, in this load. */
  #lastCount = 0
  /** The digit of a serial number, from its first, which counts how often a request has come round. */
  readonly #place: number

  /**
   * @param total requests of all rings of a load, which have serial numbers one after the other
   * @param host the server's address
   */
  constructor(wire: WireName, route: Route, supplied: readonly Supplied[], total: number, host = HOST) {
    this.#route = route
    this.#wire = wire
    this.#place = SERIAL_DIGITS - 1 - Math.ceil(Math.log10(Math.max(2, total)))
    this.#entries = supplied.map(({ item, serial }) => entryOf(item, serial))
    const authority = authorityOf(host)
    const requests = supplied.map(({ request }) => requestBytes(request, authority))
    const answers = supplied.map(({ item }) => this.#answerOf(item))
    this.#bytes = Buffer.concat(requests)
    this.#answers = Buffer.concat(answers)
    this.#starts = startsOf(requests)
    this.#answerStarts = startsOf(answers)
    const serialsIn = (texts: readonly Buffer[], starts: Uint32Array) =>
      Int32Array.from(texts, (text, i) => {
        const { serial = '' } = this.#entries[i] ?? {}
        if (serial.length !== SERIAL_DIGITS) return -1
        const digits = text.indexOf(serial)
        const at = digits < 0 ? text.indexOf(doubleOf(Number(serial))) : digits
        return at < 0 ? -1 : at + (starts[i] as number)
      })
    this.#serialAt = serialsIn(requests, this.#starts)
    this.#answerSerialAt = serialsIn(answers, this.#answerStarts)
    this.#portAt = Uint32Array.from(
      requests,
      (text, i) => text.indexOf(authority) + authority.length - NO_PORT.length + (this.#starts[i] as number),
    )
  }

  get size(): number {
    return this.#entries.length
  }

  /** Writes the port into all requests. */
  setPort(port: number): void {
    const digits = Buffer.from(String(port).padStart(NO_PORT.length, '0'))
    for (const at of this.#portAt) digits.copy(this.#bytes, at)
  }

  /** Makes the request of that number, counted from 0, another one than it was the last time. */
  renew(sequence: number): void {
    const index = sequence % this.size
    countUp(this.#bytes, this.#serialAt[index] as number, this.#place)
    countUp(this.#answers, this.#answerSerialAt[index] as number, this.#place)
  }

  /** The bytes of requests from one on; of fewer where the ring's end comes before. */
  requests(sequence: number, count: number): Buffer {
    const from = sequence % this.size
    const to = Math.min(from + count, this.size)
    return this.#bytes.subarray(this.#starts[from], this.#starts[to])
  }

  /** Returns whether the request must be rejected. */
  isInvalid(sequence: number): boolean {
    return (this.#entries[sequence % this.size] as Entry).refusal !== null
  }

  /** From now on another server, or another of its processes, may answer, which counts anew. */
  beginLoad(): void {
    this.#lastCount = 0
  }

  /** Judges the response to a request: a status, and a body in those bytes. */
  judge(sequence: number, status: number, bytes: Buffer, start: number, end: number): Judgement {
    const index = sequence % this.size
    const { refusal, counted } = this.#entries[index] as Entry
    if (refusal) return judgeRefusal(refusal, status, bytes.subarray(start, end))
    if (status !== 200) return status > 200 && status < 300 ? Judgement.WRONG : Judgement.WRONG_STATUS
    if (counted) return this.#judgeCount(sequence, counted, bytes.subarray(start, end))
    const [from, to] = [this.#answerStarts[index] as number, this.#answerStarts[index + 1] as number]
    if (to - from === end - start && bytes.compare(this.#answers, from, to, start, end) === 0) return Judgement.RIGHT
    return this.#judgeValue(bytes.subarray(start, end), this.#answers.subarray(from, to))
  }

  /** A server counts its calls up: what was answered before on the connection is no response. */
  #judgeCount(sequence: number, counted: Counted, body: Buffer): Judgement {
    const count = counted.countIn(body.toString(), () => decodeBody(wires[this.#wire], this.#route, body))
    if (!(count > this.#lastCount)) return Judgement.WRONG
    this.#lastCount = count
    const answer = this.#countedAnswer(sequence, counted, count)
    return body.equals(answer) ? Judgement.RIGHT : this.#judgeValue(body, answer)
  }

  /** By the value that the correct response's bytes carry, where the bytes are others. */
  #judgeValue(body: Buffer, answer: Buffer): Judgement {
    const wire = wires[this.#wire]
    const value = decodeBody(wire, this.#route, body)
    const isRight = value !== undefined && isDeepStrictEqual(value, decodeBody(wire, this.#route, answer))
    return isRight ? Judgement.RIGHT : Judgement.WRONG
  }

  /** The correct response's text as it most likely comes, where `body` is the one that came. */
  answer(sequence: number, body: string): string {
    const index = sequence % this.size
    const { refusal, counted } = this.#entries[index] as Entry
    if (refusal) return refusal.mentions ? `a refusal that names "${refusal.mentions}"` : 'a refusal'
    if (counted) {
      const count = counted.countIn(body)
      if (!(count > this.#lastCount)) return `an answer whose count is above ${this.#lastCount}`
      return this.#countedAnswer(sequence, counted, count).toString()
    }
    return this.#answers.toString('utf8', this.#answerStarts[index], this.#answerStarts[index + 1])
  }

  #countedAnswer(sequence: number, counted: Counted, count: number): Buffer {
    const index = sequence % this.size
    const { serial } = this.#entries[index] as Entry
    const at = this.#serialAt[index] as number
    const now = at < 0 ? serial : this.#bytes.toString('latin1', at, at + SERIAL_DIGITS)
    return this.#bytesOf(counted.jsonWith(count).replace(serial, now))
  }

  /** The text of the request, to show. */
  text(sequence: number): string {
    return this.requests(sequence, 1).toString()
  }

  /** The response as far as it is known beforehand. */
  #answerOf(item: Case): Buffer {
    const isKnown = isValid(item) && !(item.expected instanceof Counted)
    return isKnown ? this.#bytesOf(JSON.stringify(item.expected)) : Buffer.alloc(0)
  }

  #bytesOf(json: string): Buffer {
    return Buffer.from(wires[this.#wire].response(json, this.#route) as Uint8Array)
  }
}

const ZERO = '0'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)

/** A number as protobuf's binary format writes it: 8 bytes, the last first. */
function doubleOf(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** Adds one to the digit at that place of a number, in digits or as a double, with what is carried. */
function countUp(bytes: Buffer, start: number, place: number): void {
  if (start < 0) return
  // A double of 16 digits has its exponent there, which is no digit.
  if ((bytes[start + 7] as number) > NINE) {
    bytes.writeDoubleLE(bytes.readDoubleLE(start) + 10 ** (SERIAL_DIGITS - 1 - place), start)
    return
  }
  let at = start + place
  while (bytes[at] === NINE) bytes[at--] = ZERO
  bytes[at] = (bytes[at] as number) + 1
}

function entryOf(item: Case, serial: number): Entry {
  if (isValid(item)) {
    return { refusal: null, serial: String(serial), counted: item.expected instanceof Counted ? item.expected : null }
  }
  const { statuses, mentions } = item
  const refusal = { ...(statuses && { statuses }), ...(mentions && { mentions }) }
  return { refusal, serial: String(serial), counted: null }
}

/**
 * By its status, and by whether it names what is wrong. Whether the name is more than an echo of the request is for the
 * contract to see.
 */
function judgeRefusal({ statuses, mentions }: NonNullable<Entry['refusal']>, status: number, body: Buffer): Judgement {
  const isStatus = statuses?.includes(status) ?? (status >= 400 && status < 500)
  if (isStatus && (mentions === undefined || body.includes(mentions))) return Judgement.RIGHT
  return status >= 500 ? Judgement.WRONG_STATUS : Judgement.WRONG
}

function startsOf(texts: readonly Buffer[]): Uint32Array {
  const starts = new Uint32Array(texts.length + 1)
  for (const [i, { length }] of texts.entries()) starts[i + 1] = (starts[i] as number) + length
  return starts
}

function requestBytes(request: Supplied['request'], authority: string): Buffer {
  const { method, path, headers } = request
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${authority}\r\nconnection: keep-alive\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  if (method === 'GET') return Buffer.from(`${head}\r\n`)
  const content = contentOf(request)
  return Buffer.concat([Buffer.from(`${head}content-length: ${content.length}\r\n\r\n`), content])
}
