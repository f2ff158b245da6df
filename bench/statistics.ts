import * as statistics from 'simple-statistics'
import type { Median } from './result.ts'

/** Mean, sample standard deviation (zero for a single value), least and greatest. */
export function spreadOf(values: readonly number[]) {
  const list = [...values]
  return {
    mean: statistics.mean(list),
    sd: list.length > 1 ? statistics.sampleStandardDeviation(list) : 0,
    min: statistics.min(list),
    max: statistics.max(list),
  }
}

/** Median, least and greatest: honest about a handful of rounds, and not moved by one odd trial. */
export function medianOf(values: readonly number[]): Median {
  const list = [...values]
  return { median: statistics.median(list), min: statistics.min(list), max: statistics.max(list) }
}
