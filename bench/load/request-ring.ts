/**
 * Ring of the requests of one connection. They are contiguous in one buffer, so that one write refills a pipeline. A
 * repeated request differs from the last round by its serial number.
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

/** A case of the load with its HTTP request. */
export interface Supplied {
  item: Case
  /** Part of the request and its response; 0 if there is none. */
  serial: number
  request: HttpRequest
}

export const Judgement = { RIGHT: 0, WRONG_STATUS: 1, WRONG: 2 } as const
export type Judgement = (typeof Judgement)[keyof typeof Judgement]

/** Placeholder of five digits for the port. */
const NO_PORT = '00000'
/** With the host, since a path may contain the same digits. */
const AUTHORITY = `${HOST}:${NO_PORT}`
const SERIAL_DIGITS = 16

interface Entry {
  /** Expected rejection; null for a request that must be accepted. */
  rejection: Pick<InvalidCase, 'statuses' | 'mentions'> | null
  /** Initial serial number, in digits. */
  serial: string
  /** Set if the response contains the server's count of calls. */
  counted: Counted | null
}

export class RequestRing {
  readonly #route: Route
  readonly #wire: WireName
  readonly #entries: Entry[]
  /** All requests, and the start of each, plus the end of the last. */
  readonly #bytes: Buffer
  readonly #starts: Uint32Array
  readonly #portAt: Uint32Array
  /** Position of the serial number in each request; -1 without one. */
  readonly #serialAt: Int32Array
  /** The same for the expected responses, serialized as servers usually do. */
  readonly #responses: Buffer
  readonly #responseStarts: Uint32Array
  readonly #responseSerialAt: Int32Array
  /** Last count of calls that the server returned in this load. */
  #lastCount = 0
  /** Position in the serial number of the digit that counts the rounds. */
  readonly #place: number

