/** Today's statistics and those before them, to be held against each other on the same trials. */
import * as statistics from 'simple-statistics'
import { fitTrials } from '../../../shared/result/fit.ts'
import type { Trial } from '../../../shared/result/format.ts'
import {
  contrastInterval,
  halfWidth,
  isTie,
  type RatioEstimate,
  ratioInterval,
} from '../../../shared/result/intervals.ts'
import { pairedRatios, relativeRates } from '../../../shared/result/ratios.ts'
import { BASELINE } from '../../../shared/result/simulated-run.ts'

/** Of a run, by server. */
type Trials = ReadonlyMap<string, readonly Trial[]>

/** By the statistics that results are read with. */
export function afterOf(trials: Trials, baseline = BASELINE) {
  const fit = fitTrials(trials)
  const ratio = (name: string): RatioEstimate => {
    const contrast = fit.contrast(name, baseline)
    if (!contrast || contrast.variance === null) throw new Error(`${name} has no interval`)
    return contrastInterval({ ...contrast, variance: contrast.variance })
  }
  return { fit, ratio }
}

/** By those before them: every trial over the baseline's, each server by itself, ranks pair by pair. */
export function beforeOf(trials: Trials, baseline = BASELINE) {
  const reference = trials.get(baseline) ?? []
  const of = (name: string) => trials.get(name) ?? []
  const ratio = (name: string): RatioEstimate => {
    const estimate = ratioInterval([...relativeRates(of(name), reference).values()])
    if (!estimate) throw new Error(`${name} has no interval`)
    return estimate
  }
  /** Among equals: whether anyone differed from the best of all, to which every server was compared first. */
  const someRankIsFalse = (names: readonly string[]) => {
    const best = names.reduce((a, b) => (ratio(b).ratio > ratio(a).ratio ? b : a))
    return names.some((name) => name !== best && !isTie(ratioInterval(pairedRatios(of(name), of(best), reference))))
  }
  return { ratio, someRankIsFalse }
}

/** Simulated trials with their rates as runs report them: all requests of the slices over all of their time. */
export function withRates(trials: Trials): Trials {
  const reported = (trial: Trial): Trial => {
    const mean = statistics.mean(trial.slices.map(({ requests }) => requests))
    return { ...trial, requests: { ...trial.requests, perSecond: { ...trial.requests.perSecond, mean } } }
  }
  return new Map([...trials].map(([name, list]) => [name, list.map(reported)]))
}

/** Of a ratio's logarithm, from one run to the next. */
export interface Scatter {
  /** Standard deviation, of the servers. */
  median: number
  rootMeanSquare: number
  /** Half of the intervals, in the median of all runs. */
  halfWidth: number
}

/** @param names of servers that are in every run */
export function scatterOf(
  method: typeof afterOf | typeof beforeOf,
  runs: readonly Trials[],
  names: readonly string[],
  baseline: string,
): Scatter {
  const ratios = runs.map((trials) => method(trials, baseline).ratio)
  const deviations = names.map((name) =>
    statistics.sampleStandardDeviation(ratios.map((ratio) => Math.log(ratio(name).ratio))),
  )
  return {
    median: statistics.median(deviations),
    rootMeanSquare: statistics.rootMeanSquare(deviations),
    halfWidth: statistics.median(ratios.flatMap((ratio) => names.map((name) => halfWidth(ratio(name))))),
  }
}

/** Names of the servers that are in every run, without the baseline. */
export function inAll(runs: readonly Trials[], baseline: string): string[] {
  return runs
    .map((trials) => [...trials.keys()])
    .reduce((names, others) => names.filter((name) => others.includes(name)))
    .filter((name) => name !== baseline)
}
