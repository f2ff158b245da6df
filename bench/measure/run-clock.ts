/** Times a measurement, even if the system's clock is set meanwhile. */

/** Milliseconds by which the system's clock may fall behind without having been set: it is adjusted in small steps. */
const LEAST_STEP = 1_000

export class RunClock {
  readonly startedAt: string
  readonly #now: () => number
  readonly #elapsed: () => number
  readonly #begun: number

  /**
   * @param now time of day in milliseconds
   * @param elapsed milliseconds by a clock that is never set
   */
  constructor(now = () => Date.now(), elapsed = () => performance.now()) {
    this.#now = now
    this.#elapsed = elapsed
    this.#begun = elapsed()
    this.startedAt = new Date(now()).toISOString()
  }

  /**
   * Returns the end by the clock, or by the time that passed if the clock was set back, and a line that says so.
   * @param since start of an interrupted measurement, which the end does not precede
   */
  end(since = this.startedAt): { finishedAt: string; notice: string | null } {
    const passed = Date.parse(this.startedAt) + this.#elapsed() - this.#begun
    const behind = passed - this.#now()
    const finishedAt = new Date(Math.max(passed, this.#now(), Date.parse(since))).toISOString()
    if (behind < LEAST_STEP) return { finishedAt, notice: null }
    const seconds = Math.round(behind / 1000)
    return {
      finishedAt,
      notice: `the clock was set back by ${seconds} s during the measurement: its end is calculated from its start and the time that passed`,
    }
  }
}
