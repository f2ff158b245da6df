import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '../processes/processes.ts'

/** Milliseconds between checks of an idle server, and their number. */
const STEP = 20
const TRIES = 15
/** CPU seconds per step below which the server counts as idle: one and a half kernel ticks. */
const LEAST_SECONDS = 0.015

/** Waits between loads until a server is idle. */
export class IdleWait {
  readonly #tree: () => Promise<number[]>
  #used: number | null = Number.NaN

  /** @param tree returns the pids of the server's processes */
  constructor(tree: () => Promise<number[]>) {
    this.#tree = tree
  }

  /** Call it at the end of a load: its CPU time does not count. */
  async begin(): Promise<void> {
    this.#used = cpuSeconds(await this.#tree())
  }

  /** Waits until the server is idle, at most `TRIES` steps. */
  async untilIdle(): Promise<void> {
    for (let wait = 0; wait < TRIES; wait++) {
      const before = this.#used
      await this.begin()
      if (this.#used === null || (before !== null && this.#used - before <= LEAST_SECONDS)) return
      await sleep(STEP)
    }
  }
}
