/** Sends single cases of the invariants over raw connections and checks the responses. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Invariant, InvariantCase, InvariantSend } from '../../shared/contract/scenario.ts'
import type { Deed } from '../../shared/format/disclosure.ts'
import { type Framed, ordinary } from '../../shared/wires/framing.ts'
import { encodeCall, type HttpRequest, wires } from '../../shared/wires/wires.ts'
import { expectation, modelError, shorten, valueError } from './answers.ts'
import type { ContractTerms } from './exchange.ts'
import { type HttpResponse, httpResponse, TIMEOUT, whyMissing } from './http.ts'
import { LeakFinder } from './leaks.ts'
import { Line, type Missing } from './line.ts'
import type { RawResponse } from './response-parser.ts'

export interface Breach {
  invariant: Invariant
  does: Deed | 'another status'
  /** Null without a response. */
  status: number | null
  expected: string
  got: string
  request: HttpRequest
  answered: boolean
}

/** Milliseconds after which an ended server has closed its port. */
const END = 100

/** What a server does that sends no response. */
const WITHOUT_RESPONSE: Record<Missing, Deed> = {
  refused: 'crashes',
  'timed out': 'hangs',
  malformed: 'wrong answer',
  closed: 'closes',
}

/** Bytes of a response per byte of its request. A list of one error per item has up to 300. */
const MOST_BYTES_OUT = 500

/** Milliseconds; a server may close a connection that is idle for longer, Node after 5 s, as it is where this process is paused. */
const SHORTEST_IDLE = 3_000

/** A send with its encoded request. */
interface Sent {
  send: InvariantSend
  request: HttpRequest
  framed: Framed
}

export class InvariantExchange {
  readonly #port: number
  readonly #terms: ContractTerms
  readonly #timeout: number
  readonly #leaks = new LeakFinder()

  /** @param timeout milliseconds until a missing response is a hang */
  constructor(port: number, terms: ContractTerms, timeout = TIMEOUT) {
    this.#port = port
    this.#terms = terms
    this.#timeout = timeout
  }

  /**
   * Sends a case on its own connection and checks the responses.
   * @param next a valid call to send on the same connection afterwards, if the case leaves it open
   * @returns the first breach, or null
   */
  async put(item: InvariantCase, next: InvariantSend, isAgain = false): Promise<Breach | null> {
    const begin = performance.now()
    const sent = item.sends.map((send) => this.#prepare(send))
    if (item.order === 'interleaved') return this.#interleaved(sent)
    using line = this.#line()
    const pipelined = item.order === 'pipelined'
    if (pipelined) await line.send(joined(sent.map(({ framed }) => framed)))
    for (const one of sent) {
      const breach = await this.#answered(
        one,
        await (pipelined ? line.read(one.request) : line.exchange(one)),
      )
      if (breach) return breach
    }
    if (item.isLast) return null
    const after = this.#prepare(next)
    const wasPaused = performance.now() - begin > SHORTEST_IDLE
    const outcome = await line.exchange(after)
    if (outcome === 'closed' && wasPaused && !isAgain) return this.put(item, next, true)
    return asIsolationBreach(
      await this.#answered(after, outcome),
      'a valid call on the same connection',
    )
  }

  /** Sends a valid call on its own connection, after a case. */
  async putAfter(next: InvariantSend): Promise<Breach | null> {
    using line = this.#line()
    const one = this.#prepare(next)
    return asIsolationBreach(
      await this.#answered(one, await line.exchange(one)),
      'a valid call on another connection',
    )
  }

  #line(): Line {
    return new Line(this.#port, this.#timeout)
  }

