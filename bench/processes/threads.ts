/** CPU time by thread, from Linux's accounting. */
import { threadFiles } from './proc.ts'

interface ThreadTime {
  name: string
  /** Seconds of CPU time. */
  cpu: number
  /** Seconds in the run queue. */
  waiting: number
}

/** Living threads by id; the main thread's id is the pid. Empty if the system does not report them. */
export type ThreadTimes = ReadonlyMap<number, ThreadTime>

export function threadTimes(pid: number): ThreadTimes {
  const names = threadFiles(pid, 'comm')
  return new Map(
    [...threadFiles(pid, 'schedstat')].map(([thread, text]) => {
      // proc(5): the first two fields are nanoseconds on a CPU and in the run queue.
      const [cpu = 0, waiting = 0] = text.split(' ').map(Number)
      return [
        thread,
        { name: names.get(thread)?.trim() ?? '', cpu: cpu / 1e9, waiting: waiting / 1e9 },
      ]
    }),
  )
}

/** Returns the use of each thread between two readings. Threads that are only in the second started in between. */
export function threadTimesBetween(begin: ThreadTimes, end: ThreadTimes): ThreadTimes {
  return new Map(
    [...end].map(([thread, { name, cpu, waiting }]) => {
      const before = begin.get(thread) ?? { cpu: 0, waiting: 0 }
      return [thread, { name, cpu: cpu - before.cpu, waiting: waiting - before.waiting }]
    }),
  )
}
