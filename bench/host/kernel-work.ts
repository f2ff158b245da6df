/** Kernel work for a process tree: user and system CPU time, context switches, inter-processor interrupts. */
import type { KernelWork } from '../../shared/results/slice-format.ts'
import { contentsOf, processStat, threadFiles } from './proc.ts'

/**
 * Reads the totals since the start of the processes and of the machine.
 * @param pids of a process tree
 * @param cpus whose interrupts are counted
 * @returns null if the system does not report them
 */
export function readKernelWork(pids: readonly number[], cpus: readonly number[]): KernelWork | null {
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

/** Returns the difference of two readings. */
export function kernelWorkBetween(begin: KernelWork | null, end: KernelWork | null): KernelWork | null {
  if (!begin || !end) return null
  const since = (value: (reading: KernelWork) => number) => Math.max(0, value(end) - value(begin))
  return {
    userSeconds: since(({ userSeconds }) => userSeconds),
    systemSeconds: since(({ systemSeconds }) => systemSeconds),
    contextSwitches: since(({ contextSwitches }) => contextSwitches),
    interrupts: interruptsSince(begin.interrupts, end.interrupts),
  }
}

/** The kernel's counters have 32 bits; after an overflow the difference is unknown. */
function interruptsSince(before: number | null, after: number | null): number | null {
  return before === null || after === null || after < before ? null : after - before
}

/** Counts the context switches of all living threads of a process. */
function contextSwitches(pid: number): number {
  const all = [...threadFiles(pid, 'status').values()].join('')
  return [...all.matchAll(/ctxt_switches:\s*(\d+)/g)].reduce((sum, [, number]) => sum + Number(number), 0)
}

/** Rows of /proc/interrupts: RES wakes a CPU for a task; CAL makes it run a function, which also wakes it from a halt. */
const BETWEEN_CPUS = ['RES:', 'CAL:']

function interruptsBetweenCpus(cpus: readonly number[]): number | null {
  const [head = '', ...rows] = contentsOf('/proc/interrupts').split('\n')
  const columns = head.trim().split(/\s+/)
  const places = cpus.map((cpu) => columns.indexOf(`CPU${cpu}`)).filter((place) => place >= 0)
  const fields = rows.map((row) => row.trim().split(/\s+/)).filter(([name = '']) => BETWEEN_CPUS.includes(name))
  if (fields.length === 0 || places.length === 0) return null
  return fields.reduce((sum, row) => sum + places.reduce((all, place) => all + Number(row[place + 1] ?? 0), 0), 0)
}
