/** Reads what the kernel reports of processes and CPUs. */
import { readdirSync, readFileSync } from 'node:fs'

/** Returns a file's contents; empty if it cannot be read, as of a process that has ended, or without `/proc`. */
export function contentsOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the names in a directory; empty if it cannot be read. */
export function entriesOf(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}

/** Returns a file of each living thread of a process, by thread id, where it is not empty. */
export function threadFiles(pid: number, file: string): Map<number, string> {
  const threads = entriesOf(`/proc/${pid}/task`)
  const files = threads.map((thread) => [Number(thread), contentsOf(`/proc/${pid}/task/${thread}/${file}`)] as const)
  return new Map(files.filter(([, text]) => text !== ''))
}
