import { readFileSync } from 'node:fs'

/** The kernel reports CPU time to user space in ticks of 1/100 s on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100

/** Figures of `/proc/<pid>/stat`. */
export interface ProcessStat {
  /** A letter: `R` runs, `S` sleeps, `Z` has ended and was not waited for. */
  state: string
  /** Pid of its process group's leader. */
  group: number
  /** Clock ticks from the system's boot to the process's start: no two processes with one pid have the same. */
  startedAt: number
  /** CPU seconds, user and system together, of the process. */
  cpuSeconds: number
  /** User-space part of the CPU time. */
  userSeconds: number
  /** The same of its children that have ended and were waited for. */
  childrenCpuSeconds: number
}

/** `null` where there is no such process, or no `/proc`. */
export function processStat(pid: number | 'self'): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold blanks; field 3 of proc_pid_stat(5) comes right behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const field = (number: number) => Number(fields[number - 3])
    return {
      state: fields[0] ?? '',
      group: field(5),
      startedAt: field(22),
      cpuSeconds: (field(14) + field(15)) / TICKS_PER_SECOND,
      userSeconds: field(14) / TICKS_PER_SECOND,
      childrenCpuSeconds: (field(16) + field(17)) / TICKS_PER_SECOND,
    }
  } catch {
    return null
  }
}
