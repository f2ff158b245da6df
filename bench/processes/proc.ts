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

/** Returns how many processes the kernel has killed for lack of memory since the boot. */
export function outOfMemoryKills(): number {
  return Number(/^oom_kill (\d+)$/m.exec(contentsOf('/proc/vmstat'))?.[1] ?? 0)
}

/** Returns a file of each living thread of a process, by thread id, where it is not empty. */
export function threadFiles(pid: number, file: string): Map<number, string> {
  const threads = entriesOf(`/proc/${pid}/task`)
  const files = threads.map(
    (thread) => [Number(thread), contentsOf(`/proc/${pid}/task/${thread}/${file}`)] as const,
  )
  return new Map(files.filter(([, text]) => text !== ''))
}

/** The kernel reports CPU time in ticks of 1/100 s on every architecture that Node supports. */
const TICKS_PER_SECOND = 100

/** Figures of `/proc/<pid>/stat`. */
export interface ProcessStat {
  /** `R`: running, `S`: sleeping, `Z`: zombie. */
  state: string
  /** Pid of its process group's leader. */
  group: number
  /** When it was started: ticks since the machine's boot. */
  startedAt: number
  /** User and system CPU seconds of the process. */
  cpuSeconds: number
  /** User-space part of the CPU time. */
  userSeconds: number
  /** User and system CPU seconds of its children that have ended and been waited for. */
  childrenCpuSeconds: number
}

/** Returns null if there is no such process or no `/proc`. */
export function processStat(pid: number | 'self'): ProcessStat | null {
  const stat = contentsOf(`/proc/${pid}/stat`)
  if (stat === '') return null
  // The name in parentheses may contain blanks; field 3 of proc_pid_stat(5) follows it.
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
}
