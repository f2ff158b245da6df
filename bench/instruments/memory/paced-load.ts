/**
 * A load at a constant rate, the same for every server. Requests are evenly spaced, and each is sent on an idle connection, or
 * as soon as one is free.
 */
import { Sequence } from '../../counters/sequence.ts'
import type { RequestRing } from '../../load/request-ring.ts'

/** Milliseconds between checks for due requests. */
const TICK = 1

export class PacedLoad {
  /** Number of right responses. */
  answered = 0
  readonly #idle: Sequence[]
  readonly #all: readonly Sequence[]
  readonly #rate: number
  /** Rejects with the first wrong response, or if a connection ends with a request in flight; never resolves. */
  readonly failed: Promise<never>
  #fail: (reason: unknown) => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #begin = 0
  #sent = 0
  #waiting: { answered: number; resolve: () => void } | null = null

  /**
   * @param rings requests of each connection
   * @param rate requests/s
   */
  constructor(rings: readonly RequestRing[], port: number, rate: number) {
    this.#all = rings.map((ring) => new Sequence(ring, port))
    this.#idle = [...this.#all]
    this.#rate = rate
    this.failed = new Promise((_, reject) => {
      this.#fail = reject
    })
    this.failed.catch(() => {})
  }

  start(): void {
    this.#begin = performance.now()
    this.#timer = setInterval(() => this.#sendWhatIsDue(), TICK)
  }

  #sendWhatIsDue(): void {
    const due = Math.floor(((performance.now() - this.#begin) / 1000) * this.#rate)
    while (this.#sent < due) {
      const sequence = this.#idle.shift()
      if (!sequence) return
      this.#sent++
      sequence.send(1).then(
        () => {
          this.#idle.push(sequence)
          this.#count()
        },
        (error: unknown) => this.#fail(error),
      )
    }
  }

  #count(): void {
    this.answered++
    if (this.#waiting && this.answered >= this.#waiting.answered) {
      this.#waiting.resolve()
      this.#waiting = null
    }
  }

  /** Resolves at that number of responses. @throws with the first wrong response, or if a connection ends */
  async until(answered: number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      if (this.answered >= answered) resolve()
      else this.#waiting = { answered, resolve }
    })
    await Promise.race([reached, this.failed])
  }

  /** Stops sending and waits for the responses in flight. The connections stay open. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.until(this.#sent)
  }

  /** Stops sending and closes the connections. */
  abandon(): void {
    clearInterval(this.#timer)
    for (const sequence of this.#all) sequence.close()
  }
}
