import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '../processes/processes.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'

/** Milliseconds between checks of an idle server, and their number. */
const STEP = 20
const TRIES = 15
/** CPU seconds per step below which the server counts as idle: one and a half kernel ticks. */
const LEAST_SECONDS = 0.015

/**
 * CPU seconds that a server may use between its loads, when others of its group are loaded on the same CPU: in all, per pause,
 * and per second of it. In 342 pauses of servers on Node, Bun and Deno, the most was 0.04 s.
 */
const GRANTED = { once: 0.1, perPause: 0.02, perSecond: 0.1 }

/** Waits between loads until a server is idle, and adds up the CPU time that it uses between them. */
export class IdleWait {
  readonly #cpuSeconds: () => Promise<number | null>
  readonly #now: () => number
  /** CPU seconds so far; null before the first pause, and where the system does not report them. */
  #used: number | null = null
  /** Begin of the pause, in seconds; null if it is not watched. */
  #pausedAt: number | null = null
  /** Seconds of all pauses that were watched. */
  readonly #pauses = { used: 0, granted: GRANTED.once, length: 0 }

  /**
   * @param tree returns the pids of the server's processes
   * @param now in milliseconds
   */
  constructor(
    tree: () => Promise<number[]>,
    cpuSecondsOf = cpuSeconds,
    now = () => performance.now(),
  ) {
    this.#cpuSeconds = async () => cpuSecondsOf(await tree())
    this.#now = now
  }

  /** Call it at the end of a load: its CPU time does not count. @param watched whether nothing of the load is left to do */
  async begin(watched: boolean): Promise<void> {
    this.#used = await this.#cpuSeconds()
    this.#pausedAt = watched ? this.#now() / 1000 : null
  }

  /** Waits until the server is idle, at most `TRIES` steps. */
  async untilIdle(): Promise<void> {
    for (let wait = 0; wait < TRIES; wait++) {
      const before = this.#used
      this.#used = await this.#cpuSeconds()
      if (this.#used === null) return
      if (before !== null) {
        const used = this.#used - before
        this.#endPause(used)
        if (used <= LEAST_SECONDS) return
      }
      await sleep(STEP)
    }
  }

  #endPause(used: number): void {
    if (this.#pausedAt === null) return
    const length = this.#now() / 1000 - this.#pausedAt
    this.#pausedAt = null
    this.#pauses.used += used
    this.#pauses.length += length
    this.#pauses.granted += GRANTED.perPause + GRANTED.perSecond * length
  }

  /** @throws TrialFailure if the server has used more between its loads than background work does */
  assertIdle(phase: TrialPhase): void {
    const { used, granted, length } = this.#pauses
    if (used <= granted) return
    const [all, own, most] = [length, used, granted].map((seconds) => seconds.toFixed(2))
    throw new TrialFailure(
      phase,
      `used ${own} s of CPU time in the ${all} s between its loads, when other servers are loaded: background work is at most ${most} s`,
    )
  }
}
