/**
 * State of an open loop: which requests are due, wait for a connection, are in flight or have ended. It uses neither clock
 * nor socket, so that tests can drive it with a simulated server.
 */
import type { OpenCounts } from '../open.ts'

/** Range of the requests that count: from `begin` up to, but excluding, `end`. */
export interface Counted {
  begin: number
  end: number
}

export interface Completed {
  counts: boolean
  /** Milliseconds between the first instant at which it could be sent (due, with a free connection) and its sending. */
  sentLate: number
}

const NONE = -1

export class Dispatcher {
  isSending = true
  readonly #arrivals: Float64Array
  readonly #counted: Counted
  readonly #send: (connection: number, due: number) => void
  /** Numbers of the next request to become due and of the next to be sent. Requests between the two wait. */
  #due = 0
  #next = 0
  /** Requests to send again: a server closed an idle connection just as they arrived. */
  readonly #retries: number[] = []
  /** Ring buffer of free connections, longest free first. */
  readonly #free: Int32Array
  #firstFree = 0
  #freeCount = 0
  /** For each connection: the time since which it is free, the number of its request, and how late that was sent. */
  readonly #freeSince: Float64Array
  readonly #request: Int32Array
  readonly #sentLate: Float64Array
  #completed = 0
  #broken = 0
  /** Requests that have ended, whether they count or not. */
  #over = 0
  #inFlight = 0

  /**
   * @param arrivals ascending times
   * @param send puts the next request on a connection
   */
  constructor(
    arrivals: Float64Array,
    counted: Counted,
    connections: number,
    send: (connection: number, due: number) => void,
  ) {
    this.#arrivals = arrivals
    this.#counted = counted
    this.#send = send
    this.#free = new Int32Array(connections)
    this.#freeSince = new Float64Array(connections)
    this.#request = new Int32Array(connections).fill(NONE)
    this.#sentLate = new Float64Array(connections)
  }

  /** No request is due, queued or in flight. */
  get isDone(): boolean {
    return this.#due === this.#arrivals.length && this.#waiting === 0 && this.#inFlight === 0
  }

  /** Number of requests in flight. */
  get inFlight(): number {
    return this.#inFlight
  }

  get #waiting(): number {
    return this.#due - this.#next + this.#retries.length
  }

  /** Sends requests that are due, while connections are free. */
  turn(now: number): void {
    const arrivals = this.#arrivals
    while (this.#due < arrivals.length && (arrivals[this.#due] as number) <= now) {
      this.#due++
      this.#sendWaiting(now)
    }
    this.#sendWaiting(now)
  }

  #sendWaiting(now: number): void {
    while (this.isSending && this.#freeCount > 0 && this.#waiting > 0) {
      const number = this.#retries.shift() ?? this.#next++
      const connection = this.#free[this.#firstFree] as number
      this.#firstFree = (this.#firstFree + 1) % this.#free.length
      this.#freeCount--
      const due = this.#arrivals[number] as number
      this.#request[connection] = number
      this.#sentLate[connection] = Math.max(0, now - Math.max(due, this.#freeSince[connection] as number))
      this.#inFlight++
      this.#send(connection, due)
    }
  }

  /** Marks an open connection as free. */
  free(connection: number, now: number): void {
    this.#free[(this.#firstFree + this.#freeCount++) % this.#free.length] = connection
    this.#freeSince[connection] = now
  }

  /** Records the complete response to the connection's request. */
  completed(connection: number): Completed {
    const number = this.#take(connection)
    const counts = this.#isCounted(number)
    if (counts) this.#completed++
    return { counts, sentLate: this.#sentLate[connection] as number }
  }

  /** Records that the connection broke with a request in flight. */
  failed(connection: number): void {
    if (this.#isCounted(this.#take(connection))) this.#broken++
  }

  /** Returns the connection's request to the queue with its original due time: the server did not take it. */
  requeue(connection: number): void {
    this.#retries.push(this.#take(connection))
    this.#over--
  }

  #take(connection: number): number {
    const number = this.#request[connection] as number
    if (number === NONE) throw new Error('load generator bug: a response or failure without a request')
    this.#request[connection] = NONE
    this.#inFlight--
    this.#over++
    return number
  }

  #isCounted(number: number): boolean {
    return number >= this.#counted.begin && number < this.#counted.end
  }

  /** Returns the number of requests that are due at `now` and have not ended, whether they count or not. */
  backlog(now: number): number {
    let due = this.#due
    while (due < this.#arrivals.length && (this.#arrivals[due] as number) <= now) due++
    return due - this.#over
  }

  /**
   * Returns the outcomes of the requests that count.
   * @throws if they do not add up to the number scheduled
   */
  counts(): OpenCounts {
    const { begin, end } = this.#counted
    const scheduled = end - begin
    let unsent = this.#retries.filter((number) => this.#isCounted(number)).length
    for (let number = this.#next; number < this.#arrivals.length; number++) if (this.#isCounted(number)) unsent++
    const unanswered = this.#request.filter((number) => number !== NONE && this.#isCounted(number)).length
    const failed = this.#broken + unanswered
    if (scheduled !== this.#completed + failed + unsent) {
      const sum = `${this.#completed} completed, ${failed} failed and ${unsent} unsent`
      throw new Error(`load generator bug: of ${scheduled} requests, ${sum}`)
    }
    return { scheduled, completed: this.#completed, failed, unsent }
  }
}
