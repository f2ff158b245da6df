/**
 * Requests in flight on one connection, by their numbers. HTTP/1.1 responses come in the order of their requests (RFC 9112,
 * section 9.3.2), so a response is that of the oldest. A response to a later one overtakes those before it.
 */
export class InFlight {
  /** Sending times by number modulo its length, by `performance.now()`. */
  readonly #sentAt: Float64Array
  /** Requests whose response is missing although that of a later one has come. */
  #overtaken: number[] = []
  #oldest = 0
  #next = 0

  /** @param depth requests to keep in flight */
  constructor(depth: number) {
    this.#sentAt = new Float64Array(depth)
  }

  /** Number of the oldest request that is not overtaken; without one, of the oldest that is. */
  get oldest(): number {
    return this.#isEmpty ? (this.#overtaken[0] ?? this.#next) : this.#oldest
  }

  get #isEmpty(): boolean {
    return this.#oldest === this.#next
  }

  /** Number of the last request, from 0. */
  get last(): number {
    return this.#next - 1
  }

  /** Number of requests without a response. */
  get size(): number {
    return this.#next - this.#oldest + this.#overtaken.length
  }

  /** How many more requests to send. */
  get free(): number {
    return this.#sentAt.length - this.size
  }

  /** Number of overtaken requests. */
  get overtaken(): number {
    return this.#overtaken.length
  }

  /** Whether all requests in flight are overtaken. */
  get isOvertaken(): boolean {
    return this.#isEmpty && this.overtaken > 0
  }

  /** Adds a request; returns its number. */
  add(sentAt: number): number {
    this.#sentAt[this.#next % this.#sentAt.length] = sentAt
    return this.#next++
  }

  /** Removes the oldest request, whose response has come; returns when it was sent. */
  take(): number {
    const request = (this.#isEmpty ? this.#overtaken.shift() : this.#oldest++) as number
    return this.#sentAt[request % this.#sentAt.length] as number
  }

  /** Removes the request after the oldest whose response it is. Returns how many it has overtaken; 0 if it is of none. */
  overtake(isOf: (request: number) => boolean): number {
    for (let later = this.#oldest + 1; later < this.#next; later++) {
      if (!isOf(later)) continue
      const first = this.#overtaken.length
      while (this.#oldest < later) this.#overtaken.push(this.#oldest++)
      this.#oldest++
      return this.#overtaken.length - first
    }
    return 0
  }

  /** Removes the overtaken request whose response it is. Returns whether there is one. */
  takeOvertaken(isOf: (request: number) => boolean): boolean {
    const place = this.#overtaken.findIndex(isOf)
    if (place >= 0) this.#overtaken.splice(place, 1)
    return place >= 0
  }

  clear(): void {
    this.#oldest = this.#next
    this.#overtaken = []
  }
}
