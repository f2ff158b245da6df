import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { processStat } from './process-stat.ts'
import { isAlive } from './processes.ts'

/** Two runs on one machine would measure each other, wherever they were started; so the lock is the machine's. */
const lockFile = () => join(tmpdir(), 'rpc-validation-benchmarks.lock')
/** Milliseconds between two looks at a lock that is waited for. */
const LOOK = 1_000

let held: string | undefined
let isPatient = false

/** Has `lockMachine` wait for other runs from now on, or fail again. */
export function waitForOthers(wait = true): void {
  isPatient = wait
}

/**
 * Reserves the machine for this process, until `unlockMachine`.
 * @param waits is called once where another run has the machine, and is waited for
 * @throws where another run has it and is not waited for; a lock whose process is gone does not count
 */
export async function lockMachine(waits: (line: string) => void, file = lockFile()): Promise<void> {
  let holder = takeLock(file)
  if (holder !== null) {
    const others = `another run measures on this machine (pid ${holder})`
    if (!isPatient) throw new Error(`${others}: try again when it has ended, or wait for it with --wait`)
    waits(`${others}: waiting for its end`)
  }
  while (holder !== null) {
    await sleep(LOOK)
    holder = takeLock(file)
  }
  held = file
}

/**
 * Makes a lock file for this process.
 * @returns null where it has it now, or the pid of the living process that has it
 */
function takeLock(file: string): number | null {
  for (;;) {
    try {
      // Whole or not at all: a lock without its holder would look like one that was left behind.
      writeFileAtomically(file, ownerText(process.pid), false)
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const text = textOf(file)
    if (text === undefined) continue
    const pid = Number.parseInt(text, 10)
    if (pid > 0 && (pid !== process.pid || file === held) && isAlive(pid) && text === ownerText(pid)) return pid
    // Another process may have taken it meanwhile, too.
    if (textOf(file) === text) rmSync(file, { force: true })
  }
}

/** A process as a lock file names it: a later one may get its pid, but not its start. */
function ownerText(pid: number): string {
  return `${pid} ${processStat(pid)?.startedAt ?? ''}`
}

/** Returns the lock file's text; undefined if it has just been released. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Gives the machine back, if this process has it. */
export function unlockMachine(): void {
  if (held) rmSync(held, { force: true })
  held = undefined
}
