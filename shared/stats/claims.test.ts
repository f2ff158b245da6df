import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import {
  borneText,
  type Compare,
  compareFigures,
  extremesOf,
  factorOf,
  factorText,
  leadersOf,
} from './claims.ts'
import type { Estimate } from './estimate.ts'
import { medianEstimate } from './estimates.ts'
import { meanEstimate } from './intervals.ts'

/** Standard normal numbers (Box–Muller). */
function normal(seed: number): () => number {
  const random = createRandom(seed)
  const uniform = () => random.integer(1, 0x7fffffff) / 0x80000000
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Compares levels that are known with a standard deviation each. */
function compareLevels(levels: ReadonlyMap<string, number>, deviation: number): Compare {
  return (first, second) => ({
    difference: (levels.get(first) ?? 0) - (levels.get(second) ?? 0),
    variance: {
      value: first === second ? 0 : 2 * deviation ** 2,
      degreesOfFreedom: Number.POSITIVE_INFINITY,
    },
  })
}

const names = (levels: ReadonlyMap<string, number>) =>
  [...levels].toSorted(([, a], [, b]) => b - a).map(([name]) => name)

describe('of equal servers nothing is claimed', () => {
  for (const size of [2, 8, 40]) {
    test(`in at least 95 of 100 sets of ${size}`, () => {
      const next = normal(size)
      const sets = 400
      const claims = Array.from({ length: sets }, () => {
        const levels = new Map(
          Array.from({ length: size }, (_, i) => [`server-${i}`, 0.03 * next()]),
        )
        return extremesOf(names(levels), compareLevels(levels, 0.03))
      }).filter((found) => found !== null)
      // The standard error of 5% of 400 is 1.1%.
      assert.ok(claims.length <= sets * 0.08, `${claims.length} of ${sets}`)
    })
  }
})

describe('a tie', () => {
  const levels = new Map([
    ['a', Math.log(1.25)],
    ['b', Math.log(1.24)],
    ['c', Math.log(1)],
  ])

  test('is a pair that does not differ significantly, tested against the leader', () => {
    assert.deepEqual(leadersOf(['a', 'b', 'c'], compareLevels(levels, 0.02)), ['a', 'b'])
    assert.deepEqual(leadersOf(['a', 'b', 'c'], compareLevels(levels, 1)), ['a', 'b', 'c'])
    assert.deepEqual(leadersOf([], compareLevels(levels, 1)), [])
  })

  test('includes servers that were not compared', () => {
    assert.deepEqual(
      leadersOf(['a', 'c'], () => null),
      ['a', 'c'],
    )
  })

  test('stands at both ends of a set, or nowhere if these do not differ', () => {
    assert.deepEqual(extremesOf(['a', 'b', 'c'], compareLevels(levels, 0.02)), {
      greatest: ['a', 'b'],
      least: ['c'],
    })
    assert.equal(extremesOf(['a', 'b', 'c'], compareLevels(levels, 1)), null)
    assert.equal(extremesOf(['a'], compareLevels(levels, 0.02)), null)
  })
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
    ['exact', { value: 100, low: 100, high: 100 }],
    ['also exact', { value: 100.1, low: 100.1, high: 100.1 }],
  ])
  const tied = (...set: string[]) => leadersOf(set, compareFigures(figures))
  assert.deepEqual(tied('wide', 'narrow', 'unknown'), ['wide', 'narrow', 'unknown'])
  assert.deepEqual(tied('also exact', 'exact'), ['also exact'])
  assert.deepEqual(tied('exact', 'narrow'), ['exact'])
})

describe('a factor', () => {
  const text = (first: Estimate, second: Estimate) => factorText(factorOf(first, second))

  test('is not stated if its interval is wider than ±30%, unknown, or contains 1', () => {
    assert.equal(text(around(440, 0.3), around(10, 0.3)), null)
    assert.equal(text({ value: 4, low: null, high: null }, around(1, 0.01)), null)
    assert.equal(text(around(1.02, 0.05), around(1, 0.05)), null)
  })

  test('has no more digits than its interval bears', () => {
    assert.equal(text(around(44, 0.2), around(1, 0.05)), '40')
    assert.equal(text(around(5.97, 0.1), around(1, 0.05)), '6')
    assert.equal(text(around(13, 0.2), around(1, 0)), '13')
    assert.equal(text(around(1.76, 0.04), around(1, 0)), '1.8')
    assert.equal(text(around(41, 0), around(1, 0)), '41')
  })
})

test('a figure has no more digits than its interval bears', () => {
  assert.equal(borneText({ value: 0.1234, low: 0.112, high: 0.135 }), '0.12')
  assert.equal(borneText({ value: 1.672, low: 1.58, high: 1.77 }), '1.7')
  assert.equal(borneText({ value: 12_345, low: 12_300, high: 12_390 }), '12300')
  assert.equal(borneText({ value: 0.98, low: null, high: null }), '1')
})

describe('of equal servers, no tie is missing', () => {
  for (const [what, estimate] of [
    ['means', meanEstimate],
    ['medians', medianEstimate],
  ] as const) {
    for (const size of [8, 40]) {
      test(`in at least 95 of 100 sets of ${size} ${what} of five processes`, () => {
        const next = normal(100 + size)
        const sets = 300
        const missing = Array.from({ length: sets }, () => {
          const figures = new Map(
            Array.from({ length: size }, (_, i): [string, Estimate] => [
              `server-${i}`,
              estimate(Array.from({ length: 5 }, () => 100 * Math.exp(0.03 * next()))),
            ]),
          )
          const sorted = [...figures]
            .toSorted(([, a], [, b]) => b.value - a.value)
            .map(([name]) => name)
          return leadersOf(sorted, compareFigures(figures)).length < size
        }).filter(Boolean)
        assert.ok(missing.length <= sets * 0.08, `${missing.length} of ${sets}`)
      })
    }
  }
})
