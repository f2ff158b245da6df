/** Runs programs to their end, which is at the latest that of this process. */
import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { killGroup, track, untrack } from './processes.ts'
import { explainingLine } from './programs.ts'

/** Seconds after which a program is killed by default. */
const LONGEST = 300

interface RunOptions extends Pick<SpawnOptions, 'cwd' | 'env' | 'shell'> {
  /** Seconds after which it is killed; null for no limit. */
  limit?: number | null
  started?(pid: number): void
}

export interface EndedProgram {
  /** Null if it could not be run, or was ended by a signal. */
  status: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
  /** It was killed at the limit. */
  isLate: boolean
}

/** Never rejects: for a program that cannot be run, `status` is null and `stderr` has the reason. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { limit = LONGEST, started, env = { ...process.env, LC_ALL: 'C' }, ...options }: RunOptions = {},
): Promise<EndedProgram> {
  const child = spawn(program, [...args], {
    ...options,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, which is killed as a whole.
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) {
    const [{ message }] = await once(child, 'error')
    return { status: null, signal: null, stdout: '', stderr: message, isLate: false }
  }
  track(pid)
  started?.(pid)
  let isLate = false
  const end = () => {
    isLate = true
    killGroup(pid)
  }
  const timer = limit === null ? undefined : setTimeout(end, limit * 1000)
  // "close" comes after the exit, when all output has been read.
  const closed = once(child, 'close')
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [status, signal] = await closed
  clearTimeout(timer)
  untrack(pid)
  return { status, signal, stdout, stderr, isLate }
}

/** Returns what a program prints as JSON. @throws with the reason why there is none */
export async function printedJson(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<unknown> {
  const { status, signal, stdout, stderr, isLate } = await runProgram(program, args, options)
  if (isLate) throw new Error(`did not end within ${options.limit ?? LONGEST} s`)
  if (status !== 0)
    throw new Error(explainingLine(stderr) ?? `ended with ${signal ?? `status ${status}`}`)
  if (stdout === '') throw new Error('ended without output')
  return JSON.parse(stdout)
}
