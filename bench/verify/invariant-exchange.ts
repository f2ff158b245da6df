/** Sends single cases of the invariants over raw connections and checks the responses. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Invariant, InvariantCase, InvariantSend } from '../../shared/contract/scenario.ts'
import type { DeviationKind } from '../../shared/format/disclosure.ts'
import { anyValid, correct } from '../../shared/invariants/invariant-case.ts'
import { sum } from '../../shared/stats/statistics.ts'
import { type Framed, ordinary } from '../../shared/wires/framing.ts'
import { encodeCall, type HttpRequest, wires } from '../../shared/wires/wires.ts'
import { dateFault } from '../load/builtin/response-fields.ts'
import type { ContractTerms } from './exchange.ts'
import { Line, type Missing, type Outcome } from './http.ts'
import { LeakFinder } from './leaks.ts'
import { expectationText, modelError, onWire, shortLine, valueError } from './response-checks.ts'
import type { HttpResponse } from './response-parser.ts'

export interface Breach {
  invariant: Invariant
  does: DeviationKind | 'another status'
  /** Null without a response. */
  status: number | null
  expected: string
  got: string
  request: HttpRequest
  /** Whether there was a response. */
  responded: boolean
}

/** Milliseconds after which an ended server has closed its port. */
const END = 100

/** The deviation that a missing response shows. */
const WITHOUT_RESPONSE: Record<Missing, DeviationKind> = {
  unconnected: 'crashes',
  'timed out': 'hangs',
  malformed: 'wrong answer',
  ambiguous: 'wrong answer',
  closed: 'closes',
}

/** Bytes of a response per byte of its request. A list of one error per item has up to 300. */
const MOST_BYTES_OUT = 500

/** Milliseconds by which a `Date` may be old, which is in whole seconds, and cached for one. */
const OLDEST_DATE = 3_000

/** Milliseconds after which a server may close an idle connection (Node: 5 s), such as while this process is paused. */
const SHORTEST_IDLE = 3_000

/** A send with its encoded request. */
interface Sent {
  send: InvariantSend
  request: HttpRequest
  framed: Framed
  /** Unix time in ms. */
  at: number
}

export class InvariantExchange {
  readonly #port: number
  readonly #terms: ContractTerms
  readonly #timeout: number | undefined
  readonly #leaks = new LeakFinder()

  /** @param timeout milliseconds until a missing response is a hang */
  constructor(port: number, terms: ContractTerms, timeout?: number) {
    this.#port = port
    this.#terms = terms
    this.#timeout = timeout
  }

