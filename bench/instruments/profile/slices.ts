/** Slices of load in a profile, and the CPU time per request over several. */
import type { ThreadTimes } from '../../host/threads.ts'
import type { Observed } from './observed-session.ts'

export interface Slice extends Observed {
  requests: number
  /** Seconds of the JavaScript thread. */
  main: { cpu: number; waiting: number }
}

/** Returns µs per request of all threads, and of all but the first. @param profiler name of the sampling thread, which does not count */
export function cpuTime(slices: readonly Slice[], profiler: string | null = null): { all: number; others: number } {
  const sum = (value: (slice: Slice) => number) => slices.reduce((total, slice) => total + value(slice), 0)
  const requests = sum((slice) => slice.requests)
  const sampling = sum(({ threads }) => (profiler === null ? 0 : timeOf(threadsNamed(threads, profiler))))
  const main = sum((slice) => slice.main.cpu) * 1e6
  const others = Math.max(0, sum(({ threads }) => timeOf(threads)) - sampling - main)
  return { all: (main + others) / requests, others: others / requests }
}

export function threadsNamed(threads: ThreadTimes, name: string): ThreadTimes {
  return new Map([...threads].filter(([, thread]) => thread.name === name))
}

/** Returns the CPU time in µs. */
function timeOf(threads: ThreadTimes): number {
  return [...threads.values()].reduce((sum, { cpu }) => sum + cpu, 0) * 1e6
}

/** Returns the number of sleeps. */
export function sleepsOf(threads: ThreadTimes): number {
  return [...threads.values()].reduce((sum, { sleeps }) => sum + sleeps, 0)
}

/** Returns the µs by which the wall clock is ahead of the monotonic clock. */
export function monotonicToWall(): number {
  return (performance.timeOrigin + performance.now()) * 1e3 - Number(process.hrtime.bigint()) / 1e3
}
