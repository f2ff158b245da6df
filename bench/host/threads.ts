/** CPU time by thread in nanoseconds, from Linux's accounting. */
import { readdirSync, readFileSync } from 'node:fs'

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
  const times = new Map<number, ThreadTime>()
  for (const thread of threadsOf(pid)) {
    const folder = `/proc/${pid}/task/${thread}`
    try {
      // proc(5): the first two fields of schedstat are nanoseconds on a CPU and in the run queue.
      const [cpu = 0, waiting = 0] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number)
      const name = readFileSync(`${folder}/comm`, 'utf8').trim()
      times.set(thread, { name, cpu: cpu / 1e9, waiting: waiting / 1e9 })
    } catch {
      // The thread has ended.
    }
  }
  return times
}

/** Returns the ids of a process's living threads; empty if it has ended or there is no `/proc`. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
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
