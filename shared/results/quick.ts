/** Summarizes a quick run: one uncertainty for all ratios, and tiers instead of ranks. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import type { Result, Trial } from '../format/format.ts'
import { CONFIDENCE } from '../stats/intervals.ts'

type Measured = Pick<Result, 'servers' | 'baseline'>

/** Half widths of the 95% interval of each ratio to the baseline, relative to it: 0.11 is ±11%. */
export interface Uncertainty {
  /** The larger of the two; null if neither is known. */
  share: number | null
  /** From the variance of the run's own processes. */
  own: number | null
  /** From the variance of published runs' processes. */
  published: number | null
}

/** Returns the uncertainty of a quick run's ratios, at least that of published runs: its few processes may agree by chance. */
export function uncertaintyOf(
  run: Measured & Pick<Result, 'rounds'>,
  published: readonly Measured[],
): Uncertainty {
  const { length: rounds } = run.rounds
  const parts = {
    own: pooledUncertainty([run], rounds),
    published: pooledUncertainty(published, rounds),
  }
  const share = Math.max(parts.own ?? 0, parts.published ?? 0)
  return { share: share > 0 ? share : null, ...parts }
}

/**
 * Returns the relative half width of the 95% interval of a ratio to the baseline, the same for all servers: Student's t on
 * logarithms, with the variance of a round's ratio pooled over servers and runs.
 * Source: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6, 1908.
 * @param runs runs with the same variance between rounds
 * @param rounds number of rounds of the ratio
 * @returns null if no server of a run has two rounds beside the baseline
 */
export function pooledUncertainty(runs: readonly Measured[], rounds: number): number | null {
  const samples = runs.flatMap(logRatiosOf).filter(({ length }) => length > 1)
  const degreesOfFreedom = samples.reduce((sum, { length }) => sum + length - 1, 0)
  if (degreesOfFreedom === 0) return null
  const squares = samples.reduce(
    (sum, ratios) => sum + statistics.sampleVariance(ratios) * (ratios.length - 1),
    0,
  )
  const t = jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, degreesOfFreedom)
  return Math.expm1(t * Math.sqrt(squares / degreesOfFreedom / rounds))
}

/** Returns, by server, log ratios of its trials to the baseline in the same group. */
function logRatiosOf({ servers, baseline }: Measured): number[][] {
  const groupOf = ({ round, group }: Trial) => `${round} ${group}`
  const baselines = servers.find(({ name }) => name === baseline)?.trials ?? []
  const rates = new Map(baselines.map((trial) => [groupOf(trial), trial.requests.perSecond]))
  return servers
    .filter(({ name }) => name !== baseline)
    .map(({ trials }) =>
      trials.flatMap((trial) => {
        const rate = rates.get(groupOf(trial))
        return rate === undefined ? [] : [Math.log(trial.requests.perSecond / rate)]
      }),
    )
}

/**
 * Returns the tier of each ratio, from 1. A tier ends before the first ratio that differs significantly from the tier's greatest.
 * @param ratios from the greatest to the least
 * @param uncertainty relative half width
 */
export function tiersOf(ratios: readonly number[], uncertainty: number): number[] {
  const least = leastDifference(uncertainty)
  let [tier, greatest] = [1, ratios[0] ?? 0]
  return ratios.map((ratio) => {
    if (greatest > ratio * (1 + least)) [tier, greatest] = [tier + 1, ratio]
    return tier
  })
}

/**
 * Returns the relative difference of two ratios from which on they differ significantly: both have the same variance, and their
 * difference at most twice that.
 */
export function leastDifference(uncertainty: number): number {
  return (1 + uncertainty) ** Math.SQRT2 - 1
}
