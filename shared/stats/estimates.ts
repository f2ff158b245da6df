/** Estimates for independent samples: medians and unpaired ratios. */
import jStat from 'jstat'
import type { Median } from '../results/summary-format.ts'
import {
  CONFIDENCE,
  type Contrast,
  contrastInterval,
  type Estimate,
  type Interval,
  type RatioEstimate,
  sumOf,
} from './intervals.ts'
import { medianOf, spreadOf } from './statistics.ts'

/**
 * Returns the ratio of two independent samples' geometric means, with Welch's t interval on logarithms, which permits different
 * variances and sizes. Returns null if either sample has only one value.
 * Source: B. L. Welch, "The generalization of 'Student's' problem when several different population variances are
 * involved", Biometrika 34, 1947; degrees of freedom by Welch and Satterthwaite.
 */
export function unpairedRatioInterval(values: readonly number[], others: readonly number[]): RatioEstimate | null {
  if (values.length < 2 || others.length < 2) return null
  const [first, second] = [values, others].map((sample): Contrast => {
    const { mean, sd } = spreadOf(sample.map(Math.log))
    return { difference: mean, variance: sd ** 2 / sample.length, degreesOfFreedom: sample.length - 1 }
  }) as [Contrast, Contrast]
  const { difference, variance, degreesOfFreedom } = sumOf(first, { ...second, difference: -second.difference })
  return contrastInterval({ difference, variance: variance as number, degreesOfFreedom })
}

/**
 * Returns a distribution-free interval of the median from order statistics, interpolated to a coverage of about 95%
 * (T. P. Hettmansperger, S. J. Sheather, "Confidence intervals based on interpolated order statistics", Statistics & Probability
 * Letters 4, 1986). With five values it is their range, which covers 93.75%; with fewer it is null.
 */
export function medianInterval(values: readonly number[]): Interval | null {
  const n = values.length
  if (n < 5) return null
  const sorted = [...values].sort((a, b) => a - b)
  /** Coverage of the interval from the k-th smallest to the k-th largest value. */
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

/** Returns the median with its 95% interval (`medianInterval`), which needs five values. */
export function middleOf(values: readonly number[]): Median {
  const interval = medianInterval(values)
  return { ...medianOf(values), low: interval?.low ?? null, high: interval?.high ?? null }
}

/** Returns the median as an estimate. */
export function medianEstimate(values: readonly number[]): Estimate {
  const { median, low, high } = middleOf(values)
  return { value: median, low, high }
}

/** Returns the median with its interval; null if a value is null, or there is none. */
export function knownMiddle(values: readonly (number | null)[]): Median | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? middleOf(known) : null
}