  async #interleaved(sent: readonly Sent[]): Promise<Breach | null> {
    const all = sent.map((one) => ({ one, line: this.#line() }))
    try {
      const longest = Math.max(...sent.map(({ framed }) => framed.pieces.length))
      for (let at = 0; at < longest; at++) {
        const piece = ({ framed: { pieces } }: Sent) => ({
          pieces: pieces.slice(at, at + 1),
          pause: 0,
        })
        await Promise.all(all.map(({ one, line }) => line.send(piece(one))))
      }
      const reading = all.map(async ({ one, line }) => ({
        one,
        outcome: await line.read(one.request),
      }))
      for (const { one, outcome } of await Promise.all(reading)) {
        const breach = await this.#answered(one, outcome)
        if (breach) return breach
      }
      return null
    } finally {
      for (const { line } of all) line.close()
    }
  }

  #prepare(send: InvariantSend): Sent {
    const request = encodeCall(wires[this.#terms.wire], this.#terms.scenario.route, send.call)
    const framed = (send.framing ?? ordinary)(request)
    this.#leaks.sent(framed.pieces)
    return { send, request, framed }
  }

  /** Checks a response, or its absence. */
  async #answered(
    { send, request, framed }: Sent,
    outcome: RawResponse | Missing,
  ): Promise<Breach | null> {
    const base = { expected: expected(send), request }
    if (typeof outcome === 'object') {
      const fault = this.#fault(send, request, framed, outcome)
      return fault && { ...base, ...fault, status: outcome.status, answered: true }
    }
    const hasEnded = outcome === 'closed' && !(await this.#isAlive())
    const does = hasEnded ? 'crashes' : WITHOUT_RESPONSE[outcome]
    const got = hasEnded ? 'no response: the server ended' : whyMissing(outcome, this.#timeout)
    return { ...base, invariant: 2, does, status: null, got, answered: false }
  }

  /** Checks whether the server, which closed a connection, still accepts others. */
  async #isAlive(): Promise<boolean> {
    await sleep(END)
    using line = this.#line()
    return await line.open()
  }

  #fault(
    { allowed }: InvariantSend,
    { method }: HttpRequest,
    framed: Framed,
    raw: RawResponse,
  ): Pick<Breach, 'invariant' | 'does' | 'got'> | null {
    const { scenario, wire } = this.#terms
    const response = withLength(raw)
    const { status, body } = response
    const got = `${status} ${shorten(body)}`
    const factor = raw.body.length / framed.pieces.reduce((sum, piece) => sum + piece.length, 0)
    if (factor > MOST_BYTES_OUT) {
      return {
        invariant: 2,
        does: 'wrong answer',
        got: `${got}: ${Math.round(factor)} times as long as the request`,
      }
    }
    const isOwnMethod = method === scenario.route.method
    // RFC 9110, 9.1: 501 is the response to a method that the server does not know.
    if (status === 501 && !isOwnMethod) return null
    if (status >= 500 || status < 200) return { invariant: 2, does: 'another status', got }
    const isAccepted = status < 300
    const does = isAccepted ? 'wrong answer' : 'another status'
    const fault =
      allowed.kind === 'correct'
        ? valueError(wires[wire], scenario, allowed.item, response)?.got
        : undefined
    if (allowed.kind === 'correct' && !fault) return null
    const leak = this.#leaks.find(framed.pieces, body)
    if (leak)
      return { invariant: 4, does: 'wrong answer', got: `${got}: ${leak} is of another request` }
    if (fault) return { invariant: 3, does, got: fault }
    if (!isAccepted)
      return allowed.kind === 'rejected' && status < 400 ? { invariant: 1, does, got } : null
    if (allowed.kind === 'rejected') {
      const isValue = status === 200 && modelError(wires[wire], scenario, response) === undefined
      return { invariant: 1, does: isValue ? 'accepts' : 'wrong answer', got }
    }
    // A response to another method or path need not be a value of the model.
    if (status !== 200 || !isOwnMethod) return null
    const wrong =
      allowed.kind === 'conforming' && allowed.item
        ? valueError(wires[wire], scenario, allowed.item, response)?.got
        : modelError(wires[wire], scenario, response)
    return wrong ? { invariant: 1, does, got: wrong } : null
  }
}

function asIsolationBreach(breach: Breach | null, who: string): Breach | null {
  return (
    breach && {
      ...breach,
      invariant: breach.invariant === 2 ? 2 : 4,
      expected: `${who}: ${breach.expected}`,
    }
  )
}

/** Joins all pieces: a pipelining client does not wait. */
function joined(framed: readonly Framed[]): Framed {
  return { pieces: [Buffer.concat(framed.flatMap(({ pieces }) => pieces))], pause: 0 }
}

function expected({ allowed }: InvariantSend): string {
  if (allowed.kind === 'correct') return expectation(allowed.item)
  if (allowed.kind === 'rejected') return '4xx'
  return allowed.item
    ? `4xx, or ${expectation(allowed.item)}`
    : '4xx, or 200 with a value of the model'
}

/** A body that ends with the connection is as valid as one with a length. */
function withLength(raw: RawResponse): HttpResponse {
  const response = httpResponse(raw)
  if (raw.closes) response.headers['content-length'] ??= String(raw.body.length)
  return response
}
