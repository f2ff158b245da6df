import { setTimeout as sleep } from 'node:timers/promises'
import { cpuSeconds } from '../machine/processes.ts'

/** Milliseconds between two looks at what a server does when nobody asks it, and how often it is looked at. */
const STEP = 20
const TRIES = 15
/** CPU seconds in such a step below which it has nothing left to do: a tick of the kernel's account, and a half. */
const LEAST_SECONDS = 0.015

/**
 * Waits until a server has worked off what the last load left behind.
 * @param tree tells the pids of its processes
 */
export async function comeToRest(tree: () => Promise<number[]>): Promise<void> {
  let before = Number.NaN
  for (let wait = 0; wait < TRIES; wait++) {
    const now = cpuSeconds(await tree())
    if (now === null || now - before <= LEAST_SECONDS) return
    before = now
    await sleep(STEP)
  }
}
