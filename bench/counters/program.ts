/** Runs programs to their end, such as compilers. */
import { execFile } from 'node:child_process'

/** Milliseconds after which a program is killed. */
const LONGEST = 300_000

export interface Ended {
  /** Null if it could not be run, or was ended by a signal. */
  status: number | null
  stdout: string
  stderr: string
}

/** Never rejects: for a program that cannot be run, `status` is null and `stderr` has the reason. */
export function runProgram(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = { ...process.env, LC_ALL: 'C' },
): Promise<Ended> {
  const options = { timeout: LONGEST, encoding: 'utf8', env } as const
  return new Promise((resolve) => {
    execFile(program, args, options, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : null
      resolve({ status, stdout, stderr: stderr || (error && status === null ? error.message : '') })
    })
  })
}
