/** Ring of the requests of one connection. A repeated request differs from the last round by its serial number. */
import { isDeepStrictEqual } from 'node:util'
import { type Case, Counted, type InvalidCase, isValid } from '../../shared/contract/scenario.ts'
import {
  decodeBody,
  type HttpRequest,
  type Route,
  statusOn,
  type WireName,
  wires,
} from '../../shared/wires/wires.ts'
import { HOST } from '../server/server-process.ts'
import { type Layout, requestBytes } from './request-bytes.ts'

/** A case of the load with its HTTP request. */
export interface Supplied {
  item: Case
  /** Part of the request and its response; 0 if there is none. */
  serial: number
  request: HttpRequest
}

export const Judgement = { CORRECT: 0, WRONG_STATUS: 1, WRONG: 2 } as const
export type Judgement = (typeof Judgement)[keyof typeof Judgement]

/** Placeholder of five digits for the port. */
const NO_PORT = '00000'
/** With the host, since a path may contain the same digits. */
const AUTHORITY = `${HOST}:${NO_PORT}`
const SERIAL_DIGITS = 16

interface Entry {
  request: Buffer
  /** Position of the port in the request. */
  portAt: number
  /** Position of the serial number in the request; -1 without one. */
  serialAt: number
  /** The expected response, serialized as servers usually do; empty if it is a rejection or has the server's count. */
  response: Buffer
  /** Positions of the serial number in the response, which may repeat it. */
  responseSerialsAt: number[]
  /** Initial serial number, in digits. */
  serial: string
  /** Expected rejection; null for a request that must be accepted. */
  rejection: { statuses: InvalidCase['statuses']; mentions: InvalidCase['mentions'] } | null
  /** Set if the response contains the server's count of calls. */
  counted: Counted | null
}

export class RequestRing {
  readonly #route: Route
  readonly #wire: WireName
  readonly #entries: Entry[]
  /** The largest count of calls in responses that came before the oldest request in flight was sent. */
  #countBefore = 0
  /** Counts of the later responses: handlers of pipelined requests may count in any order. */
  #recentCounts: number[] = []
  readonly #pipelining: number
  /** Position in the serial number of the digit that counts the rounds. */
  readonly #place: number

  /**
   * @param total requests of all rings of a load, whose serial numbers are consecutive
   * @param pipelining requests in flight
   */
  constructor(
    wire: WireName,
    route: Route,
    supplied: readonly Supplied[],
    total: number,
    { pipelining = 1, layout = null }: { pipelining?: number; layout?: Layout } = {},
  ) {
    this.#route = route
    this.#pipelining = pipelining
    this.#wire = wire
    this.#place = SERIAL_DIGITS - 1 - Math.ceil(Math.log10(Math.max(2, total)))
    this.#entries = supplied.map((each) => this.#entryOf(each, layout))
  }

  get size(): number {
    return this.#entries.length
  }

