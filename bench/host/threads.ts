/** CPU time of a process by thread, to the nanosecond, as Linux accounts for it. */
import { readdirSync, readFileSync } from 'node:fs'

interface ThreadTime {
  name: string
  /** Seconds on a CPU. */
  cpu: number
  /** Seconds in which it could have run, and another had its CPU. */
  waiting: number
  sleeps: number
}

/** Living threads by id; the first has the process's id. Empty where the system does not tell. */
export type ThreadTimes = ReadonlyMap<number, ThreadTime>

export function threadTimes(pid: number): ThreadTimes {
  const times = new Map<number, ThreadTime>()
  for (const thread of threadsOf(pid)) {
    const folder = `/proc/${pid}/task/${thread}`
    try {
      // The first two numbers of proc(5)'s schedstat: nanoseconds on a CPU, and in a queue for one.
      const [cpu = 0, waiting = 0] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number)
      const name = readFileSync(`${folder}/comm`, 'utf8').trim()
      const [, sleeps] = /^voluntary_ctxt_switches:\s*(\d+)$/m.exec(readFileSync(`${folder}/status`, 'utf8')) ?? []
      times.set(thread, { name, cpu: cpu / 1e9, waiting: waiting / 1e9, sleeps: Number(sleeps ?? 0) })
    } catch {
      // It has ended in the meantime.
    }
  }
  return times
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return []
  }
}

/** Returns each thread's use between two readings; threads missing in the first began in between. */
export function threadTimesBetween(begin: ThreadTimes, end: ThreadTimes): ThreadTimes {
  return new Map(
    [...end].map(([thread, { name, cpu, waiting, sleeps }]) => {
      const before = begin.get(thread) ?? { cpu: 0, waiting: 0, sleeps: 0 }
      const between = { cpu: cpu - before.cpu, waiting: waiting - before.waiting, sleeps: sleeps - before.sleeps }
      return [thread, { name, ...between }]
    }),
  )
}
