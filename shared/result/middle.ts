/** Medians of a server's processes, with their intervals. */
import { medianInterval } from './intervals.ts'
import { medianOf } from './statistics.ts'
import type { Median } from './summary-format.ts'

/** Median with its 95% interval by order statistics, which asks nothing of the distribution; the interval needs five values. */
export function middleOf(values: readonly number[]): Median {
  const interval = medianInterval(values)
  return { ...medianOf(values), low: interval?.low ?? null, high: interval?.high ?? null }
}

/** The same of values of which all are known; null where one is not, or there is none. */
export function knownMiddle(values: readonly (number | null)[]): Median | null {
  const known = values.filter((value) => value !== null)
  return known.length > 0 && known.length === values.length ? middleOf(known) : null
}