  /** Writes the port into all requests. */
  setPort(port: number): void {
    const digits = Buffer.from(String(port).padStart(NO_PORT.length, '0'))
    for (const { request, portAt } of this.#entries) digits.copy(request, portAt)
  }

  /** Increments the serial number of a request (sequence number from 0) for the next round. */
  renew(sequence: number): void {
    const { request, serialAt, response, responseSerialsAt } = this.#entryAt(sequence)
    countUp(request, serialAt, this.#place)
    for (const at of responseSerialsAt) countUp(response, at, this.#place)
  }

  /** Returns the bytes of a request. */
  request(sequence: number): Buffer {
    return this.#entryAt(sequence).request
  }

  /** Resets the count of calls: the next load may reach another server process. */
  beginLoad(): void {
    this.#countBefore = 0
    this.#recentCounts = []
  }

  /** Returns whether a correct response to the request is correct for no other. */
  hasOwnResponse(sequence: number): boolean {
    const { responseSerialsAt, counted, serialAt } = this.#entryAt(sequence)
    return responseSerialsAt.length > 0 || (counted !== null && serialAt >= 0)
  }

  /** Compares the status and body of a response with the expected ones. */
  judge(sequence: number, status: number, bytes: Buffer, start: number, end: number): Judgement {
    const { rejection, counted, response } = this.#entryAt(sequence)
    if (rejection) {
      const body = bytes.subarray(start, end)
      return judgeRejection(rejection, statusOn(wires[this.#wire], status, body), body)
    }
    if (status !== 200)
      return status > 200 && status < 300 ? Judgement.WRONG : Judgement.WRONG_STATUS
    if (counted) return this.#judgeCount(sequence, counted, bytes.subarray(start, end))
    const { length } = response
    if (length === end - start && bytes.compare(response, 0, length, start, end) === 0)
      return Judgement.CORRECT
    return this.#judgeValue(bytes.subarray(start, end), response)
  }

  /** The count of calls must be new, and increase from response to next request: a repeated count is a cached response. */
  #judgeCount(sequence: number, counted: Counted, body: Buffer): Judgement {
    const count = counted.countIn(body.toString(), () =>
      decodeBody(wires[this.#wire], this.#route, body),
    )
    if (!this.#isNew(count)) return Judgement.WRONG
    const expected = this.#countedResponse(sequence, counted, count)
    const judgement = body.equals(expected) ? Judgement.CORRECT : this.#judgeValue(body, expected)
    if (judgement === Judgement.CORRECT) this.#recentCounts.push(count)
    if (this.#recentCounts.length >= this.#pipelining)
      this.#countBefore = Math.max(this.#countBefore, this.#recentCounts.shift() as number)
    return judgement
  }

  #isNew(count: number): boolean {
    return count > this.#countBefore && !this.#recentCounts.includes(count)
  }

  /** Compares decoded values, for a response whose bytes differ. */
  #judgeValue(body: Buffer, expected: Buffer): Judgement {
    const wire = wires[this.#wire]
    const value = decodeBody(wire, this.#route, body)
    const isCorrect =
      value !== undefined && isDeepStrictEqual(value, decodeBody(wire, this.#route, expected))
    return isCorrect ? Judgement.CORRECT : Judgement.WRONG
  }

  /** Returns the expected response to show beside the actual `body`. */
  expected(sequence: number, body: string): string {
    const { rejection, counted, response } = this.#entryAt(sequence)
    if (rejection)
      return rejection.mentions ? `a rejection that names "${rejection.mentions}"` : 'a rejection'
    if (!counted) return response.toString()
    const count = counted.countIn(body)
    if (!this.#isNew(count)) return `a response with a new count above ${this.#countBefore}`
    return this.#countedResponse(sequence, counted, count).toString()
  }

  #countedResponse(sequence: number, counted: Counted, count: number): Buffer {
    const { serial, serialAt: at, request } = this.#entryAt(sequence)
    const now = at < 0 ? serial : request.toString('latin1', at, at + SERIAL_DIGITS)
    return this.#bytesOf(counted.jsonWith(count).replace(serial, now))
  }

  #entryAt(sequence: number): Entry {
    return this.#entries[sequence % this.#entries.length] as Entry
  }

  #entryOf({ item, serial: number, request: call }: Supplied, layout: Layout): Entry {
    const serial = String(number)
    const request = requestBytes(call, AUTHORITY, layout)
    const counted = isValid(item) && item.expected instanceof Counted ? item.expected : null
    const isKnown = isValid(item) && counted === null
    const response = isKnown ? this.#bytesOf(JSON.stringify(item.expected)) : Buffer.alloc(0)
    return {
      request,
      portAt: request.indexOf(AUTHORITY) + AUTHORITY.length - NO_PORT.length,
      serialAt: serialsIn(request, serial)[0] ?? -1,
      response,
      responseSerialsAt: serialsIn(response, serial),
      serial,
      rejection: isValid(item) ? null : { statuses: item.statuses, mentions: item.mentions },
      counted,
    }
  }

  #bytesOf(json: string): Buffer {
    return Buffer.from(wires[this.#wire].response(json, this.#route) as Uint8Array)
  }
}

/** Returns the positions of a serial number, as digits or as a double. */
function serialsIn(bytes: Buffer, serial: string): number[] {
  if (serial.length !== SERIAL_DIGITS) return []
  const digits = positionsOf(bytes, serial)
  return digits.length > 0 ? digits : positionsOf(bytes, doubleOf(Number(serial)))
}

function positionsOf(bytes: Buffer, part: string | Buffer): number[] {
  const found: number[] = []
  for (let at = bytes.indexOf(part); at >= 0; at = bytes.indexOf(part, at + 1)) found.push(at)
  return found
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

/** Checks the status and the named field. The contract checks that the name is more than an echo of the request. */
function judgeRejection(
  { statuses, mentions }: NonNullable<Entry['rejection']>,
  status: number,
  body: Buffer,
): Judgement {
  const isStatus = statuses?.includes(status) ?? (status >= 400 && status < 500)
  if (isStatus && (mentions === undefined || body.includes(mentions))) return Judgement.CORRECT
  return status >= 500 ? Judgement.WRONG_STATUS : Judgement.WRONG
}
