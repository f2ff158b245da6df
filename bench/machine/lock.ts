import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFileAtomically } from '../../shared/basics/atomic-file.ts'
import { isAlive } from './processes.ts'

/** Two runs on one machine would measure each other, wherever they were started; so the lock is the machine's. */
const LOCK_FILE = join(tmpdir(), 'rpc-validation-benchmarks.lock')

let held: string | undefined

/**
 * Takes the machine for this process, until `unlockMachine`.
 * @throws where another run has it; a lock whose process is gone does not count
 */
export function lockMachine(file = LOCK_FILE): void {
  const holder = takeLock(file)
  if (holder !== null) {
    throw new Error(`another run is measuring on this machine (pid ${holder}): wait for its end, or delete ${file}`)
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
      writeFileAtomically(file, String(process.pid), false)
      return null
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = holderOf(file)
    if (holder === undefined) continue
    // A process that is gone may have had this one's pid.
    const isOther = holder !== process.pid || file === held
    if (holder > 0 && isOther && isAlive(holder)) return holder
    // Another process may have taken it meanwhile, too.
    if (Object.is(holderOf(file), holder)) rmSync(file, { force: true })
  }
}

/** The process that has the lock; undefined where it has just been given back. */
function holderOf(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'))
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
