/** One load by several generator processes, each on a CPU of its own with its share of the connections. */
import { sum } from '../../../shared/stats/statistics.ts'
import {
  type LoadGenerator,
  type LoadPlan,
  type LoadReport,
  type LoadSession,
  type LoadWatch,
  machineTime,
} from '../generator.ts'
import { builtin } from './builtin.ts'
import { mergedLatency } from './tally.ts'

/** Generator processes per worker of the server: the fastest servers need more than one. */
const PER_WORKER = 2

/** Returns a generator for that many workers of a server, of as many processes as there are CPUs for it. */
export const divided = (workers: number): LoadGenerator => ({
  async prepare(plan, cpus) {
    const number = Math.min(PER_WORKER * workers, plan.connections, cpus?.length ?? 1)
    const sessions = await Promise.allSettled(
      sharesOf(plan, number).map((share, i) => builtin.prepare(share, cpus && [cpus[i] as number])),
    )
    const ready = sessions.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const failed = sessions.find(({ status }) => status === 'rejected')
    if (!failed) return new DividedSession(ready)
    for (const session of ready) await session.close()
    throw (failed as PromiseRejectedResult).reason
  },
})

/** Divides the connections. No two shares have the same requests. */
function sharesOf(plan: LoadPlan, number: number): LoadPlan[] {
  const [least, rest] = [Math.floor(plan.connections / number), plan.connections % number]
  return Array.from({ length: number }, (_, i) => ({
    ...plan,
    connections: least + Number(i < rest),
    seed: (plan.seed + i) % 2 ** 31,
    histogram: true,
  }))
}

/** Milliseconds that generators with open connections need to begin a load, at least. */
const LEAD = 30

class DividedSession implements LoadSession {
  readonly #sessions: readonly LoadSession[]

  constructor(sessions: readonly LoadSession[]) {
    this.#sessions = sessions
  }

  get isOver(): boolean {
    return this.#sessions.some(({ isOver }) => isOver)
  }

  /** The window is that in which all generators count. */
  async load(port: number, seconds: number, watch: LoadWatch = {}): Promise<LoadReport> {
    let [starting, ending] = [this.#sessions.length, 1]
    const each: LoadWatch = {
      // At a random instant, as that of one generator.
      notBefore: machineTime() + LEAD * (1 + Math.random()),
      started() {
        if (--starting === 0) watch.started?.()
      },
      ended() {
        if (ending-- !== 1) return
        if (starting > 0) watch.started?.()
        starting = 0
        watch.ended?.()
      },
    }
    const loads = await Promise.allSettled(
      this.#sessions.map((session) => session.load(port, seconds, each)),
    )
    const failed = loads.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
    return mergedReport(loads.flatMap((load) => (load.status === 'fulfilled' ? load.value : [])))
  }

  async release(port: number): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.release?.(port)))
  }

  async close(): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.close()))
  }
}

type Counts = {
  [Key in keyof LoadReport as LoadReport[Key] extends number ? Key : never]: LoadReport[Key]
}

/** Adds the counts of reports. Its requests/s are the sum of theirs, and its event loop is their mean. */
export function mergedReport(reports: readonly LoadReport[]): LoadReport {
  const keys = Object.entries(reports[0] ?? {}).flatMap(([key, value]) =>
    typeof value === 'number' ? (key as keyof Counts) : [],
  )
  const counts = Object.fromEntries(
    keys.map((key) => [key, sum(reports, (report) => report[key])]),
  ) as unknown as Counts
  const perSecond = sum(reports, ({ requests, seconds }) => requests / seconds)
  const longest = (key: 'seconds' | 'loadedSeconds') =>
    Math.max(...reports.map((report) => report[key]))
  return {
    ...counts,
    seconds: perSecond > 0 ? counts.requests / perSecond : longest('seconds'),
    loadedSeconds: longest('loadedSeconds'),
    latency: mergedLatency(reports.flatMap(({ histogram }) => histogram ?? [])),
    firstWrong: reports.find(({ firstWrong }) => firstWrong)?.firstWrong ?? null,
    eventLoopPercent: counts.eventLoopPercent / reports.length,
  }
}