  /**
   * Sends a case on its own connection, then a valid call on the same connection, if the case leaves it open, and one on another.
   * @returns the first breach, or null
   */
  async check(item: InvariantCase): Promise<Breach | null> {
    // Drawn now: other cases may be in flight.
    const next = this.#prepare(this.#valid())
    const last = this.#prepare(this.#valid())
    return (await this.#put(item, next)) ?? (await this.checkValid(last))
  }

  /** Sends a valid call on its own connection, after a case. */
  async checkValid(sent = this.#prepare(this.#valid())): Promise<Breach | null> {
    using line = this.#line()
    return asIsolationBreach(
      await this.#breach(sent, await line.exchange(sent.request, sent.framed)),
      'a valid call on another connection',
    )
  }

  #valid(): InvariantSend {
    return correct(anyValid(this.#terms.scenario, this.#terms.random))
  }

  async #put(item: InvariantCase, next: Sent, isAgain = false): Promise<Breach | null> {
    const begin = performance.now()
    const sent = item.sends.map((send) => this.#prepare(send))
    if (item.order === 'interleaved') return this.#interleaved(sent)
    using line = this.#line()
    const isPipelined = item.order === 'pipelined'
    if (isPipelined) await line.send(joinPieces(sent.map(({ framed }) => framed)))
    for (const one of sent) {
      const { request, framed } = one
      const outcome = await (isPipelined ? line.read(request) : line.exchange(request, framed))
      const breach = await this.#breach(one, outcome)
      if (breach) return breach
    }
    if (item.isLast) return null
    const wasPaused = performance.now() - begin > SHORTEST_IDLE
    const outcome = await line.exchange(next.request, next.framed)
    const isClosed = !outcome.responded && outcome.missing === 'closed'
    if (isClosed && wasPaused && !isAgain) return this.#put(item, next, true)
    return asIsolationBreach(
      await this.#breach(next, outcome),
      'a valid call on the same connection',
    )
  }

  #line(): Line {
    return new Line(this.#port, this.#timeout)
  }

  async #interleaved(sent: readonly Sent[]): Promise<Breach | null> {
    const exchanges = sent.map((one) => ({ one, line: this.#line() }))
    try {
      const longest = Math.max(...sent.map(({ framed }) => framed.pieces.length))
      for (let at = 0; at < longest; at++) {
        const sending = exchanges.map(({ one, line }) =>
          line.send({ pieces: one.framed.pieces.slice(at, at + 1), pause: 0 }),
        )
        await Promise.all(sending)
      }
      const outcomes = await Promise.all(exchanges.map(({ one, line }) => line.read(one.request)))
      for (const [i, one] of sent.entries()) {
        const breach = await this.#breach(one, outcomes[i] as Outcome)
        if (breach) return breach
      }
      return null
    } finally {
      for (const { line } of exchanges) line.close()
    }
  }

  #prepare(send: InvariantSend): Sent {
    const request = encodeCall(wires[this.#terms.wire], this.#terms.scenario.route, send.call)
    const framed = (send.framing ?? ordinary)(request)
    this.#leaks.sent(framed.pieces)
    return { send, request, framed, at: Date.now() }
  }

  /** Checks a response, or its absence. */
  async #breach(sent: Sent, outcome: Outcome): Promise<Breach | null> {
    const { responded } = outcome
    const base = { expected: expectedText(sent.send), request: requestAsSent(sent), responded }
    if (outcome.responded) {
      const response = onWire(wires[this.#terms.wire], withLength(outcome))
      const fault = this.#fault(sent, response)
      return fault && { ...base, ...fault, status: response.status }
    }
    const hasEnded = outcome.missing === 'closed' && !(await this.#isAlive())
    const does = hasEnded ? 'crashes' : WITHOUT_RESPONSE[outcome.missing]
    const got = hasEnded ? 'no response: the server ended' : outcome.reason
    return { ...base, invariant: 2, does, status: null, got }
  }

  /** Checks whether the server, which closed a connection, still accepts others. */
  async #isAlive(): Promise<boolean> {
    await sleep(END)
    using line = this.#line()
    return await line.open()
  }

  #fault(
    { send: { allowed, isDated }, request: { method }, framed: { pieces }, at }: Sent,
    response: HttpResponse,
  ): Pick<Breach, 'invariant' | 'does' | 'got'> | null {
    const { scenario } = this.#terms
    const wire = wires[this.#terms.wire]
    const { status, body, bytes, isEarly } = response
    const got = `${status} ${shortLine(body)}`
    const factor = bytes.length / sum(pieces, (piece) => piece.length)
    if (factor > MOST_BYTES_OUT) {
      const times = `${Math.round(factor)} times as long as the request`
      return { invariant: 2, does: 'wrong answer', got: `${got}: ${times}` }
    }
    const isOwnMethod = method === scenario.route.method
    // RFC 9110, 9.1: 501 is the response to a method that the server does not know.
    if (status === 501 && !isOwnMethod) return null
    if (status >= 500 || status < 200) return { invariant: 2, does: 'another status', got }
    const isAccepted = status < 300
    // RFC 9112, section 8: a request without its last byte is incomplete.
    const isPremature = isEarly && isAccepted && allowed.kind === 'correct'
    const flaw = isPremature
      ? "before the request's last byte"
      : isDated && dateFault(response.headers, at - OLDEST_DATE)
    if (flaw) return { invariant: 1, does: 'wrong answer', got: `${got}: ${flaw}` }
    const does = isAccepted ? 'wrong answer' : 'another status'
    const fault =
      allowed.kind === 'correct' && valueError(wire, scenario, allowed.item, response)?.got
    if (allowed.kind === 'correct' && !fault) return null
    const leak = this.#leaks.find(pieces, body)
    if (leak)
      return { invariant: 4, does: 'wrong answer', got: `${got}: ${leak} is of another request` }
    if (fault) return { invariant: 3, does, got: fault }
    if (!isAccepted) {
      const required = allowed.kind === 'correct' ? undefined : allowed.status
      const isRejection = status >= 400 || allowed.kind === 'conforming'
      const isAllowed = required === undefined ? isRejection : status === required
      return isAllowed ? null : { invariant: 1, does, got }
    }
    if (allowed.kind === 'rejected') {
      // With a status, the head is wrong, and not the data.
      const isValue =
        allowed.status === undefined &&
        status === 200 &&
        modelError(wire, scenario, response) === undefined
      return { invariant: 1, does: isValue ? 'accepts' : 'wrong answer', got }
    }
    // A response to another method or path need not be a value of the model.
    if (status !== 200 || !isOwnMethod) return null
    const wrong =
      allowed.kind === 'conforming' && allowed.item
        ? valueError(wire, scenario, allowed.item, response)?.got
        : modelError(wire, scenario, response)
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
function joinPieces(framed: readonly Framed[]): Framed {
  return { pieces: [Buffer.concat(framed.flatMap(({ pieces }) => pieces))], pause: 0 }
}

/** Returns a request with the target and the headers that its framing gives it. */
function requestAsSent({ request, framed: { pieces } }: Sent): HttpRequest {
  const [head = ''] = Buffer.concat(pieces).toString('latin1').split('\r\n\r\n', 1)
  const [first = '', ...fields] = head.split('\r\n')
  const headers = fields.map((field) => /^([^:]*): ?(.*)$/s.exec(field)?.slice(1) ?? [field, ''])
  return { ...request, path: first.split(' ')[1] ?? '', headers: Object.fromEntries(headers) }
}

function expectedText({ allowed }: InvariantSend): string {
  if (allowed.kind === 'correct') return expectationText(allowed.item)
  const rejection = allowed.status ?? '4xx'
  if (allowed.kind === 'rejected') return String(rejection)
  return allowed.item
    ? `${rejection}, or ${expectationText(allowed.item)}`
    : `${rejection}, or 200 with a value of the model`
}

/** A body that ends with the connection is as valid as one with a length. */
function withLength(response: HttpResponse): HttpResponse {
  const { closes, bytes, headers } = response
  if (!closes || headers['content-length'] !== undefined) return response
  return { ...response, headers: { ...headers, 'content-length': String(bytes.length) } }
}
