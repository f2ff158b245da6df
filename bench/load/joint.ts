/** Several load generators that make one load together: the same window, one histogram, and each with its own share of the connections. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../../shared/basics/random.ts'
import { mergeHistograms } from '../../shared/result/latency-histogram.ts'
import type { Noise } from '../machine/noise.ts'
import { LONGEST_SURPRISE } from './builtin/load.ts'
import type { HeldLoad, LoadGenerator, LoadPlan, LoadReport, LoadSession, LoadWatch } from './generator.ts'
import { latencyOf } from './latency.ts'

/** @param generators of the same kind, each on CPUs of its own; all can take part in a joint load */
export function jointGenerator(generators: readonly LoadGenerator[]): LoadGenerator {
  const [first] = generators
  if (!first) throw new Error('there is no load generator')
  return {
    ...first,
    async prepare(plan, cpus) {
      const preparing = sharesOf(plan, generators.length).map((share, i) =>
        (generators[i] as LoadGenerator).prepare(share, cpus),
      )
      const prepared = await Promise.allSettled(preparing)
      const sessions = prepared.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      const joint = new JointSession(sessions)
      if (sessions.length === generators.length) return joint
      await joint.close()
      throw firstReason(prepared)
    },
  }
}

/** Connections as equal in number as can be, and values that no other share has. */
export function sharesOf(plan: LoadPlan, count: number): LoadPlan[] {
  const random = createRandom(plan.seed)
  return Array.from({ length: count }, (_, i) => ({
    ...plan,
    connections: Math.floor(plan.connections / count) + (i < plan.connections % count ? 1 : 0),
    seed: random.integer(0, 2 ** 31 - 1),
  }))
}

class JointSession implements LoadSession {
  readonly #sessions: readonly LoadSession[]

  constructor(sessions: readonly LoadSession[]) {
    this.#sessions = sessions
  }

  get isOver(): boolean {
    return this.#sessions.some(({ isOver }) => isOver)
  }

  /** All send before the first window opens and until the last one is closed, so that each sees the load of all. */
  async load(port: number, seconds: number, watch: LoadWatch = {}, pipelining?: number): Promise<LoadReport> {
    const beginning = await Promise.allSettled(
      this.#sessions.map(
        (session) => session.hold?.(port, pipelining) ?? Promise.reject(new Error('it takes no part')),
      ),
    )
    const held = beginning.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    try {
      if (held.length < this.#sessions.length) throw firstReason(beginning)
      // At an instant that no server knows, as with a single generator.
      await sleep(Math.random() * LONGEST_SURPRISE)
      await Promise.all(held.map((load) => load.open()))
      watch.started?.()
      const opened = performance.now()
      await sleep(seconds * 1000)
      const window = (performance.now() - opened) / 1000
      watch.ended?.()
      await Promise.all(held.map((load) => load.close()))
      return jointReport(await endAll(held), window)
    } catch (error) {
      // Whoever is left does not send for ever.
      await endAll(held).catch(() => {})
      throw error
    }
  }

  async release(port: number): Promise<void> {
    await Promise.all(this.#sessions.map((session) => session.release?.(port)))
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#sessions.map((session) => session.close()))
  }
}

async function endAll(held: readonly HeldLoad[]): Promise<LoadReport[]> {
  const ended = await Promise.allSettled(held.map((load) => load.end()))
  return ended.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
}

function firstReason(settled: readonly PromiseSettledResult<unknown>[]): unknown {
  return settled.find((each) => each.status === 'rejected')?.reason
}

/**
 * One report of several whose windows were open at the same time.
 *
 * Rates add up; each is by its own generator's clock, and `seconds` is what makes requests / seconds their sum. Latencies are
 * those of the merged histogram. How busy the generator was is how busy the busiest one was, for one at its limit keeps all
 * from being faster.
 * @param window seconds that each window was to be open
 */
export function jointReport(reports: readonly LoadReport[], window: number): LoadReport {
  const sum = (value: (report: LoadReport) => number) => reports.reduce((total, report) => total + value(report), 0)
  const most = (value: (report: LoadReport) => number) => Math.max(...reports.map(value))
  const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null)
  const requests = sum((report) => report.requests)
  const seconds = requests > 0 ? requests / sum((report) => report.requests / report.seconds) : window
  const loops = known(reports.map(({ eventLoopPercent }) => eventLoopPercent))
  const sent = known(reports.map((report) => report.sent))
  return {
    seconds,
    loadedSeconds: most(({ loadedSeconds }) => loadedSeconds),
    requests,
    sent: sent.length === reports.length ? sent.reduce((a, b) => a + b) : null,
    repeated: sum(({ repeated }) => repeated),
    latency: latencyOf(mergeHistograms(reports.flatMap(({ histogram }) => histogram ?? []))),
    bytesReceived: sum(({ bytesReceived }) => bytesReceived),
    bytesSent: sum(({ bytesSent }) => bytesSent),
    refusals: {
      requests: sum(({ refusals }) => refusals?.requests ?? 0),
      bytesReceived: sum(({ refusals }) => refusals?.bytesReceived ?? 0),
    },
    errors: sum(({ errors }) => errors),
    timeouts: sum(({ timeouts }) => timeouts),
    non2xx: sum(({ non2xx }) => non2xx),
    checked: sum(({ checked }) => checked),
    wrong: sum(({ wrong }) => wrong),
    firstWrong: reports.find(({ firstWrong }) => firstWrong)?.firstWrong ?? null,
    cpuSeconds: most((report) => report.cpuSeconds / report.seconds) * seconds,
    eventLoopPercent: loops.length === reports.length ? Math.max(...loops) : null,
    ...jointNoise(reports),
    windowsApart: most((report) => Math.abs(report.seconds - window)),
  }
}

/** Of each kind the host that had most of it; none where one host does not watch. */
function jointNoise(reports: readonly LoadReport[]): { noise?: Noise } {
  const noises = reports.flatMap(({ noise }) => noise ?? [])
  if (noises.length < reports.length) return {}
  const most = (value: (noise: Noise) => number | null) =>
    noises.map(value).reduce((a, b) => (a === null || b === null ? (a ?? b) : Math.max(a, b)))
  const raws = noises.map(({ raw }) => raw).filter((raw) => raw !== null)
  const total = (value: (raw: NonNullable<Noise['raw']>) => number) => raws.reduce((sum, raw) => sum + value(raw), 0)
  return {
    noise: {
      raw:
        raws.length < noises.length
          ? null
          : {
              stealSeconds: total(({ stealSeconds }) => stealSeconds),
              foreignSeconds: total(({ foreignSeconds }) => foreignSeconds),
            },
      stealPercent: most(({ stealPercent }) => stealPercent),
      foreignPercent: most(({ foreignPercent }) => foreignPercent),
      swappedPages: most(({ swappedPages }) => swappedPages),
      thermalEvents: most(({ thermalEvents }) => thermalEvents),
      frequencyPercent: most(({ frequencyPercent }) => frequencyPercent),
    },
  }
}
