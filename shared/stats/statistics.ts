import * as statistics from 'simple-statistics'

/** Returns the sum of a figure of all items. */
export function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}

/** Returns mean, sample standard deviation (zero for a single value), minimum and maximum. */
export function spreadOf(values: readonly number[]) {
  const list = [...values]
  return {
    mean: statistics.mean(list),
    sd: list.length > 1 ? statistics.sampleStandardDeviation(list) : 0,
    min: statistics.min(list),
    max: statistics.max(list),
  }
}

/** Returns median, minimum and maximum. */
export function medianOf(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    median: statistics.medianSorted(sorted),
    min: statistics.minSorted(sorted),
    max: statistics.maxSorted(sorted),
  }
}

/** Rounds a record's fractions to six significant digits. */
export function sixDigits<T>(record: T): T {
  return JSON.parse(
    JSON.stringify(record, (_key, value) =>
      isFraction(value) ? Number(value.toPrecision(6)) : value,
    ),
  )
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && !Number.isInteger(value)
}
