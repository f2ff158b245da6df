import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import { medianAndRange, medianEstimate } from './intervals.ts'
import { sixDigits, spreadOf } from './statistics.ts'

test('spread: mean, sample standard deviation, minimum and maximum', () => {
  const { sd, ...rest } = spreadOf([2, 4, 4, 4, 5, 5, 7, 9])
  assert.deepEqual(rest, { mean: 5, min: 2, max: 9 })
  // The squared differences sum to 32; the sample variance divides by n − 1.
  assertNear(sd, Math.sqrt(32 / 7))
  assert.deepEqual(spreadOf([7]), { mean: 7, sd: 0, min: 7, max: 7 })
})

test('median of numbers in any order, which is kept', () => {
  for (const [values, median] of [
    [[100, 9, 20], 20],
    [[10, 9, 1, 5], 7],
    [[3], 3],
  ] as const) {
    const found = medianAndRange(Object.freeze(values))
    assert.deepEqual(found, { value: median, low: Math.min(...values), high: Math.max(...values) })
  }
})

test('the median and its interval are robust against a slow process', () => {
  const twenty = Array.from({ length: 20 }, (_, i) => 0.04 + i / 1000)
  const { value, low, high } = medianEstimate([...twenty.slice(0, 19), 10])
  assertNear(value, 0.0495)
  assert.ok(
    low !== null && high !== null && low > 0.04 && low < value && high > value && high < 0.06,
  )
  assert.deepEqual(medianEstimate([1, 2]), { value: 1.5, low: null, high: null })
})

test('rounding keeps six significant digits of fractions, and all else', () => {
  assert.deepEqual(
    sixDigits({
      fractions: [1234.56789, 0.000123456789, -98765.4321],
      others: [123456789, '1.23456789', null, true],
    }),
    {
      fractions: [1234.57, 0.000123457, -98765.4],
      others: [123456789, '1.23456789', null, true],
    },
  )
})
