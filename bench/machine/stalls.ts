/** What a machine makes wait by itself: how long its CPUs are at times taken from a program that never rests. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { pinnedCommand } from './cpus.ts'
import { track, untrack } from './processes.ts'

const Milliseconds = z.array(z.number().positive())

/**
 * Has a program do nothing but look at the clock.
 * @param cpus that nothing else is at work on
 * @returns milliseconds of each stretch of `LEAST_STALL` and more in which it could not; null where it can't be run
 */
export async function measureStalls(cpus: readonly number[], seconds: number): Promise<number[] | null> {
  const file = join(import.meta.dirname, 'stalls-process.ts')
  const [program = '', ...args] = pinnedCommand(cpus, process.execPath, [file, String(seconds)])
  const running = promisify(execFile)(program, args)
  const { pid } = running.child
  if (pid !== undefined) track(pid)
  try {
    return Milliseconds.parse(JSON.parse((await running).stdout))
  } catch {
    return null
  } finally {
    if (pid !== undefined) untrack(pid)
  }
}
