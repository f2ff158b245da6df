/**
 * Calls of an open loop, by clients that wait for a limited time, and what became of each. It uses neither clock nor socket, so
 * that tests can simulate both.
 */
import type { Outcome } from '../open-load.ts'

interface Client<Connection> {
  /** Puts a request on a connection, which it opens if it is closed. */
  call(connection: Connection, request: number): void
  /** Closes a connection, since its request is given up. */
  hangUp(connection: Connection): void
}

/** Connections without a request. */
interface Free<Connection> {
  open: readonly Connection[]
  closed: readonly Connection[]
}

/** The outcome of a request; times in ms. */
export interface Ended {
  due: number
  outcome: Outcome
  /** From when it was due until its response, or until it was given up. */
  latency: number
  /** From when it was due until the generator noticed. */
  delay: number
  /** For how long the response may have been unread, at most. */
  unread: number
}

export class Calls<Connection> {
  readonly #arrivals: readonly number[]
  readonly #timeout: number
  readonly #client: Client<Connection>
  readonly #waits: boolean
  /** By request; times in ms. */
  readonly #outcomes: Outcome[] = []
  readonly #latencies: Float64Array
  readonly #delays: Float64Array
  readonly #unread: Float64Array
  /** Requests in flight, the oldest first; and the other way round. */
  readonly #connections = new Map<number, Connection>()
  readonly #requests = new Map<Connection, number>()
  /** The one free for longest is used first. */
  readonly #open: Connection[]
  readonly #closed: Connection[]
  /** Next request to become due, and to be sent. */
  #due = 0
  #next = 0
  #ended = 0

  /**
   * @param arrivals ascending times, in ms like the timeout
   * @param waits whether a request waits for a free connection; otherwise it ends without one
   */
  constructor(
    arrivals: readonly number[],
    timeout: number,
    { open, closed }: Free<Connection>,
    client: Client<Connection>,
    waits = true,
  ) {
    this.#arrivals = arrivals
    this.#timeout = timeout
    this.#open = [...open]
    this.#closed = [...closed]
    this.#client = client
    this.#waits = waits
    const times = () => new Float64Array(arrivals.length)
    this.#latencies = times()
    this.#delays = times()
    this.#unread = times()
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
    const isOver = (request: number) => due(request) + this.#timeout <= now
    for (; due(this.#due) <= now; this.#due++) this.#delays[this.#due] = now - due(this.#due)
    for (const [request, connection] of this.#connections) {
      if (!isOver(request)) break
      this.#client.hangUp(connection)
      this.settle(connection, 'late', this.#timeout)
    }
    while (isOver(this.#next)) this.#end(this.#next++, 'unsent', this.#timeout)
    while (due(this.#next) <= now) {
      const connection = this.#open.shift() ?? this.#closed.pop()
      if (connection === undefined) {
        if (this.#waits) return
        this.#end(this.#next++, 'unsent', 0)
        continue
      }
      this.#connections.set(this.#next, connection)
      this.#requests.set(connection, this.#next)
      this.#client.call(connection, this.#next++)
    }
  }

  /**
   * Ends the request on a connection.
   * @param latency ms from due
   * @param unread ms for which the response may have been unread, at most
   */
  settle(connection: Connection, outcome: Outcome, latency: number, unread = 0): void {
    const request = this.#requests.get(connection)
    if (request === undefined) throw new Error('load generator bug: an outcome without a request')
    this.#requests.delete(connection)
    this.#connections.delete(request)
    this.#unread[request] = unread
    const free = outcome === 'good' || outcome === 'rejected' ? this.#open : this.#closed
    free.push(connection)
    this.#end(request, latency > this.#timeout ? 'late' : outcome, latency)
  }

  #end(request: number, outcome: Outcome, latency: number): void {
    this.#outcomes[request] = outcome
    this.#latencies[request] = latency
    this.#ended++
  }

  /** Returns what became of the requests due from one time until before another. */
  dueBetween(from: number, to: number): Ended[] {
    return this.#arrivals.flatMap((due, request) => {
      const outcome = this.#outcomes[request]
      if (due < from || due >= to || outcome === undefined) return []
      const millisecondsIn = (times: Float64Array) => times[request] as number
      return {
        due,
        outcome,
        latency: millisecondsIn(this.#latencies),
        delay: millisecondsIn(this.#delays),
        unread: millisecondsIn(this.#unread),
      }
    })
  }
}
