import * as statistics from 'simple-statistics'

/** Returns the sum of a figure of all items. */
export function sum<T>(items: readonly T[], numberOf: (item: T) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0)
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

/** Returns the median. */
export function medianOf(values: readonly number[]): number {
  return statistics.median([...values])
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
