/** Memory, CPU time and the kernel's work of a process tree over a window. */
import pidusage from 'pidusage'
import { sum } from '../../shared/stats/statistics.ts'
import { contentsOf, processStat, threadFiles } from './proc.ts'
import { cpuSeconds, peakMemory } from './processes.ts'

/** The kernel's work for a process tree. */
interface KernelWork {
  userSeconds: number
  systemSeconds: number
  contextSwitches: number
  /** Null if not counted. */
  interrupts: number | null
}

export interface Usage {
  /** CPU seconds in the window. */
  cpuSeconds: number
  /** Bytes: the kernel's peak since the start; without `/proc`, what is resident at the window's end. */
  peakMemory: number
  /** Null if the system does not report it. */
  kernel: KernelWork | null
}

/** Ends a window. */
export type StopSampling = () => Promise<Usage>

/**
 * Begins a window.
 * @param tree returns the pids of the server's processes
 * @param cpus whose interrupts are counted: those of the server and the generator
 */
export async function startSampling(
  tree: () => Promise<number[]>,
  cpus: readonly number[] = [],
): Promise<StopSampling> {
  const begin = await readingOf(await tree(), cpus)
  return async () => {
    const end = await readingOf(await tree(), cpus)
    return {
      cpuSeconds: Math.max(0, end.cpuSeconds - begin.cpuSeconds),
      peakMemory: end.memory,
      kernel: begin.kernel && end.kernel && workBetween(begin.kernel, end.kernel),
    }
  }
}

async function readingOf(tree: readonly number[], cpus: readonly number[]) {
  const [kernel, seconds, memory] = [readKernelWork(tree, cpus), cpuSeconds(tree), peakMemory(tree)]
  if (seconds !== null && memory !== null) return { kernel, cpuSeconds: seconds, memory }
  // It fails if a process has ended; the server's waiter reports that.
  const usage: Record<string, pidusage.Status> = await pidusage([...tree]).catch(() => ({}))
  const total = (key: 'ctime' | 'memory') => sum(Object.values(usage), (each) => each?.[key] ?? 0)
  return { kernel, cpuSeconds: total('ctime') / 1000, memory: total('memory') }
}

/** Reads the totals since the start of the processes and of the machine. */
function readKernelWork(pids: readonly number[], cpus: readonly number[]): KernelWork | null {
  const stats = pids.map(processStat).filter((stat) => stat !== null)
  if (stats.length === 0) return null
  return {
    userSeconds: sum(stats, ({ userSeconds }) => userSeconds),
    systemSeconds: sum(stats, ({ cpuSeconds, userSeconds }) => cpuSeconds - userSeconds),
    contextSwitches: sum(pids, contextSwitches),
    interrupts: interruptsBetweenCpus(cpus),
  }
}

function workBetween(begin: KernelWork, end: KernelWork): KernelWork {
  const since = (key: Exclude<keyof KernelWork, 'interrupts'>) => Math.max(0, end[key] - begin[key])
  const [before, after] = [begin.interrupts, end.interrupts]
  return {
    userSeconds: since('userSeconds'),
    systemSeconds: since('systemSeconds'),
    contextSwitches: since('contextSwitches'),
    // The kernel's counters have 32 bits; after an overflow the difference is unknown.
    interrupts: before === null || after === null || after < before ? null : after - before,
  }
}

/** Counts the context switches of all living threads of a process. */
function contextSwitches(pid: number): number {
  const statusText = [...threadFiles(pid, 'status').values()].join('')
  return sum([...statusText.matchAll(/ctxt_switches:\s*(\d+)/g)], ([, number]) => Number(number))
}

/** Counts the context switches that the kernel forced on all living threads of the processes; null without `/proc`. */
export function involuntarySwitches(pids: readonly number[]): number | null {
  const statusText = pids.flatMap((pid) => [...threadFiles(pid, 'status').values()]).join('')
  if (statusText === '') return null
  return sum([...statusText.matchAll(/nonvoluntary_ctxt_switches:\s*(\d+)/g)], ([, number]) =>
    Number(number),
  )
}

/** Rows of /proc/interrupts: RES wakes a CPU for a task; CAL makes it run a function, which also wakes it from a halt. */
const BETWEEN_CPUS = ['RES:', 'CAL:']

function interruptsBetweenCpus(cpus: readonly number[]): number | null {
  const [head = '', ...rows] = contentsOf('/proc/interrupts').split('\n')
  const columns = head.trim().split(/\s+/)
  const places = cpus.map((cpu) => columns.indexOf(`CPU${cpu}`)).filter((place) => place >= 0)
  const fields = rows
    .map((row) => row.trim().split(/\s+/))
    .filter(([name = '']) => BETWEEN_CPUS.includes(name))
  if (fields.length === 0 || places.length === 0) return null
  return sum(fields, (row) => sum(places, (place) => Number(row[place + 1] ?? 0)))
}
