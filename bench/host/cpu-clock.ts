/** CPU time of a process tree as exactly as the kernel tells it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from './processes.ts'

/** Where a time comes from: `schedstat` tells nanoseconds, of a thread that rests; `ticks` are of 10 ms. */
export type CpuClock = 'schedstat' | 'ticks'

/** The better one of those that the kernel has; null where it tells neither. */
export function cpuClock(): CpuClock | null {
  if (existsSync('/proc/self/schedstat')) return 'schedstat'
  return cpuSeconds([process.pid]) === null ? null : 'ticks'
}

/** Seconds, user and system together, that all threads of the processes have used. */
export function readCpuClock(clock: CpuClock, pids: readonly number[]): number {
  if (clock === 'ticks') return cpuSeconds(pids) ?? 0
  return pids.flatMap(threadsOf).reduce((sum, schedstat) => sum + secondsIn(schedstat), 0)
}

/** Files of a process's living threads. */
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
  } catch {
    return []
  }
}

/** The first figure is the thread's time on a CPU, in nanoseconds; 0 of one that has just ended. */
function secondsIn(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return 0
  }
}
