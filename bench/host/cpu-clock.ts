/** CPU time of processes at the kernel's best resolution. */
import { existsSync, readFileSync } from 'node:fs'
import { cpuSeconds } from './processes.ts'
import { threadsOf } from './threads.ts'

/** `schedstat` has nanoseconds, updated when a thread stops running; `ticks` are 10 ms. */
export type CpuClock = 'schedstat' | 'ticks'

/** Returns the better available clock; null without either. */
export function cpuClock(): CpuClock | null {
  if (existsSync('/proc/self/schedstat')) return 'schedstat'
  return cpuSeconds([process.pid]) === null ? null : 'ticks'
}

/** Returns the CPU seconds, user and system, of all threads of the processes. */
export function readCpuClock(clock: CpuClock, pids: readonly number[]): number {
  if (clock === 'ticks') return cpuSeconds(pids) ?? 0
  return pids.flatMap(schedstatFiles).reduce((sum, file) => sum + secondsIn(file), 0)
}

function schedstatFiles(pid: number): string[] {
  return threadsOf(pid).map((thread) => `/proc/${pid}/task/${thread}/schedstat`)
}

/** The first field is the thread's CPU time in nanoseconds; returns 0 for a thread that has just ended. */
function secondsIn(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]) / 1e9
  } catch {
    return 0
  }
}
