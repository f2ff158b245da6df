/** Finds files and directories of killed processes, which are named after their pids. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

/** Returns the paths of a directory's entries that are named with the prefix and the pid of a process that has ended. */
export function abandonedIn(directory: string, prefix: string): string[] {
  const isAbandoned = (name: string) => {
    const pid = name.startsWith(prefix) && /^(\d+)-/.exec(name.slice(prefix.length))?.[1]
    return pid && !isAlive(Number(pid))
  }
  try {
    return readdirSync(directory)
      .filter(isAbandoned)
      .map((name) => join(directory, name))
  } catch {
    return []
  }
}
