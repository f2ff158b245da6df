import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { Unmeasurable } from '../../shared/basics/errors.ts'
import { processStat } from '../processes/proc.ts'
import { isAlive } from '../processes/processes.ts'

/** Per machine, not per checkout: any two runs would disturb each other. */
const lockFile = () => join(tmpdir(), 'rpc-validation-benchmarks.lock')
/** Milliseconds between attempts. */
const INTERVAL = 1_000

let held: string | undefined
let isPatient = false

/** Sets whether `lockMachine` waits for other runs or fails. */
export function waitForOthers(wait = true): void {
  isPatient = wait
}

/**
 * Reserves the machine for this process until `unlockMachine`. A lock of an ended process does not count.
 * @param waits called once if another run holds the lock
 * @throws Unmeasurable if another run holds it and waiting is off
 */
export async function lockMachine(waits: (line: string) => void, file = lockFile()): Promise<void> {
  let holder = takeLock(file)
  if (holder !== null) {
    const others = `another run measures on this machine (pid ${holder})`
    if (!isPatient) throw new Unmeasurable(`${others}: try again later, or wait for it with --wait`)
    waits(`${others}: waiting for it to end`)
  }
  while (holder !== null) {
    await sleep(INTERVAL)
    holder = takeLock(file)
  }
  held = file
}

/**
 * Tries to create the lock file for this process.
 * @returns null on success, otherwise the pid of the living process that holds it
 */
function takeLock(file: string): number | null {
  for (;;) {
    try {
      // Atomic: a lock without an owner would look stale.
      writeFileAtomically(file, ownerText(process.pid), false)
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const text = textOf(file)
    if (text === undefined) continue
    const pid = Number.parseInt(text, 10)
    if (
      pid > 0 &&
      (pid !== process.pid || file === held) &&
      isAlive(pid) &&
      text === ownerText(pid)
    )
      return pid
    // Unless another process has taken it since.
    if (textOf(file) === text) rmSync(file, { force: true })
  }
}

/** Identifies a process in a lock file: a later process may reuse the pid, but not the start time. */
function ownerText(pid: number): string {
  return `${pid} ${processStat(pid)?.startedAt ?? ''}`
}

/** Returns the lock file's content; undefined if it has just been released. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Releases the lock, if this process holds it. */
export function unlockMachine(): void {
  if (held) rmSync(held, { force: true })
  held = undefined
}
