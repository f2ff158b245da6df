/** Values unlike the others of their kind. */

import jStat from 'jstat'
import * as statistics from 'simple-statistics'

/** Among fewer values two that are alike by chance make an outlier of any third. */
const LEAST = 5
/** Of servers without any outlier, this share gets one all the same. */
export const SIGNIFICANCE = 0.01

/**
 * Indices of the values that lie too far from the mean of all to be of their kind, on the scale of logarithms: Grubbs'
 * test, repeated without the value that was found as long as most of them are left.
 * Source: F. E. Grubbs, "Procedures for detecting outlying observations in samples", Technometrics 11, 1969; the critical
 * value by Student's t.
 */
export function outliersOf(values: readonly number[]): number[] {
  const found: number[] = []
  if (values.length < LEAST) return found
  let left = values.map((value, index) => ({ log: Math.log(value), index }))
  while (left.length > values.length / 2) {
    const logs = left.map(({ log }) => log)
    const [mean, sd] = [statistics.mean(logs), statistics.sampleStandardDeviation(logs)]
    const farthest = left.reduce((a, b) => (Math.abs(b.log - mean) > Math.abs(a.log - mean) ? b : a))
    if (!(Math.abs(farthest.log - mean) > criticalValue(left.length) * sd)) break
    found.push(farthest.index)
    left = left.filter((each) => each !== farthest)
  }
  return found
}

/** How many standard deviations from the mean the farthest of n normal values lies with that probability only. */
function criticalValue(n: number): number {
  const t = jStat.studentt.inv(1 - SIGNIFICANCE / (2 * n), n - 2)
  return ((n - 1) / Math.sqrt(n)) * Math.sqrt(t ** 2 / (n - 2 + t ** 2))
}
