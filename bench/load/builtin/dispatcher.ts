/**
 * The books of an open loop: which requests are due, which wait for a connection, which are under way, and what became of
 * them. It knows no clock and no socket, so that a test can test it with a server whose every response is known.
 */
import type { OpenCounts } from '../open.ts'

/** The requests that count, by their numbers: from the first on, the last one is before `end`. */
export interface Counted {
  begin: number
  end: number
}

export interface Answered {
  counts: boolean
  /** Milliseconds by which it was sent later than it could have been: it was due, and a connection was free. */
  sentLate: number
}

const NONE = -1

export class Dispatcher {
  isSending = true
  readonly #arrivals: Float64Array
  readonly #counted: Counted
  readonly #send: (connection: number, due: number) => void
  /** Numbers of the next request that becomes due, and of the next one that is sent: those between wait. */
  #due = 0
  #next = 0
  /** Requests that must be sent once more: a server closed an idle connection just as they came. */
  readonly #again: number[] = []
  /** Free connections, the one that has been free for the longest first: a ring. */
  readonly #free: Int32Array
  #firstFree = 0
  #freeCount = 0
  /**
   * For each connection: the time since which it is free, the number of its request, and the delay with which that was
   * sent.
   */
  readonly #freeSince: Float64Array
  readonly #request: Int32Array
  readonly #sentLate: Float64Array
  #completed = 0
  #broken = 0
  /** Requests that are over, whether they count or not. */
  #over = 0
  #underWay = 0

  /**
   * @param arrivals rising instants
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
    return this.#due === this.#arrivals.length && this.#waiting === 0 && this.#underWay === 0
  }

  /** Requests on connections. */
  get underWay(): number {
    return this.#underWay
  }

  get #waiting(): number {
    return this.#due - this.#next + this.#again.length
  }

  /** Sends what is due, as far as connections are free. */
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
      const number = this.#again.shift() ?? this.#next++
      const connection = this.#free[this.#firstFree] as number
      this.#firstFree = (this.#firstFree + 1) % this.#free.length
      this.#freeCount--
      const due = this.#arrivals[number] as number
      this.#request[connection] = number
      this.#sentLate[connection] = Math.max(0, now - Math.max(due, this.#freeSince[connection] as number))
      this.#underWay++
      this.#send(connection, due)
    }
  }

  /** The connection is open, and nothing is on it. */
  free(connection: number, now: number): void {
    this.#free[(this.#firstFree + this.#freeCount++) % this.#free.length] = connection
    this.#freeSince[connection] = now
  }

  /** The whole response to the connection's request has come. */
  answered(connection: number): Answered {
    const number = this.#take(connection)
    const counts = this.#isCounted(number)
    if (counts) this.#completed++
    return { counts, sentLate: this.#sentLate[connection] as number }
  }

  /** The connection broke with a request on it. */
  broke(connection: number): void {
    if (this.#isCounted(this.#take(connection))) this.#broken++
  }

  /** The request on the connection was not taken, and must be sent again; its instant stays what it was. */
  refused(connection: number): void {
    this.#again.push(this.#take(connection))
    this.#over--
  }

  #take(connection: number): number {
    const number = this.#request[connection] as number
    if (number === NONE) throw new Error('the load generator contradicts itself: an end of no request')
    this.#request[connection] = NONE
    this.#underWay--
    this.#over++
    return number
  }

  #isCounted(number: number): boolean {
    return number >= this.#counted.begin && number < this.#counted.end
  }

  /** Requests that are due by then and not over, whether they count or not. */
  backlog(now: number): number {
    let due = this.#due
    while (due < this.#arrivals.length && (this.#arrivals[due] as number) <= now) due++
    return due - this.#over
  }

  /**
   * Where the requests that count stand, each found where it is.
   * @throws where they are not as many as were scheduled
   */
  counts(): OpenCounts {
    const { begin, end } = this.#counted
    const scheduled = end - begin
    let unsent = this.#again.filter((number) => this.#isCounted(number)).length
    for (let number = this.#next; number < this.#arrivals.length; number++) if (this.#isCounted(number)) unsent++
    const unanswered = this.#request.filter((number) => number !== NONE && this.#isCounted(number)).length
    const failed = this.#broken + unanswered
    if (scheduled !== this.#completed + failed + unsent) {
      const sum = `${this.#completed} answered, ${failed} failed and ${unsent} were not sent`
      throw new Error(`the load generator contradicts itself: of ${scheduled} requests ${sum}`)
    }
    return { scheduled, completed: this.#completed, failed, unsent }
  }
}
