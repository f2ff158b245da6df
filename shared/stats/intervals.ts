/** Means, medians, differences and ratios of samples, with their 95% intervals. Distributions come from jStat. */
import jStat from 'jstat'
import { median, medianSorted, quantile } from 'simple-statistics'
import type { Estimate } from './estimate.ts'
import { spreadOf, sum } from './statistics.ts'

export const CONFIDENCE = 0.95

export interface Interval {
  low: number
  high: number
}

/**
 * Returns the mean with Student's t interval; a single value has none.
 * Source: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6, 1908.
 * @param values one per process, at least one
 */
export function meanEstimate(values: readonly number[]): Estimate {
  const { mean, sd } = spreadOf(values)
  const n = values.length
  if (n < 2) return { value: mean, low: null, high: null }
  return { value: mean, ...studentInterval(mean, { value: sd ** 2 / n, degreesOfFreedom: n - 1 }) }
}

/** Returns the median with its 95% interval (`medianInterval`), which needs five values. */
export function medianEstimate(values: readonly number[]): Estimate {
  const { low, high } = medianInterval(values) ?? { low: null, high: null }
  return { value: median([...values]), low, high }
}

/** Returns the median with the least and the greatest value, which are no interval of it. */
export function medianAndRange(values: readonly number[]): Interval & { value: number } {
  return { value: median([...values]), low: Math.min(...values), high: Math.max(...values) }
}

/**
 * Returns a distribution-free interval of the median from order statistics, interpolated to a coverage of about 95%
 * (T. P. Hettmansperger, S. J. Sheather, "Confidence intervals based on interpolated order statistics", Statistics & Probability
 * Letters 4, 1986). With five values it is their range, which covers 93.75%; with fewer it is null.
 */
function medianInterval(values: readonly number[]): Interval | null {
  const n = values.length
  if (n < 5) return null
  const sorted = [...values].sort((a, b) => a - b)
  /** Coverage of the interval from the k-th smallest to the k-th largest value. */
  const coverage = (k: number) => 1 - 2 * jStat.binomial.cdf(k - 1, n, 0.5)
  let k = 1
  while (coverage(k + 1) >= CONFIDENCE) k++
  const rangeAt = (position: number) => ({
    low: sorted[position - 1] as number,
    high: sorted[n - position] as number,
  })
  const outer = rangeAt(k)
  if (coverage(k) <= CONFIDENCE || k + 1 > n - k) return outer
  const inner = rangeAt(k + 1)
  const share = (coverage(k) - CONFIDENCE) / (coverage(k) - coverage(k + 1))
  const weight = ((n - k) * share) / (k + (n - 2 * k) * share)
  return {
    low: (1 - weight) * outer.low + weight * inner.low,
    high: (1 - weight) * outer.high + weight * inner.high,
  }
}

/**
 * Returns `values` minus `others`: the Hodges–Lehmann median of all pairwise differences with the 95% interval of Mann and
 * Whitney's test (J. L. Hodges, E. L. Lehmann, Annals of Mathematical Statistics 34, 1963), which is robust if the compiler
 * settles differently in one process of five. Fewer than four processes have no 95% interval.
 */
export function medianDifference(values: readonly number[], others: readonly number[]): Estimate {
  const [n, m] = [values.length, others.length]
  const differences = values
    .flatMap((each) => others.map((other) => each - other))
    .sort((a, b) => a - b)
  const value = medianSorted(differences)
  const place = mannWhitneyPlace(n, m)
  if (place < 1) return { value, low: null, high: null }
  return { value, low: differences[place - 1] ?? null, high: differences.at(-place) ?? null }
}

/** Returns which of the sorted differences of n and m values, from either side, end the interval; none does below 1. */
function mannWhitneyPlace(n: number, m: number): number {
  const z = jStat.normal.inv(1 - (1 - CONFIDENCE) / 2, 0, 1)
  return Math.floor((n * m) / 2 - z * Math.sqrt((n * m * (n + m + 1)) / 12))
}

/** Returns half of the interval that `medianDifference` has between values and as many others like them, by the differences of their pairs. */
export function equalHalfWidth(values: readonly number[]): number | null {
  const n = values.length
  const place = mannWhitneyPlace(n, n)
  if (place < 1) return null
  const apart = values.flatMap((one, i) =>
    values.slice(i + 1).map((other) => Math.abs(one - other)),
  )
  return quantile(apart, 1 - (2 * place - 1) / n ** 2)
}

export interface Variance {
  value: number
  degreesOfFreedom: number
}

/** A difference of two servers' log(requests/s). */
export interface Contrast {
  difference: number
  /** Squared standard error; null if unknown, as with one round. */
  variance: Variance | null
}

/** Swaps the two servers of a difference. */
export const negative = (contrast: Contrast): Contrast => ({
  ...contrast,
  difference: -contrast.difference,
})

/** Adds two independent differences. */
export function sumOf(a: Contrast, b: Contrast): Contrast {
  const variance = a.variance && b.variance && sumOfVariances([a.variance, b.variance])
  return { difference: a.difference + b.difference, variance }
}

/**
 * Adds independent variances. Degrees of freedom: F. E. Satterthwaite, "An approximate distribution of estimates of variance
 * components", Biometrics Bulletin 2, 1946.
 */
export function sumOfVariances(parts: readonly Variance[]): Variance {
  const value = sum(parts, (part) => part.value)
  const spread = sum(parts, ({ value, degreesOfFreedom }) =>
    value > 0 ? value ** 2 / degreesOfFreedom : 0,
  )
  return { value, degreesOfFreedom: spread > 0 ? value ** 2 / spread : Number.POSITIVE_INFINITY }
}

/** Returns Student's t interval of an estimate; it has no width if the variance is zero. */
export function studentInterval(
  value: number,
  { value: variance, degreesOfFreedom }: Variance,
): Interval {
  // Beyond that, Student's t is practically normal.
  const t = jStat.studentt.inv(1 - (1 - CONFIDENCE) / 2, Math.min(degreesOfFreedom, 1e6))
  const half = variance === 0 ? 0 : t * Math.sqrt(variance)
  return { low: value - half, high: value + half }
}

/** Converts a difference of logarithms to a ratio. */
export function ratioFrom({ difference, variance }: Contrast): Estimate {
  const value = Math.exp(difference)
  if (!variance) return { value, low: null, high: null }
  const { low, high } = studentInterval(difference, variance)
  return { value, low: Math.exp(low), high: Math.exp(high) }
}

/** Returns the half width of a ratio's interval, relative to the ratio: 0.02 is ±2%; null without an interval. */
export function halfWidth({ value, low, high }: Estimate): number | null {
  return low === null || high === null ? null : (high - low) / 2 / value
}
