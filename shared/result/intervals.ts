/** How sure a number is: 95% intervals for a median and for a ratio. Distributions come from jStat. */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import type { Variance } from './fit.ts'
import type { Summary } from './format.ts'
import type { Estimate } from './matter.ts'
import { medianOf, spreadOf } from './statistics.ts'
import type { Median } from './summary-format.ts'

export type { Estimate } from './matter.ts'

export const CONFIDENCE = 0.95

export interface Interval {
  low: number
  high: number
}

/**
 * Mean of the values with Student's t interval, which one value alone does not have.
 * Source: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6, 1908.
 * @param values one a process, at least one
 */
export function meanEstimate(values: readonly number[]): Estimate {
  const { mean, sd } = spreadOf(values)
  const n = values.length
  if (n < 2) return { value: mean, low: null, high: null }
  const half = (jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, n - 1) * sd) / Math.sqrt(n)
  return { value: mean, low: mean - half, high: mean + half }
}

/** Half of an interval's width; null where there is none. */
export function halfOf({ low, high }: Estimate): number | null {
  return low === null || high === null ? null : (high - low) / 2
}

/** Whether an interval is known and leaves out zero. */
export function isTold({ low, high }: Estimate): boolean {
  return low !== null && high !== null && (low > 0 || high < 0)
}

/**
 * An interval for the median that assumes nothing of the distribution: from order statistics, interpolated between two
 * of them so that its coverage comes near 95% (T. P. Hettmansperger, S. J. Sheather, "Confidence intervals based on
 * interpolated order statistics", Statistics & Probability Letters 4, 1986). Five values give least and greatest, which
 * cover 93.75%; fewer can't reach that, and give `null`.
 */
export function medianInterval(values: readonly number[]): Interval | null {
  const n = values.length
  if (n < 5) return null
  const sorted = [...values].sort((a, b) => a - b)
  /** Coverage of the interval from the k-th least to the k-th greatest value. */
  const coverage = (k: number) => 1 - 2 * jStat.binomial.cdf(k - 1, n, 0.5)
  let k = 1
  while (coverage(k + 1) >= CONFIDENCE) k++
  const at = (position: number) => ({ low: sorted[position - 1] as number, high: sorted[n - position] as number })
  const outer = at(k)
  if (coverage(k) <= CONFIDENCE || k + 1 > n - k) return outer
  const inner = at(k + 1)
  const share = (coverage(k) - CONFIDENCE) / (coverage(k) - coverage(k + 1))
  const weight = ((n - k) * share) / (k + (n - 2 * k) * share)
  return {
    low: (1 - weight) * outer.low + weight * inner.low,
    high: (1 - weight) * outer.high + weight * inner.high,
  }
}

/** A ratio of two servers and its 95% interval. */
export interface RatioEstimate extends Interval {
  ratio: number
}

/** Student's t interval of an estimate; without width where the variance is zero. */
export function studentInterval(value: number, { value: variance, degreesOfFreedom }: Variance): Interval {
  // Above that Student's distribution is the normal one.
  const t = jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, Math.min(degreesOfFreedom, 1e6))
  const half = variance === 0 ? 0 : t * Math.sqrt(variance)
  return { low: value - half, high: value + half }
}

/** The same of a difference of logarithms, as a ratio. */
export function contrastInterval(contrast: {
  difference: number
  variance: number
  degreesOfFreedom: number
}): RatioEstimate {
  const { difference, variance: value, degreesOfFreedom } = contrast
  const { low, high } = studentInterval(difference, { value, degreesOfFreedom })
  return { ratio: Math.exp(difference), low: Math.exp(low), high: Math.exp(high) }
}

/** Whether two things can't be told apart: 1 is a ratio that the data allow. */
export function isTie(estimate: Interval | null): boolean {
  return estimate === null || (estimate.low <= 1 && estimate.high >= 1)
}

/** Half of a ratio's interval, relative to the ratio: 0.02 is ±2%. */
export function halfWidth({ ratio, low, high }: RatioEstimate): number {
  return (high - low) / 2 / ratio
}

/** The same of a ratio in a result; null where no interval is known, and where it has no width, as the baseline's own. */
export function knownHalfWidth(ratio: Summary['ratioToBaseline']): number | null {
  if (!ratio || ratio.low === null || ratio.high === null || ratio.low === ratio.high) return null
  return halfWidth({ ratio: ratio.ratio, low: ratio.low, high: ratio.high })
}

/**
 * The ratio of two samples that share no rounds: the first's geometric mean over the second's. Welch's t interval on the
 * logarithms, which lets the samples differ in spread and in number. One value on either side says nothing of its own
 * error: `null`.
 * Source: B. L. Welch, "The generalization of 'Student's' problem when several different population variances are
 * involved", Biometrika 34, 1947; degrees of freedom by Welch and Satterthwaite.
 */
export function unpairedRatioInterval(values: readonly number[], others: readonly number[]): RatioEstimate | null {
  if (values.length < 2 || others.length < 2) return null
  const [a, b] = [values, others].map((sample) => {
    const logs = sample.map(Math.log)
    return { center: statistics.mean(logs), error: statistics.sampleVariance(logs) / logs.length, n: logs.length }
  }) as [LogMean, LogMean]
  const center = a.center - b.center
  const error = a.error + b.error
  if (error === 0) return { ratio: Math.exp(center), low: Math.exp(center), high: Math.exp(center) }
  const degreesOfFreedom = error ** 2 / (a.error ** 2 / (a.n - 1) + b.error ** 2 / (b.n - 1))
  const half = jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, degreesOfFreedom) * Math.sqrt(error)
  return { ratio: Math.exp(center), low: Math.exp(center - half), high: Math.exp(center + half) }
}

/** Mean of logarithms, its squared standard error, and of how many. */
interface LogMean {
  center: number
  error: number
  n: number
}

/** Median with its 95% interval by order statistics, which asks nothing of the distribution; the interval needs five values. */
export function middleOf(values: readonly number[]): Median {
  const interval = medianInterval(values)
  return { ...medianOf(values), low: interval?.low ?? null, high: interval?.high ?? null }
}

/** The same as one estimate. */
export function medianEstimate(values: readonly number[]): Estimate {
  const { median, low, high } = middleOf(values)
  return { value: median, low, high }
}

/** The same of values of which all are known; null where one is not, or there is none. */
export function knownMiddle(values: readonly (number | null)[]): Median | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? middleOf(known) : null
}
