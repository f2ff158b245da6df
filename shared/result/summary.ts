/** Every server's figures over its trials: what tables and charts show. */
import * as statistics from 'simple-statistics'
import { type Fit, fitTrials, type TrialsByServer } from './fit.ts'
import type { Median, Summary, Trial } from './format.ts'
import { contrastInterval, medianInterval } from './intervals.ts'
import { rankIntervals } from './ranks.ts'
import { medianOf } from './statistics.ts'
import { isMostlyGeneratorLimited } from './verdicts.ts'

/**
 * Every server's figures over its trials, its ratio to the baseline, and which ranks it may have among all.
 * @param servers by name; those without a trial have no summary
 * @param copy the baseline's second copy, which takes no rank of its own
 */
export function summarizeAll(servers: TrialsByServer, baseline: string, copy?: string): Map<string, Summary> {
  const measured = new Map([...servers].filter(([, trials]) => trials.length > 0))
  const fit = fitTrials(measured)
  const isCopy = (name: string) => name === copy && measured.has(baseline)
  const ranked = rankIntervals(
    fit.contrast,
    [...measured.keys()].filter((name) => !isCopy(name)),
    (name) => isMostlyGeneratorLimited(measured.get(name) ?? []),
  )
  const rates = ratesOf(fit, baseline)
  return new Map(
    [...measured].map(([name, trials]) => {
      const figure = (value: (trial: Trial) => number) => overRounds(trials, value)
      const summary: Summary = {
        trials: trials.length,
        requestsPerSecond: rates(name),
        ratioToBaseline: ratioOf(fit, name, baseline),
        ranks: ranked.get(isCopy(name) ? baseline : name) as Summary['ranks'],
        latencyMean: figure((trial) => trial.latency.mean),
        latencyP50: figure((trial) => trial.latency.p50),
        latencyP99: figure((trial) => trial.latency.p99),
        cpuPerRequest: figure((trial) => trial.cpu.microsecondsPerRequest),
        verdicts: byKind(trials),
        receivedPerSecond: figure((trial) => trial.receivedPerSecond),
        peakMemory: figure((trial) => trial.peakMemory),
        cpuMean: figure((trial) => trial.cpu.meanPercent),
        cpuMax: figure((trial) => trial.cpu.maxPercent),
      }
      return [name, summary]
    }),
  )
}

/**
 * One server over another, by all trials of the run. The baseline over itself is 1 without any width.
 * @returns null where nothing ties the two; low and high are null where nothing tells how sure it is, as with one round
 */
export function ratioOf(fit: Pick<Fit, 'contrast'>, name: string, over: string): Summary['ratioToBaseline'] {
  const contrast = fit.contrast(name, over)
  if (!contrast) return null
  const { difference, variance, degreesOfFreedom } = contrast
  if (variance === null) return { ratio: Math.exp(difference), low: null, high: null }
  return contrastInterval({ difference, variance, degreesOfFreedom })
}

/**
 * Requests/s by server: its ratio to the baseline times what the baseline had over the run, so that there is one order and
 * one width for both figures. Of a server that nothing ties to the baseline, or where there is none: the geometric mean of
 * its own rounds. `min` and `max` are what its rounds would have been on a machine that does not drift.
 */
function ratesOf(fit: Fit, baseline: string): (name: string) => Median {
  const trials = Map.groupBy(fit.trials, ({ server }) => server)
  const ofRounds = (name: string, value: 'level' | 'residual') => {
    const rounds = Map.groupBy(trials.get(name) ?? [], ({ trial }) => trial.round)
    return [...rounds.values()].map((round) => statistics.mean(round.map((each) => each[value])))
  }
  return (name) => {
    const ratio = ratioOf(fit, name, baseline)
    if (!ratio) {
      const rates = ofRounds(name, 'level').map(Math.exp)
      return { ...medianOf(rates), median: statistics.logAverage(rates), low: null, high: null }
    }
    const level = Math.exp(statistics.mean(ofRounds(baseline, 'level')))
    const center = level * ratio.ratio
    const rates = ofRounds(name, 'residual').map((residual) => center * Math.exp(residual))
    const { min, max } = medianOf(rates)
    const end = (value: number | null) => (value === null ? null : level * value)
    return {
      median: center,
      min: Math.min(min, center),
      max: Math.max(max, center),
      low: end(ratio.low),
      high: end(ratio.high),
    }
  }
}

/** The median over the rounds: of a round with several trials, as the baseline has them, their mean counts. */
function overRounds(trials: readonly Trial[], value: (trial: Trial) => number): Median {
  const rounds = Map.groupBy(trials, ({ round }) => round)
  const values = [...rounds.values()].map((round) => statistics.mean(round.map(value)))
  return { ...medianOf(values), ...(medianInterval(values) ?? { low: null, high: null }) }
}

/** What is held against a server's number, each kind once. */
function byKind(trials: readonly Trial[]): Summary['verdicts'] {
  const kinds = Map.groupBy(
    trials.flatMap(({ verdicts }) => verdicts),
    ({ kind }) => kind,
  )
  return [...kinds].map(([kind, verdicts]) => ({ kind, trials: verdicts.length, message: verdicts[0]?.message ?? '' }))
}
