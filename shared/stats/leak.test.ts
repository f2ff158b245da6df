import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { growthOf, growthOver, RELEVANT, type UsePoint, verdictOf } from './leak.ts'

const RATE = 2_500

/** Returns a soak of ten minutes with a point every 2.5 s and autocorrelated noise. @param memory its AR(1) coefficient */
function soak(
  bytes: (seconds: number, requests: number) => number,
  seed = 1,
  sd = 20_000,
  memory = 0.6,
): UsePoint[] {
  const normal = normalNumbers(seed)
  let noise = 0
  return Array.from({ length: 240 }, (_, i) => {
    const seconds = (i + 1) * 2.5
    noise = memory * noise + Math.sqrt(1 - memory ** 2) * sd * normal()
    const requests = seconds * RATE
    return [seconds, requests, 8e6 + bytes(seconds, requests) + noise]
  })
}

const verdictFor = (points: readonly UsePoint[]) => {
  const growth = growthOf(points)
  return growth && verdictOf(growth)
}

test('a kilobyte per hundred requests is a leak, with its slope', () => {
  const growth = growthOf(soak((_, requests) => requests * 10.24)) ?? assert.fail()
  assert.equal(verdictOf(growth), 'leak')
  assert.ok(
    Math.abs(growth.slope - 10.24) < 0.2 && growth.low < 10.24 && growth.high > 10.24,
    JSON.stringify(growth),
  )
})

test('growth that has settled is none; growth that slows down is settling', () => {
  const settles = (after: number) => soak((seconds) => 10e6 * (1 - Math.exp(-seconds / after)))
  assert.equal(verdictFor(settles(30)), 'none')
  assert.equal(verdictFor(settles(60)), 'none')
  assert.equal(verdictFor(settles(180)), 'settling')
  assert.equal(verdictFor(soak((seconds) => Math.min(seconds, 200) * 50_000)), 'none')
})

test('a significant slope that is too small or negative is not a leak', () => {
  const small =
    growthOf(soak((_, requests) => requests * RELEVANT * 0.6, 1, 1_000)) ?? assert.fail()
  assert.ok(small.low > 0)
  assert.equal(verdictOf(small), 'none')
  assert.equal(verdictFor(soak((_, requests) => -10 * requests)), 'none')
})

test('a few kilobytes in a short soak are not a leak', () => {
  const growth = { slope: 4, low: 2, high: 6, slows: false }
  assert.equal(verdictOf({ ...growth, grown: 4 * 10_000 }), 'none')
  assert.equal(verdictOf({ ...growth, grown: 4 * 100_000 }), 'leak')
})

test('one outlier in ten points does not change the slope', () => {
  const points = soak((_, requests) => requests * 10)
  const odd = points.map(
    ([seconds, requests, bytes], i): UsePoint => [
      seconds,
      requests,
      i % 10 === 3 ? bytes + 50e6 : bytes,
    ],
  )
  assert.ok(Math.abs((growthOf(odd)?.slope ?? 0) - 10) < 0.3)
})

test('the interval covers the slope in about 95% of soaks, also with autocorrelation', () => {
  for (const [memory, least] of [
    [0, 0.92],
    [0.6, 0.9],
    [0.9, 0.85],
  ] as const) {
    const soaks = Array.from({ length: 400 }, (_, seed) =>
      growthOf(soak((_, requests) => requests * 5, seed + 1, 40_000, memory)),
    )
    const covered =
      soaks.filter((growth) => growth && growth.low <= 5 && growth.high >= 5).length / soaks.length
    assert.ok(covered >= least, `${covered} with ${memory}`)
  }
})

test('a handful of points has no growth', () => {
  assert.equal(growthOf(soak(() => 0).slice(0, 5)), null)
  assert.equal(growthOf([]), null)
})

test('several processes are judged by the variance between them', () => {
  const growth = (slope: number) => ({
    slope,
    low: slope - 0.1,
    high: slope + 0.1,
    grown: slope * 1e6,
    slows: false,
  })
  const alike = growthOver([growth(10), growth(10.4), growth(9.8)]) ?? assert.fail()
  assert.equal(verdictOf(alike), 'leak')
  const apart = growthOver([growth(10), growth(-9), growth(12)]) ?? assert.fail()
  assert.equal(verdictOf(apart), 'none')
  assert.equal(growthOver([]), null)
  assert.equal(growthOver([growth(3)])?.slope, 3)
})
