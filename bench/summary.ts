import { medianInterval, ratioInterval } from './intervals.ts'
import { pairedRatios, rank } from './ranks.ts'
import type { Median, Summary, Trial } from './result.ts'
import { medianOf } from './statistics.ts'

/** Servers by name, with their trials; servers without a summary have none here. */
export type TrialsByServer = ReadonlyMap<string, readonly Trial[]>

/**
 * Every server's figures over its trials, its ratio to the baseline, and its rank among all.
 * @param copy the baseline's second copy, which takes no rank of its own
 */
export function summarizeAll(servers: TrialsByServer, baseline: string, copy?: string): Map<string, Summary> {
  const measured = [...servers].filter(([, trials]) => trials.length > 0)
  const ranks = rank(
    measured
      .filter(([name]) => name !== copy)
      .map(([name, trials]) => ({ name, trials, rate: over(trials, rateOf).median })),
    servers.get(baseline),
  )
  const rankOf = (name: string) => ranks.get(name === copy ? baseline : name) ?? 1
  return new Map(
    measured.map(([name, trials]) => [name, { ...summarize(trials, servers.get(baseline) ?? []), rank: rankOf(name) }]),
  )
}

/**
 * A server's figures over its trials. The ratio compares each trial with the baseline's of the same group, so that what
 * the machine did meanwhile falls out; it is `null` where there is no such pair.
 */
function summarize(trials: readonly Trial[], baseline: readonly Trial[]): Omit<Summary, 'rank'> {
  const figure = (value: (trial: Trial) => number) => over(trials, value)
  return {
    trials: trials.length,
    requestsPerSecond: figure(rateOf),
    ratioToBaseline: trials === baseline ? { ratio: 1, low: 1, high: 1 } : ratio(pairedRatios(trials, baseline)),
    latencyMean: figure((trial) => trial.latency.mean),
    latencyP50: figure((trial) => trial.latency.p50),
    latencyP99: figure((trial) => trial.latency.p99),
    receivedPerSecond: figure((trial) => trial.throughput.received),
    peakMemory: figure((trial) => trial.memory.peakBytes),
    cpuMean: figure((trial) => trial.cpu.meanPercent),
    cpuMax: figure((trial) => trial.cpu.maxPercent),
    cpuPerRequest: figure((trial) => trial.cpu.microsecondsPerRequest),
    verdicts: byKind(trials),
  }
}

const rateOf = (trial: Trial) => trial.requests.perSecond.mean

function over(trials: readonly Trial[], value: (trial: Trial) => number): Median {
  const values = trials.map(value)
  return { ...medianOf(values), ...(medianInterval(values) ?? { low: null, high: null }) }
}

/** With one round there is a ratio, and nothing that says how sure it is. */
export function ratio(ratios: readonly number[]): Summary['ratioToBaseline'] {
  const [only] = ratios
  if (only === undefined) return null
  return ratioInterval(ratios) ?? { ratio: only, low: null, high: null }
}

/** What is held against a server's number, each kind once. */
function byKind(trials: readonly Trial[]): Summary['verdicts'] {
  const kinds = Map.groupBy(
    trials.flatMap(({ verdicts }) => verdicts),
    ({ kind }) => kind,
  )
  return [...kinds].map(([kind, verdicts]) => ({ kind, trials: verdicts.length, message: verdicts[0]?.message ?? '' }))
}
