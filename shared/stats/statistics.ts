import * as statistics from 'simple-statistics'

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
export function medianOf(values: readonly number[]) {
  const list = [...values]
  return { median: statistics.median(list), min: statistics.min(list), max: statistics.max(list) }
}

/** The record with its fractional numbers cut to six significant digits, which is more than any of them is good for. */
export function sixDigits<T>(record: T): T {
  return JSON.parse(JSON.stringify(record, (_key, value) => (isFraction(value) ? Number(value.toPrecision(6)) : value)))
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && !Number.isInteger(value)
}
