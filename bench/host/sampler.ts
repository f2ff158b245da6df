import pidusage from 'pidusage'
import type { KernelWork } from '../../shared/results/slice-format.ts'
import { kernelWorkBetween, readKernelWork } from './kernel-work.ts'
import { cpuSeconds, peakMemory, processTree } from './processes.ts'

/** Memory and CPU of a process tree over a window. */
export interface Usage {
  /** CPU seconds in the window. */
  cpuSeconds: number
  /** Bytes: the kernel's peak since the start; without `/proc`, what is resident at the window's end. */
  peakMemory: number
  kernel: KernelWork | null
}

/** Ends a window. */
export type StopSampling = () => Promise<Usage>

/** Begins a window. @param cpus whose interrupts are counted: those of the server and the generator */
export async function startSampling(pid: number, cpus: readonly number[] = []): Promise<StopSampling> {
  const begin = await readingOf(pid, cpus)
  return async () => {
    const end = await readingOf(pid, cpus)
    return {
      cpuSeconds: Math.max(0, end.cpuSeconds - begin.cpuSeconds),
      peakMemory: end.memory,
      kernel: kernelWorkBetween(begin.kernel, end.kernel),
    }
  }
}

async function readingOf(pid: number, cpus: readonly number[]) {
  const tree = await processTree(pid)
  const [kernel, seconds, memory] = [readKernelWork(tree, cpus), cpuSeconds(tree), peakMemory(tree)]
  if (seconds !== null && memory !== null) return { kernel, cpuSeconds: seconds, memory }
  // It fails if a process has ended; the server's waiter reports that.
  const usage = Object.values(await pidusage(tree).catch(() => ({}) as Record<string, pidusage.Status>))
  const sum = (key: 'ctime' | 'memory') => usage.reduce((total, each) => total + (each?.[key] ?? 0), 0)
  return { kernel, cpuSeconds: sum('ctime') / 1000, memory: sum('memory') }
}
