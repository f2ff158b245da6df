import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '../host/processes.ts'

/** Interval in milliseconds between checks of an idle server, and their number. */
const STEP = 20
const TRIES = 15
/** CPU seconds in such a step below which it has nothing left to do: a tick of the kernel's account, and a half. */
const LEAST_SECONDS = 0.015

export class Rest {
  readonly #tree: () => Promise<number[]>
  #used: number | null = Number.NaN

  /** @param tree tells the pids of its processes */
  constructor(tree: () => Promise<number[]>) {
    this.#tree = tree
  }

  /** A load has ended: what it uses from now on is not the load's. */
  async begin(): Promise<void> {
    this.#used = cpuSeconds(await this.#tree())
  }

  /** Waits until it uses nothing, which it may have done since its last load ended. */
  async come(): Promise<void> {
    for (let wait = 0; wait < TRIES; wait++) {
      const before = this.#used
      await this.begin()
      if (this.#used === null || (before !== null && this.#used - before <= LEAST_SECONDS)) return
      await sleep(STEP)
    }
  }
}
