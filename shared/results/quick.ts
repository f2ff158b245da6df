/** Summarizes a quick run: one uncertainty for all ratios, and tiers in place of ranks. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { CONFIDENCE } from '../stats/intervals.ts'
import { trialRate } from '../stats/rates.ts'
import type { Result, Trial } from './format.ts'

type Measured = Pick<Result, 'servers' | 'baseline'>

/** Halves of the 95% interval of each ratio to the baseline, as shares of it: 0.11 is ±11%. */
export interface Uncertainty {
  /** The larger of the other two; null where neither is known. */
  share: number | null
  /** By the spread of the run's own processes. */
  own: number | null
  /** By that of the published runs'. */
  published: number | null
}

/** Returns how sure the ratios of a quick run are. Its few processes may be alike by luck, and those of the published runs set the least. */
export function uncertaintyOf(run: Measured & Pick<Result, 'rounds'>, published: readonly Measured[]): Uncertainty {
  const { length: rounds } = run.rounds
  const parts = {
    own: pooledUncertainty([run], rounds),
    published: pooledUncertainty(published, rounds),
  }
  const share = Math.max(parts.own ?? 0, parts.published ?? 0)
  return { share: share > 0 ? share : null, ...parts }
}

/**
 * Returns half of the 95% interval of a ratio to the baseline over so many rounds, as a share of the ratio, the same for all
 * servers: Student's t on logarithms, with the variance of a round's ratio pooled over servers and runs.
 * Source: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6, 1908.
 * @param runs those whose rounds vary as these do
 * @returns null where no server of a run has two rounds beside the baseline
 */
export function pooledUncertainty(runs: readonly Measured[], rounds: number): number | null {
  const samples = runs.flatMap(logRatiosOf).filter(({ length }) => length > 1)
  const degreesOfFreedom = samples.reduce((sum, { length }) => sum + length - 1, 0)
  if (degreesOfFreedom === 0) return null
  const squares = samples.reduce((sum, ratios) => sum + statistics.sampleVariance(ratios) * (ratios.length - 1), 0)
  const t = jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, degreesOfFreedom)
  return Math.expm1(t * Math.sqrt(squares / degreesOfFreedom / rounds))
}

/** By server: logarithms of its trials' rates over that of the baseline in the same group. */
function logRatiosOf({ servers, baseline }: Measured): number[][] {
  const groupOf = ({ round, group }: Trial) => `${round} ${group}`
  const baselines = servers.find(({ name }) => name === baseline)?.trials ?? []
  const rates = new Map(baselines.map((trial) => [groupOf(trial), trialRate(trial)]))
  return servers
    .filter(({ name }) => name !== baseline)
    .map(({ trials }) =>
      trials.flatMap((trial) => {
        const rate = rates.get(groupOf(trial))
        return rate === undefined ? [] : [Math.log(trialRate(trial) / rate)]
      }),
    )
}

/**
 * Returns the tier of each ratio, counted from 1. A tier ends before the first ratio whose interval does not overlap that of
 * the tier's greatest, so that no two of a tier can be told apart.
 * @param ratios from the greatest to the least
 * @param uncertainty half of each interval, as a share
 */
export function tiersOf(ratios: readonly number[], uncertainty: number): number[] {
  const least = leastDifference(uncertainty)
  let [tier, greatest] = [1, ratios[0] ?? 0]
  return ratios.map((ratio) => {
    if (greatest > ratio * (1 + least)) [tier, greatest] = [tier + 1, ratio]
    return tier
  })
}

/** Returns by what share two ratios differ whose intervals just do not overlap. */
export function leastDifference(uncertainty: number): number {
  return (1 + uncertainty) ** 2 - 1
}
