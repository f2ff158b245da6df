import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { medianInterval } from './estimates.ts'
import { halfWidth, type Interval, meanEstimate, medianDifference } from './intervals.ts'

const near = (value: number | undefined, expected: number, margin = 1e-9) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= margin, `${value} instead of ${expected}`)

describe('known values', () => {
  test('the mean’s interval uses Student’s t', () => {
    // Mean 0, deviation 1; t(0.975, 2) = 4.302653.
    near(meanEstimate([-1, 0, 1]).high ?? 0, 4.302653 / Math.sqrt(3), 1e-5)
    // t(0.975, 4) = 2.776445, over the root of 5, on a deviation of the root of 2.5.
    near(
      meanEstimate([-2, -1, 0, 1, 2]).low ?? 0,
      (-2.776445 * Math.sqrt(2.5)) / Math.sqrt(5),
      1e-5,
    )
    assert.equal(meanEstimate([2]).low, null)
    near(meanEstimate([2, 2, 2]).high ?? 0, 2)
  })

  test('the median’s interval is from order statistics', () => {
    assert.equal(medianInterval([1, 2, 3, 4]), null)
    // The range of five values covers 93.75%.
    assert.deepEqual(medianInterval([30, 10, 50, 20, 40]), { low: 10, high: 50 })
    // Six cover 96.875%, second to fifth 78.125%; Hettmansperger and Sheather's weight is 0.357.
    const share = (0.96875 - 0.95) / (0.96875 - 0.78125)
    const weight = (5 * share) / (1 + 4 * share)
    const six = medianInterval([6, 1, 5, 2, 4, 3])
    near(six?.low, 1 + weight, 1e-6)
    near(six?.high, 6 - weight, 1e-6)
    // Ten: second to ninth cover 97.85%, third to eighth 89.06%.
    const ten = medianInterval([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    assert.ok(ten && ten.low > 2 && ten.low < 3 && ten.high > 8 && ten.high < 9)
  })

  test('a half width is relative to the ratio', () =>
    near(halfWidth({ ratio: 2, low: 1.96, high: 2.04 }) ?? 0, 0.02))
})

/** Simulated runs of two servers. */
describe('coverage', () => {
  const RATIO = 1.07
  const RATE = 40_000
  /** Standard deviation of the logarithm: of a server in a round, and of the round for both. */
  const NOISE = 0.02
  const DRIFT = 0.15
  /** The standard error of a coverage of 95% is a third of a percent. */
  const RUNS = 4_000

  /** Returns the share of runs whose interval covers the truth. */
  function coverage(
    seed: number,
    truth: number,
    interval: (next: () => number) => Interval | null,
  ): number {
    const next = normalNumbers(seed)
    let held = 0
    for (let run = 0; run < RUNS; run++) {
      const { low, high } = interval(next) ?? { low: Number.NaN, high: Number.NaN }
      if (low <= truth && truth <= high) held++
    }
    return held / RUNS
  }

  /** Returns both servers' rates per round, with a drift common to both. */
  function rounds(next: () => number, n: number): { a: number; b: number }[] {
    return Array.from({ length: n }, () => {
      const machine = Math.exp(DRIFT * next())
      const rate = (truth: number) => truth * machine * Math.exp(NOISE * next())
      return { a: rate(RATIO * RATE), b: rate(RATE) }
    })
  }

  for (const n of [5, 6, 8, 10]) {
    test(`of the paired ratio, and of the median, at ${n} rounds`, () => {
      const ratio = coverage(n, Math.log(RATIO), (next) => {
        const { low, high } = meanEstimate(rounds(next, n).map(({ a, b }) => Math.log(a / b)))
        return low === null || high === null ? null : { low, high }
      })
      assert.ok(ratio > 0.93 && ratio < 0.97, `ratio: ${ratio}`)
      const median = coverage(100 + n, RATE, (next) =>
        medianInterval(rounds(next, n).map(({ b }) => b)),
      )
      assert.ok(median > 0.93 && median < 0.97, `median: ${median}`)
    })
  }

  test('an interval that treats a round’s drift as independent noise would not cover the truth', () => {
    // Treats all slices of a run as independent, so that drift seems averaged away.
    const n = 6
    const slices = 8
    const unpaired = coverage(11, RATE, (next) => {
      const rates = rounds(next, n).flatMap(({ b }) =>
        Array.from({ length: slices }, () => b * Math.exp(NOISE * next())),
      )
      return medianInterval(rates)
    })
    assert.ok(unpaired < 0.8, `${unpaired}`)
  })
})

describe('the median of all differences', () => {
  test('has an interval that covers the true difference of five and five processes', () => {
    const normal = normalNumbers(7)
    const draw = (mean: number) => Array.from({ length: 5 }, () => mean + normal())
    const tries = 2_000
    const held = Array.from({ length: tries }, () => medianDifference(draw(10), draw(7))).filter(
      ({ low, high }) => low !== null && high !== null && low <= 3 && 3 <= high,
    )
    // Rank intervals of five and five values have 96.8% or 94.4%, and nothing in between.
    assert.ok(
      held.length / tries > 0.95 && held.length / tries < 0.985,
      `${held.length} of ${tries}`,
    )
  })

  test('stays close with one outlier among five processes, and has no interval with three', () => {
    const { value, low, high } = medianDifference([11, 12, 13, 12, 500], [1, 2, 3, 2, 2])
    near(value, 10, 1)
    assert.ok(low !== null && high !== null && low > 8 && low <= 10 && high >= 10)
    assert.deepEqual(medianDifference([5, 5, 5], [3, 3, 3]), { value: 2, low: null, high: null })
  })
})
