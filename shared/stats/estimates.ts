/** Medians of independent samples, and their intervals. */
import jStat from 'jstat'
import { CONFIDENCE, type Estimate, type Interval } from './intervals.ts'
import { medianOf } from './statistics.ts'

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
  const at = (position: number) => ({
    low: sorted[position - 1] as number,
    high: sorted[n - position] as number,
  })
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
export function medianEstimate(values: readonly number[]): Estimate {
  const { low = null, high = null } = medianInterval(values) ?? {}
  return { value: medianOf(values).median, low, high }
}
