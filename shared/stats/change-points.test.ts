import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { normalNumbers } from '../basics/testing.ts'
import { summarizeProcesses } from '../results/counts-summary.ts'
import { betweenPoints, changePoints, FALSE_ALARMS, type Measurement, ownVariance } from './change-points.ts'

/** Relative standard deviations: between processes, as in the stored counts, and between runs. */
const PROCESSES = 0.002
const RUNS = 0.0005

/** Returns a server's counts over runs, each the mean of three processes. */
function counts(levels: readonly number[], normal: () => number, processes = 3): Measurement[] {
  return levels.map((level) => {
    const run = level * Math.exp(RUNS * normal())
    const values = Array.from({ length: processes }, () => run * Math.exp(PROCESSES * normal()))
    const half = (javascript: number) => ({ javascript, others: 0 })
    const summary = summarizeProcesses(
      values.map((value) => ({
        seconds: 1,
        warmUp: [],
        first: half(value),
        second: half(value),
        settled: true,
        systemShare: null,
      })),
    )
    assert.ok(summary)
    return { mean: summary.javascript, low: summary.low, high: summary.high, n: processes }
  })
}

const flat = (points: number) => Array.from({ length: points }, () => 200_000)
const step = (before: number, after: number, size: number) => [
  ...flat(before),
  ...flat(after).map((level) => level * (1 + size)),
]

describe('simulated series of counts', () => {
  for (const points of [2, 3, 4, 6, 12, 40]) {
    test(`${points} runs of unchanged code hardly ever change`, () => {
      const normal = normalNumbers(points)
      const runs = points > 10 ? 1_500 : 4_000
      const alarms = Array.from({ length: runs }, () =>
        changePoints(counts(flat(points), normal), { between: RUNS }),
      ).filter((found) => found.length > 0).length
      // 4 of 4,000 series are expected; 12 or more occur in one of a thousand such tests.
      assert.ok(alarms < FALSE_ALARMS * runs + 8, `${alarms} alarms in ${runs} series`)
    })
  }

  test('the rate of false alarms also matches a looser rule', () => {
    const normal = normalNumbers(77)
    const runs = 4_000
    const alarms = Array.from({ length: runs }, () =>
      changePoints(counts(flat(4), normal), { between: RUNS, falseAlarms: 0.05 }),
    ).filter((found) => found.length > 0).length
    assert.ok(alarms > 0.005 * runs && alarms < 0.06 * runs, `${alarms} alarms in ${runs} series`)
  })

  test('the rate holds with outliers among processes', () => {
    const plain = normalNumbers(8)
    const random = createRandom(8)
    const odd = () => (random.integer(1, 20) === 1 ? 4 : 1) * plain()
    const runs = 3_000
    const alarms = Array.from({ length: runs }, () => changePoints(counts(flat(6), odd), { between: RUNS })).filter(
      (found) => found.length > 0,
    ).length
    assert.ok(alarms < 0.01 * runs, `${alarms} alarms in ${runs} series`)
  })

  for (const [before, after] of [
    [5, 2],
    [3, 2],
    [10, 10],
    [40, 1],
  ] as const) {
    test(`a step of 1% is found after ${before} runs in ${after} more, at its place`, () => {
      const normal = normalNumbers(before * 100 + after)
      const runs = 500
      const found = Array.from({ length: runs }, () =>
        changePoints(counts(step(before, after, 0.01), normal), { between: RUNS }),
      )
      const right = found.filter((changes) => changes.length === 1 && changes[0]?.at === before)
      assert.ok(right.length >= 0.9 * runs, `${right.length} of ${runs}`)
      const covered = right.filter(([change]) => change && change.low < 1.01 && change.high > 1.01)
      assert.ok(covered.length >= 0.9 * right.length, `${covered.length} of ${right.length} intervals hold the step`)
    })
  }

  test('steps up and down again are two changes', () => {
    const normal = normalNumbers(5)
    const levels = [...flat(8), ...flat(6).map((level) => 1.02 * level), ...flat(8)]
    const found = changePoints(counts(levels, normal), { between: RUNS })
    assert.deepEqual(
      found.map(({ at }) => at),
      [8, 14],
    )
    assert.ok((found[0]?.ratio ?? 0) > 1.01 && (found[1]?.ratio ?? 2) < 0.99)
  })
})

test('a distant point with a wide interval is not a change', () => {
  const steady = Array.from({ length: 6 }, () => ({ mean: 0.5, low: 0.495, high: 0.505, n: 10 }))
  const odd = { mean: 0.45, low: 0.39, high: 0.51, n: 10 }
  assert.deepEqual(changePoints([...steady, odd], { between: 0 }), [])
  assert.equal(changePoints([...steady, { ...odd, low: 0.445, high: 0.455 }], { between: 0 })[0]?.at, 6)
  // The deviation between runs is part of each point's error, too.
  assert.deepEqual(changePoints([...steady, { ...odd, low: 0.445, high: 0.455 }], { between: 0.03 }), [])
})