  /** @param total requests of all rings of a load, whose serial numbers are consecutive */
  constructor(wire: WireName, route: Route, supplied: readonly Supplied[], total: number) {
    this.#route = route
    this.#wire = wire
    this.#place = SERIAL_DIGITS - 1 - Math.ceil(Math.log10(Math.max(2, total)))
    this.#entries = supplied.map(({ item, serial }) => entryOf(item, serial))
    const requests = supplied.map(({ request }) => requestBytes(request))
    const responses = supplied.map(({ item }) => this.#expectedBytes(item))
    this.#bytes = Buffer.concat(requests)
    this.#responses = Buffer.concat(responses)
    this.#starts = startsOf(requests)
    this.#responseStarts = startsOf(responses)
    const serialsIn = (texts: readonly Buffer[], starts: Uint32Array) =>
      Int32Array.from(texts, (text, i) => {
        const { serial = '' } = this.#entries[i] ?? {}
        if (serial.length !== SERIAL_DIGITS) return -1
        const digits = text.indexOf(serial)
        const at = digits < 0 ? text.indexOf(doubleOf(Number(serial))) : digits
        return at < 0 ? -1 : at + (starts[i] as number)
      })
    this.#serialAt = serialsIn(requests, this.#starts)
    this.#responseSerialAt = serialsIn(responses, this.#responseStarts)
    this.#portAt = Uint32Array.from(
      requests,
      (text, i) => text.indexOf(AUTHORITY) + AUTHORITY.length - NO_PORT.length + (this.#starts[i] as number),
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

  /** Increments the serial number of a request (sequence number from 0) for the next round. */
  renew(sequence: number): void {
    const index = sequence % this.size
    countUp(this.#bytes, this.#serialAt[index] as number, this.#place)
    countUp(this.#responses, this.#responseSerialAt[index] as number, this.#place)
  }

  /** Returns the bytes of `count` requests, or of fewer if the ring ends before. */
  requests(sequence: number, count: number): Buffer {
    const from = sequence % this.size
    const to = Math.min(from + count, this.size)
    return this.#bytes.subarray(this.#starts[from], this.#starts[to])
  }

  /** Returns whether the request must be rejected. */
  isInvalid(sequence: number): boolean {
    return (this.#entries[sequence % this.size] as Entry).rejection !== null
  }

  /** Resets the count of calls: the next load may reach another server process. */
  beginLoad(): void {
    this.#lastCount = 0
  }

  /** Compares the status and body of a response with the expected ones. */
  judge(sequence: number, status: number, bytes: Buffer, start: number, end: number): Judgement {
    const index = sequence % this.size
    const { rejection, counted } = this.#entries[index] as Entry
    if (rejection) return judgeRejection(rejection, status, bytes.subarray(start, end))
    if (status !== 200) return status > 200 && status < 300 ? Judgement.WRONG : Judgement.WRONG_STATUS
    if (counted) return this.#judgeCount(sequence, counted, bytes.subarray(start, end))
    const [from, to] = [this.#responseStarts[index] as number, this.#responseStarts[index + 1] as number]
    if (to - from === end - start && bytes.compare(this.#responses, from, to, start, end) === 0) return Judgement.RIGHT
    return this.#judgeValue(bytes.subarray(start, end), this.#responses.subarray(from, to))
  }

  /** The count of calls must increase: a repeated count is a cached response. */
  #judgeCount(sequence: number, counted: Counted, body: Buffer): Judgement {
    const count = counted.countIn(body.toString(), () => decodeBody(wires[this.#wire], this.#route, body))
    if (!(count > this.#lastCount)) return Judgement.WRONG
    this.#lastCount = count
    const expected = this.#countedResponse(sequence, counted, count)
    return body.equals(expected) ? Judgement.RIGHT : this.#judgeValue(body, expected)
  }

  /** Compares decoded values, for a response whose bytes differ. */
  #judgeValue(body: Buffer, expected: Buffer): Judgement {
    const wire = wires[this.#wire]
    const value = decodeBody(wire, this.#route, body)
    const isRight = value !== undefined && isDeepStrictEqual(value, decodeBody(wire, this.#route, expected))
    return isRight ? Judgement.RIGHT : Judgement.WRONG
  }

  /** Returns the expected response to show beside the actual `body`. */
  expected(sequence: number, body: string): string {
    const index = sequence % this.size
    const { rejection, counted } = this.#entries[index] as Entry
    if (rejection) return rejection.mentions ? `a rejection that names "${rejection.mentions}"` : 'a rejection'
    if (counted) {
      const count = counted.countIn(body)
      if (!(count > this.#lastCount)) return `a response with a count above ${this.#lastCount}`
      return this.#countedResponse(sequence, counted, count).toString()
    }
    return this.#responses.toString('utf8', this.#responseStarts[index], this.#responseStarts[index + 1])
  }

  #countedResponse(sequence: number, counted: Counted, count: number): Buffer {
    const index = sequence % this.size
    const { serial } = this.#entries[index] as Entry
    const at = this.#serialAt[index] as number
    const now = at < 0 ? serial : this.#bytes.toString('latin1', at, at + SERIAL_DIGITS)
    return this.#bytesOf(counted.jsonWith(count).replace(serial, now))
  }

  /** Returns the request as a string, for messages. */
  text(sequence: number): string {
    return this.requests(sequence, 1).toString()
  }

  /** Returns the expected response, or nothing if it depends on the server's count. */
  #expectedBytes(item: Case): Buffer {
    const isKnown = isValid(item) && !(item.expected instanceof Counted)
    return isKnown ? this.#bytesOf(JSON.stringify(item.expected)) : Buffer.alloc(0)
  }

  #bytesOf(json: string): Buffer {
    return Buffer.from(wires[this.#wire].response(json, this.#route) as Uint8Array)
  }
}

const ZERO = '0'.charCodeAt(0)
const NINE = '9'.charCodeAt(0)

/** Encodes a number as protobuf's binary format does: 8 bytes, little-endian. */
function doubleOf(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return bytes
}

/** Increments the digit at `place` of a decimal string or a double, with carry. */
function countUp(bytes: Buffer, start: number, place: number): void {
  if (start < 0) return
  // In a double of 16 decimal digits, this byte is part of the exponent and not an ASCII digit.
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
    return { rejection: null, serial: String(serial), counted: item.expected instanceof Counted ? item.expected : null }
  }
  const { statuses, mentions } = item
  const rejection = { ...(statuses && { statuses }), ...(mentions && { mentions }) }
  return { rejection, serial: String(serial), counted: null }
}

/** Checks the status and the named field. The contract checks that the name is more than an echo of the request. */
function judgeRejection(
  { statuses, mentions }: NonNullable<Entry['rejection']>,
  status: number,
  body: Buffer,
): Judgement {
  const isStatus = statuses?.includes(status) ?? (status >= 400 && status < 500)
  if (isStatus && (mentions === undefined || body.includes(mentions))) return Judgement.RIGHT
  return status >= 500 ? Judgement.WRONG_STATUS : Judgement.WRONG
}

function startsOf(texts: readonly Buffer[]): Uint32Array {
  const starts = new Uint32Array(texts.length + 1)
  for (const [i, { length }] of texts.entries()) starts[i + 1] = (starts[i] as number) + length
  return starts
}

function requestBytes(request: Supplied['request']): Buffer {
  const { method, path, headers } = request
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${AUTHORITY}\r\nconnection: keep-alive\r\n`
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`
  if (method === 'GET') return Buffer.from(`${head}\r\n`)
  const content = contentOf(request)
  return Buffer.concat([Buffer.from(`${head}content-length: ${content.length}\r\n\r\n`), content])
}
