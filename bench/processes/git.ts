import { execFileSync } from 'node:child_process'

/** Bytes. A large repository's files are more than Node's default of 1 MB. */
const MOST_OUTPUT = 2 ** 28

/** Returns what git prints, without the last line break. @throws with what it complains about, also as `stderr` */
export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trimEnd()
}

/** Returns undefined where git fails, such as outside a repository. */
export function gitOrNone(cwd: string, ...args: string[]): string | undefined {
  try {
    return git(cwd, ...args)
  } catch {
    return undefined
  }
}
