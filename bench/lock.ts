import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

/** Two runs on one machine would measure each other, wherever they were started; so the lock is the machine's. */
const LOCK_FILE = join(tmpdir(), 'rpc-validation-benchmarks.lock')

let held: string | undefined

/**
 * Takes the machine for this process, until `unlockMachine`.
 * @throws where another run has it; a lock whose process is gone does not count
 */
export function lockMachine(file = LOCK_FILE): void {
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      held = file
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(readFileSync(file, 'utf8'))
    if (holder > 0 && isAlive(holder)) {
      throw new Error(`another run is measuring on this machine (pid ${holder}): wait for its end, or delete ${file}`)
    }
    rmSync(file, { force: true })
  }
}

/** Gives the machine back, if this process has it. */
export function unlockMachine(): void {
  if (held) rmSync(held, { force: true })
  held = undefined
}
