/**
 * Calls of clients that wait for a limited time, and what became of each. It uses neither clock nor socket, so that tests can
 * simulate both.
 */
import { quantileSorted } from 'simple-statistics'
import { type LoadOutcome, OUTCOMES, type Outcome } from '../../../charts/instruments/overload/format.ts'

interface Client<Connection> {
  /** Puts a request on a connection, which it opens if it is closed. */
  call(connection: Connection, request: number): void
  /** Closes a connection, since its request is given up. */
  hangUp(connection: Connection): void
}

/** Milliseconds: a request that the generator notices later than that was not offered when it was due. */
const LONGEST_DELAY = 10
/** Milliseconds of a window of the recovery, and the share of its requests that must be good. */
const WINDOW = 100
const RECOVERED = 0.95

export class Calls<Connection> {
  readonly #arrivals: readonly number[]
  readonly #patience: number
  readonly #client: Client<Connection>
  /** By request; times in ms. */
  readonly #outcomes: Outcome[] = []
  readonly #latencies: number[] = []
  readonly #delays: number[] = []
  /** Requests in flight, the oldest first; and the other way round. */
  readonly #connections = new Map<number, Connection>()
  readonly #requests = new Map<Connection, number>()
  /** Free connections: those that the last response left open, and the others. */
  readonly #open: Connection[] = []
  readonly #closed: Connection[]
  /** Next request to be sent. */
  #next = 0
  #ended = 0

  /** @param arrivals ascending times, in ms like the patience */
  constructor(
    arrivals: readonly number[],
    patience: number,
    connections: readonly Connection[],
    client: Client<Connection>,
  ) {
    this.#arrivals = arrivals
    this.#patience = patience
    this.#closed = [...connections]
    this.#client = client
  }

  get isDone(): boolean {
    return this.#ended === this.#arrivals.length
  }

  isOn(connection: Connection, request: number): boolean {
    return this.#requests.get(connection) === request
  }

  /** Gives up requests whose time is over, then sends what is due while connections are free. */
  turn(now: number): void {
    const due = (request: number) => this.#arrivals[request] ?? Number.POSITIVE_INFINITY
    const isOver = (request: number) => due(request) + this.#patience <= now
    while (due(this.#delays.length) <= now) this.#delays.push(now - due(this.#delays.length))
    for (const [request, connection] of this.#connections) {
      if (!isOver(request)) break
      this.#client.hangUp(connection)
      this.settle(connection, 'late')
    }
    while (isOver(this.#next)) this.#end(this.#next++, 'unsent')
    while (due(this.#next) <= now) {
      const connection = this.#open.pop() ?? this.#closed.pop()
      if (connection === undefined) return
      this.#connections.set(this.#next, connection)
      this.#requests.set(connection, this.#next)
      this.#client.call(connection, this.#next++)
    }
  }

  /** Ends the request on a connection. @param latency ms from due to response */
  settle(connection: Connection, outcome: Outcome, latency = 0): void {
    const request = this.#requests.get(connection)
    if (request === undefined) throw new Error('load generator bug: an outcome without a request')
    this.#requests.delete(connection)
    this.#connections.delete(request)
    this.#latencies[request] = latency
    const free = outcome === 'good' || outcome === 'rejected' ? this.#open : this.#closed
    free.push(connection)
    this.#end(request, latency > this.#patience ? 'late' : outcome)
  }

  #end(request: number, outcome: Outcome): void {
    this.#outcomes[request] = outcome
    this.#ended++
  }

  /** Returns what became of the requests due between two times, and the recovery from then until the end. */
  outcome(from: number, to: number, end: number): LoadOutcome {
    const during = this.#dueBetween(from, to)
    const of = (outcome: Outcome) => during.filter((request) => this.#outcomes[request] === outcome)
    const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome).length]))
    const latencies = of('good').map((request) => this.#latencies[request] as number)
    const sorted = latencies.sort((a, b) => a - b)
    const quantile = (share: number) => (sorted.length > 0 ? quantileSorted(sorted, share) : null)
    const behind = during.filter((request) => (this.#delays[request] as number) > LONGEST_DELAY).length
    const figures = { behind, p50: quantile(0.5), p99: quantile(0.99), recovery: this.#recovery(to, end) }
    return { scheduled: during.length, ...(counts as Record<Outcome, number>), ...figures }
  }

  /** Returns the time from which on all windows are good; null if the last one is not. */
  #recovery(from: number, end: number): number | null {
    const isGood = (begin: number) => {
      const due = this.#dueBetween(begin, begin + WINDOW)
      return due.filter((request) => this.#outcomes[request] === 'good').length >= RECOVERED * due.length
    }
    let recovered = end
    while (recovered - WINDOW >= from && isGood(recovered - WINDOW)) recovered -= WINDOW
    return recovered === end ? null : recovered - from
  }

  #dueBetween(from: number, to: number): number[] {
    return this.#arrivals.flatMap((at, request) => (at >= from && at < to ? request : []))
  }
}
