/**
 * A load at a given rate, the same for every server: requests fall due at equal distances, and each is sent on a connection
 * that has none under way; where all have one it waits, and is sent as soon as it can be. Another pacer takes its place by
 * `Pacer`.
 */
import { Sequence } from '../../counters/sequence.ts'
import type { RequestRing } from '../../load/request-ring.ts'

/** A load that goes on at its rate until it is stopped. */
export interface Pacer {
  /** Requests that were answered, all of them rightly. */
  readonly answered: number
  start(): void
  /** Resolves when so many were answered. @throws of the first wrong answer, and of a connection that ends */
  until(answered: number): Promise<void>
  /** Sends no more, and waits for what is under way; the connections stay open. */
  stop(): Promise<void>
  /** Rejects with the first wrong answer, or where a connection ends under way; never resolves. */
  readonly failed: Promise<never>
  /** Sends no more, and closes the connections. */
  abandon(): void
}

/** Milliseconds between two looks at what is due. */
const TICK = 1

export class PacedLoad implements Pacer {
  answered = 0
  readonly #idle: Sequence[]
  readonly #all: readonly Sequence[]
  readonly #rate: number
  readonly failed: Promise<never>
  #fail: (reason: unknown) => void = () => {}
  #timer: NodeJS.Timeout | undefined
  #begin = 0
  #sent = 0
  #waiting: { answered: number; resolve: () => void } | null = null

  /**
   * @param rings a connection's requests each
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

  async until(answered: number): Promise<void> {
    const reached = new Promise<void>((resolve) => {
      if (this.answered >= answered) resolve()
      else this.#waiting = { answered, resolve }
    })
    await Promise.race([reached, this.failed])
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.until(this.#sent)
  }

  abandon(): void {
    clearInterval(this.#timer)
    for (const sequence of this.#all) sequence.close()
  }
}
