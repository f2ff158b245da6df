/** Memory, CPU time and the kernel's work of a process tree over a window. */
import pidusage from 'pidusage'
import type { KernelWork } from '../../shared/format/slice-format.ts'
import { contentsOf, processStat, threadFiles } from './proc.ts'
import { cpuSeconds, peakMemory, processTree } from './processes.ts'

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

/** Begins a window. @param cpus whose interrupts are counted: those of the server and the generator */
export async function startSampling(
  pid: number,
  cpus: readonly number[] = [],
): Promise<StopSampling> {
  const begin = await readingOf(pid, cpus)
  return async () => {
    const end = await readingOf(pid, cpus)
    return {
      cpuSeconds: Math.max(0, end.cpuSeconds - begin.cpuSeconds),
      peakMemory: end.memory,
      kernel: begin.kernel && end.kernel && workBetween(begin.kernel, end.kernel),
    }
  }
}

async function readingOf(pid: number, cpus: readonly number[]) {
  const tree = await processTree(pid)
  const [kernel, seconds, memory] = [readKernelWork(tree, cpus), cpuSeconds(tree), peakMemory(tree)]
  if (seconds !== null && memory !== null) return { kernel, cpuSeconds: seconds, memory }
  // It fails if a process has ended; the server's waiter reports that.
  const usage = Object.values(
    await pidusage(tree).catch(() => ({}) as Record<string, pidusage.Status>),
  )
  const sum = (key: 'ctime' | 'memory') =>
    usage.reduce((total, each) => total + (each?.[key] ?? 0), 0)
  return { kernel, cpuSeconds: sum('ctime') / 1000, memory: sum('memory') }
}

/** Reads the totals since the start of the processes and of the machine. */
function readKernelWork(pids: readonly number[], cpus: readonly number[]): KernelWork | null {
  const stats = pids.map(processStat).filter((stat) => stat !== null)
  if (stats.length === 0) return null
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    userSeconds: sum(stats.map(({ userSeconds }) => userSeconds)),
    systemSeconds: sum(stats.map(({ cpuSeconds, userSeconds }) => cpuSeconds - userSeconds)),
    contextSwitches: sum(pids.map(contextSwitches)),
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
  const all = [...threadFiles(pid, 'status').values()].join('')
  return [...all.matchAll(/ctxt_switches:\s*(\d+)/g)].reduce(
    (sum, [, number]) => sum + Number(number),
    0,
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
  return fields.reduce(
    (sum, row) => sum + places.reduce((all, place) => all + Number(row[place + 1] ?? 0), 0),
    0,
  )
}
