import * as statistics from 'simple-statistics'
import type { Median, Summary, Trial } from './format.ts'
import { medianInterval, ratioInterval } from './intervals.ts'
import { rank } from './ranks.ts'
import { trialRate } from './rates.ts'
import { relativeRates } from './ratios.ts'
import { medianOf } from './statistics.ts'

/** Servers by name, with their trials; servers without a summary have none here. */
export type TrialsByServer = ReadonlyMap<string, readonly Trial[]>

/**
 * Every server's figures over its trials, its ratio to the baseline, and its rank among all.
 * @param copy the baseline's second copy, which takes no rank of its own
 */
export function summarizeAll(servers: TrialsByServer, baseline: string, copy?: string): Map<string, Summary> {
  const measured = [...servers].filter(([, trials]) => trials.length > 0)
  const reference = servers.get(baseline) ?? []
  const isCopy = (name: string) => name === copy && reference.length > 0
  const ranks = rank(
    measured.filter(([name]) => !isCopy(name)).map(([name, trials]) => ({ name, trials })),
    reference,
  )
  const rankOf = (name: string) => ranks.get(isCopy(name) ? baseline : name) as number
  const seconds = secondLoads(new Map(measured), baseline, copy)
  return new Map(
    measured.map(([name, trials]) => {
      const figures = { ...summarize(trials, reference), rank: rankOf(name) }
      return [name, { ...figures, second: seconds?.get(name) ?? null }]
    }),
  )
}

/**
 * The same figures of the second load, as far as they depend on the load.
 * @returns null where a trial has none
 */
function secondLoads(
  servers: TrialsByServer,
  baseline: string,
  copy?: string,
): Map<string, NonNullable<Summary['second']>> | null {
  const pipelining = [...servers.values()][0]?.[0]?.second?.pipelining
  const views = new Map([...servers].map(([name, trials]) => [name, trials.flatMap(secondView)]))
  if (pipelining === undefined || [...views.values()].some(({ length }) => length === 0)) return null
  const summaries = summarizeAll(views, baseline, copy)
  return new Map(
    [...summaries].map(([name, summary]) => {
      const { requestsPerSecond, ratioToBaseline, rank, latencyMean, latencyP50, latencyP99, cpuPerRequest } = summary
      const latencies = { latencyMean, latencyP50, latencyP99 }
      const { verdicts } = summary
      return [name, { pipelining, requestsPerSecond, ratioToBaseline, rank, ...latencies, cpuPerRequest, verdicts }]
    }),
  )
}

/** The trial as its second load shows it; nothing where it had none. */
function secondView(trial: Trial): Trial[] {
  if (!trial.second) return []
  const { pipelining: _, cpu, ...second } = trial.second
  return [{ ...trial, ...second, cpu: { ...trial.cpu, ...cpu }, second: null }]
}

/** A server's figures over its rounds. The ratio to the baseline is `null` where there is no round of both. */
function summarize(trials: readonly Trial[], baseline: readonly Trial[]): Omit<Summary, 'rank' | 'second'> {
  const figure = (value: (trial: Trial) => number) => overRounds(trials, value)
  return {
    trials: trials.length,
    requestsPerSecond: figure(trialRate),
    ratioToBaseline: ratioTo(baseline, trials),
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

/** The median over the rounds: of a round with several trials, as the baseline has them, their mean counts. */
export function overRounds(trials: readonly Trial[], value: (trial: Trial) => number): Median {
  const rounds = Map.groupBy(trials, ({ round }) => round)
  const values = [...rounds.values()].map((round) => statistics.mean(round.map(value)))
  return { ...medianOf(values), ...(medianInterval(values) ?? { low: null, high: null }) }
}

function ratioTo(baseline: readonly Trial[], trials: readonly Trial[]): Summary['ratioToBaseline'] {
  if (trials === baseline) return { ratio: 1, low: 1, high: 1 }
  return baseline.length > 0 ? ratio([...relativeRates(trials, baseline).values()]) : null
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
