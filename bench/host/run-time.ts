/** CPU time and memory of processes that have lived for some milliseconds only: the ticks of `/proc/<pid>/stat` are too coarse. */
import { readdirSync, readFileSync } from 'node:fs'

/**
 * CPU seconds of all living threads of the processes, from the scheduler's own account in nanoseconds; null where the
 * kernel does not tell. What threads used that have ended is not among it.
 */
export function runSeconds(pids: readonly number[]): number | null {
  let nanoseconds = 0
  try {
    for (const pid of pids) {
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
      }
    }
  } catch {
    return null
  }
  return nanoseconds > 0 ? nanoseconds / 1e9 : null
}

/** The resident sets of the processes now, summed, in bytes; null where the kernel does not tell. */
export function residentMemory(pids: readonly number[]): number | null {
  let kilobytes = 0
  for (const pid of pids) {
    try {
      kilobytes += Number(/^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    } catch {
      // The process has ended.
    }
  }
  return kilobytes > 0 ? kilobytes * 1024 : null
}
