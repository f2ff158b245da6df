/** Programs that are run to their end: compilers, and counters of a whole program. */
import { execFile } from 'node:child_process'
import { onPath } from '../host/programs.ts'
import { CounterMissing } from './counter.ts'

/** Milliseconds after which such a program is ended. */
const LONGEST = 60_000

export interface Ended {
  /** Null where it could not be run, or was ended by a signal. */
  status: number | null
  stdout: string
  stderr: string
}

/**
 * Never rejects: a program that can't be run has no status, and the reason in its stderr.
 * @param inherits whether it has the runner's environment too
 */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  inherits = true,
): Promise<Ended> {
  const all = inherits ? { ...process.env, LC_ALL: 'C', ...env } : env
  const options = { timeout: LONGEST, encoding: 'utf8', env: all } as const
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ status, stdout, stderr: stderr || (error && status === null ? error.message : '') })
    })
  })
}

/** @throws CounterMissing that says which Debian package has it */
export function assertOnPath(program: string, debianPackage: string): void {
  if (!onPath(program)) throw new CounterMissing(`there is no ${program}: apt install ${debianPackage}`)
}

/** The first line that says something, to show. */
export function firstLineOf(text: string): string {
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      .find(Boolean) ?? 'no output'
  )
}
