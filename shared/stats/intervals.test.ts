import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNear, normalNumbers, shareOf } from '../basics/testing.ts'
import {
  halfWidth,
  type Interval,
  meanEstimate,
  medianDifference,
  medianEstimate,
  ratioFrom,
  sumOf,
} from './intervals.ts'

describe('known values', () => {
  test('the mean’s interval uses Student’s t', () => {
    // Mean 0, deviation 1; t(0.975, 2) = 4.302653.
    assertNear(meanEstimate([-1, 0, 1]).high, 4.302653 / Math.sqrt(3), 1e-5)
    // t(0.975, 4) = 2.776445, over the root of 5, on a deviation of the root of 2.5.
    const low = (-2.776445 * Math.sqrt(2.5)) / Math.sqrt(5)
    assertNear(meanEstimate([-2, -1, 0, 1, 2]).low, low, 1e-5)
    assert.equal(meanEstimate([2]).low, null)
    assertNear(meanEstimate([2, 2, 2]).high, 2)
  })

  test('the interval of a difference is Welch’s, with degrees of freedom by Satterthwaite', () => {
    // Means 1 and 3 of 0, 1, 2 and of 0, 2, 4, 6, squared errors 1/3 and 5/3, so 4 / (1/18 + 25/27) = 4.0755 degrees of freedom;
    // t(0.975, 4.07547) = 2.756285 (the density integrated by Simpson's rule), times the root of 2.
    const { value, low, high } = ratioFrom(
      sumOf(
        { difference: 1, variance: { value: 1 / 3, degreesOfFreedom: 2 } },
        { difference: -3, variance: { value: 5 / 3, degreesOfFreedom: 3 } },
      ),
    )
    assertNear(Math.log(value), -2)
    assertNear(Math.log(high ?? 0) + 2, 2.756285 * Math.SQRT2, 1e-5)
    assertNear(Math.log(low ?? 0) + 2, -2.756285 * Math.SQRT2, 1e-5)
  })

  test('the median’s interval is from order statistics', () => {
    assert.deepEqual(medianEstimate([1, 2, 3, 4]), { value: 2.5, low: null, high: null })
    // The range of five values covers 93.75%.
    assert.deepEqual(medianEstimate([30, 10, 50, 20, 40]), { value: 30, low: 10, high: 50 })
    // Six cover 96.875%, second to fifth 78.125%; Hettmansperger and Sheather's weight is 0.357.
    const share = (0.96875 - 0.95) / (0.96875 - 0.78125)
    const weight = (5 * share) / (1 + 4 * share)
    const six = medianEstimate([6, 1, 5, 2, 4, 3])
    assertNear(six.low, 1 + weight, 1e-6)
    assertNear(six.high, 6 - weight, 1e-6)
  })

  test('a half width is relative to the ratio', () =>
    assertNear(halfWidth({ value: 2, low: 1.96, high: 2.04 }), 0.02))
})

/** Simulated runs of two servers, whose rounds have a common drift. */
describe('coverage', () => {
  const [ratio, rate, noise, drift] = [1.07, 40_000, 0.02, 0.15]

  /** Returns the share of runs whose interval holds the truth; its standard error is half a percent. */
  const coverage = (truth: number, interval: () => Interval) =>
    shareOf(2_000, () => {
      const { low, high } = interval()
      return low <= truth && truth <= high
    })

  for (const n of [5, 6, 10]) {
    test(`of the paired ratio, and of the median, at ${n} rounds`, () => {
      const next = normalNumbers(n)
      const rounds = () =>
        Array.from({ length: n }, () => {
          const machine = Math.exp(drift * next())
          const of = (truth: number) => truth * machine * Math.exp(noise * next())
          return { a: of(ratio * rate), b: of(rate) }
        })
      const ofRatio = coverage(
        Math.log(ratio),
        () => meanEstimate(rounds().map(({ a, b }) => Math.log(a / b))) as Interval,
      )
      assertNear(ofRatio, 0.95, 0.02)
      assertNear(
        coverage(rate, () => medianEstimate(rounds().map(({ b }) => b)) as Interval),
        0.95,
        0.02,
      )
    })
  }
})

describe('the median of all differences', () => {
  test('has an interval that covers the true difference of five and five processes', () => {
    const normal = normalNumbers(7)
    const draw = (mean: number) => Array.from({ length: 5 }, () => mean + normal())
    const held = shareOf(2_000, () => {
      const { low, high } = medianDifference(draw(10), draw(7))
      return low !== null && high !== null && low <= 3 && 3 <= high
    })
    // Rank intervals of five and five values have 96.8% or 94.4%, and nothing in between.
    assert.ok(held > 0.95 && held < 0.985, `${held}`)
  })

  test('stays close with one outlier among five processes, and has no interval with three', () => {
    const { value, low, high } = medianDifference([11, 12, 13, 12, 500], [1, 2, 3, 2, 2])
    assertNear(value, 10, 1)
    assert.ok(low !== null && high !== null && low > 8 && low <= 10 && high >= 10)
    assert.deepEqual(medianDifference([5, 5, 5], [3, 3, 3]), { value: 2, low: null, high: null })
  })
})