test('with confirmation, one outlier is not a change, but two points are', () => {
  const at = (mean: number) => ({ mean, low: 0.99 * mean, high: 1.01 * mean, n: 10 })
  const confirmed = { between: 0.002, confirmed: true }
  const steady = [1, 1.001, 0.999, 1].map(at)
  assert.deepEqual(changePoints([...steady, at(0.8)], confirmed), [])
  assert.deepEqual(changePoints([at(1), at(0.8), at(0.8)], confirmed), [])
  assert.deepEqual(
    changePoints([...steady, at(0.8), at(0.801)], confirmed).map((change) => change.at),
    [4],
  )
  assert.deepEqual(changePoints([...steady, at(0.8), ...steady], confirmed), [])
  assert.deepEqual(changePoints([at(0.8), ...steady], confirmed), [])
  assert.deepEqual(changePoints([at(1), at(0.8)], confirmed), [])
})

test('ratios with outliers rarely have false changes', () => {
  const normal = normalNumbers(21)
  const random = createRandom(21)
  const hour = () => (random.integer(1, 40) === 1 ? 0.2 : 0.02) * normal()
  const runs = 2_000
  const ratios = () =>
    Array.from({ length: random.integer(2, 6) }, () => {
      const mean = 0.5 * Math.exp(hour() + 0.01 * normal())
      return { mean, low: mean * Math.exp(-0.0226), high: mean * Math.exp(0.0226), n: 10 }
    })
  const alarms = (confirmed: boolean) =>
    Array.from({ length: runs }, () => changePoints(ratios(), { between: 0.02, confirmed })).filter(
      (found) => found.length > 0,
    ).length
  assert.ok(alarms(true) < 0.005 * runs, `${alarms(true)} alarms in ${runs} series`)
  assert.ok(alarms(false) > 0.02 * runs, 'without confirmation, outliers would be changes')
})

test('points without intervals, or fewer than two points, have no changes', () => {
  const single = { mean: 1, low: null, high: null, n: 1 }
  assert.deepEqual(changePoints([single, { ...single, mean: 2 }], { between: 0 }), [])
  assert.deepEqual(changePoints([], { between: 0 }), [])
  assert.deepEqual(changePoints([{ mean: 1, low: 0.9, high: 1.1, n: 3 }], { between: 0 }), [])
  assert.equal(ownVariance(single), null)
})

test('the cuts are optimal', () => {
  const random = createRandom(9)
  for (let trial = 0; trial < 30; trial++) {
    const points = Array.from({ length: 7 }, () => {
      const mean = 100 + random.integer(0, 60) / 10
      return { mean, low: mean - 1, high: mean + 1, n: 5 }
    })
    const found = changePoints(points, { between: 0.004, falseAlarms: 0.2 }).map(({ at }) => at)
    const ways = Array.from({ length: 2 ** 6 }, (_, bits) => [1, 2, 3, 4, 5, 6].filter((at) => bits & (1 << (at - 1))))
    const least = ways.reduce((best, cuts) => (costOf(points, cuts) < costOf(points, best) ? cuts : best))
    assert.deepEqual(found, least)
  }
})

/** Independent implementation of the cost: Student's quantile for 28 degrees of freedom, of 0.2 / 6. */
function costOf(points: readonly Measurement[], cuts: readonly number[]): number {
  const pooled = points.reduce((sum, point) => sum + (ownVariance(point) as number), 0) / points.length
  const weight = (point: Measurement) => 1 / (Math.max(ownVariance(point) as number, pooled) + 0.004 ** 2)
  const edges = [0, ...cuts, points.length]
  const squares = edges.slice(1).reduce((sum, to, i) => {
    const stretch = points.slice(edges[i], to)
    const total = stretch.reduce((all, point) => all + weight(point), 0)
    const mean = stretch.reduce((all, point) => all + weight(point) * Math.log(point.mean), 0) / total
    return sum + stretch.reduce((all, point) => all + weight(point) * (Math.log(point.mean) - mean) ** 2, 0)
  }, 0)
  return squares + cuts.length * 2.2419 ** 2
}

test('the deviation between runs is estimated from unchanged code, robust against a few real changes', () => {
  const normal = normalNumbers(3)
  const pairs = Array.from({ length: 200 }, (_, i) => ({
    difference: Math.SQRT2 * 0.01 * normal() + (i % 20 === 0 ? 0.3 : 0),
    variance: 0.002 ** 2,
  }))
  const learned = betweenPoints(pairs, 0.0005)
  assert.ok(learned > 0.008 && learned < 0.012, String(learned))
  assert.equal(betweenPoints(pairs.slice(0, 5), 0.02), 0.02)
  assert.equal(
    betweenPoints(
      pairs.map((pair) => ({ ...pair, variance: 1 })),
      0.0005,
    ),
    0.0005,
  )
})
