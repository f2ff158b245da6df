import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalNumbers, shareOf } from '../basics/testing.ts'
import {
  type Compare,
  compareFigures,
  extremesOf,
  factorOf,
  factorText,
  leadersOf,
  roundedToInterval,
} from './claims.ts'
import type { Estimate } from './estimate.ts'
import { meanEstimate, medianEstimate } from './intervals.ts'

/** Compares levels that are known with a standard deviation each. */
const compareLevels =
  (levels: Readonly<Record<string, number>>, deviation: number): Compare =>
  (first, second) => ({
    difference: (levels[first] ?? 0) - (levels[second] ?? 0),
    variance: {
      value: first === second ? 0 : 2 * deviation ** 2,
      degreesOfFreedom: Number.POSITIVE_INFINITY,
    },
  })

/** Returns figures of equal servers, and their names in descending order. */
function equals(size: number, draw: () => number) {
  const levels = Object.fromEntries(Array.from({ length: size }, (_, i) => [`server-${i}`, draw()]))
  const sorted = Object.keys(levels).sort((a, b) => (levels[b] ?? 0) - (levels[a] ?? 0))
  return { levels, sorted }
}

/** The standard error of 5% of 300 is 1.3%. */
const SETS = 300

for (const size of [2, 8, 40]) {
  test(`of ${size} equal servers nothing is claimed in at least 95 of 100 sets`, () => {
    const next = normalNumbers(size)
    const claimed = shareOf(SETS, () => {
      const { levels, sorted } = equals(size, () => 0.03 * next())
      return extremesOf(sorted, compareLevels(levels, 0.03)) !== null
    })
    assert.ok(claimed <= 0.08, `${claimed}`)
  })
}

for (const estimate of [meanEstimate, medianEstimate]) {
  test(`of 20 equal servers no tie is missing in at least 95 of 100 sets, by ${estimate.name}`, () => {
    const next = normalNumbers(120)
    const missing = shareOf(SETS, () => {
      const figures = new Map<string, Estimate>()
      const { sorted } = equals(20, () => {
        const figure = estimate(Array.from({ length: 5 }, () => 100 * Math.exp(0.03 * next())))
        figures.set(`server-${figures.size}`, figure)
        return figure.value
      })
      return leadersOf(sorted, compareFigures(figures)).length < 20
    })
    assert.ok(missing <= 0.08, `${missing}`)
  })
}

test('a tie is a pair that does not differ significantly or was not compared, at both ends of a set', () => {
  const levels = { a: Math.log(1.25), b: Math.log(1.24), c: 0 }
  const [sharp, blurred] = [0.02, 1].map((deviation) => compareLevels(levels, deviation)) as [
    Compare,
    Compare,
  ]
  const names = Object.keys(levels)
  assert.deepEqual(leadersOf(names, sharp), ['a', 'b'])
  assert.deepEqual(leadersOf(names, blurred), names)
  assert.deepEqual(leadersOf([], sharp), [])
  assert.deepEqual(
    leadersOf(names, () => null),
    names,
  )
  assert.deepEqual(extremesOf(names, sharp), { greatest: ['a', 'b'], least: ['c'] })
  assert.equal(extremesOf(names, blurred), null)
  assert.equal(extremesOf(['a'], sharp), null)
})

const around = (value: number, share: number): Estimate => ({
  value,
  low: value / (1 + share),
  high: value * (1 + share),
})

test('figures are compared by their intervals; one without an interval differs from none, an exact one from all others', () => {
  const figures = new Map([
    ['wide', around(10, 1)],
    ['narrow', around(5, 0.02)],
    ['unknown', { value: 1, low: null, high: null }],
    ['exact', around(100, 0)],
    ['also exact', around(100.1, 0)],
  ])
  const tied = (...set: string[]) => leadersOf(set, compareFigures(figures))
  assert.deepEqual(tied('wide', 'narrow', 'unknown'), ['wide', 'narrow', 'unknown'])
  assert.deepEqual(tied('also exact', 'exact'), ['also exact'])
  assert.deepEqual(tied('exact', 'narrow'), ['exact'])
})

describe('digits', () => {
  const factors: [first: Estimate, second: Estimate, text: string | null][] = [
    // Its interval is wider than ±30%, unknown, or contains 1.
    [around(440, 0.3), around(10, 0.3), null],
    [{ value: 4, low: null, high: null }, around(1, 0.01), null],
    [around(1.02, 0.05), around(1, 0.05), null],
    [around(44, 0.2), around(1, 0.05), '40'],
    [around(5.97, 0.1), around(1, 0.05), '6'],
    [around(13, 0.2), around(1, 0), '13'],
    [around(1.76, 0.04), around(1, 0), '1.8'],
    [around(41, 0), around(1, 0), '41'],
  ]
  for (const [first, second, text] of factors) {
    test(`of a factor are those that its interval bears: ${text}`, () =>
      assert.equal(factorText(factorOf(first, second)), text))
  }

  const figures: [Estimate, string][] = [
    [{ value: 0.1234, low: 0.112, high: 0.135 }, '0.12'],
    [{ value: 1.672, low: 1.58, high: 1.77 }, '1.7'],
    [{ value: 12_345, low: 12_300, high: 12_390 }, '12300'],
    [{ value: 0.98, low: null, high: null }, '1'],
  ]
  for (const [figure, text] of figures) {
    test(`of a figure are those that its interval bears: ${text}`, () =>
      assert.equal(roundedToInterval(figure), text))
  }
})
