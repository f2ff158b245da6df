import assert from 'node:assert/strict'
import { test } from 'node:test'
import { spreadOf } from '../../../shared/stats/statistics.ts'
import { drawArrivals } from './arrivals.ts'

const gapsOf = (instants: Float64Array) =>
  Array.from(instants.subarray(1), (at, i) => at - (instants[i] as number))

test('Poisson arrivals have exponential gaps and the requested rate', () => {
  const instants = drawArrivals(1_000, 100, 7)
  // Five standard deviations of a Poisson distribution.
  assert.ok(Math.abs(instants.length - 100_000) < 5 * Math.sqrt(100_000), `${instants.length}`)
  const gaps = gapsOf(instants)
  assert.ok(gaps.every((gap) => gap > 0))
  const { mean, sd } = spreadOf(gaps)
  assert.ok(Math.abs(mean - 1) < 0.02 && Math.abs(sd - 1) < 0.03, `mean ${mean}, sd ${sd}`)
  // In an exponential distribution, 1/e of the gaps exceed the mean, and e^-3 exceed three times the mean.
  const share = (limit: number) => gaps.filter((gap) => gap > limit).length / gaps.length
  assert.ok(Math.abs(share(1) - Math.exp(-1)) < 0.01)
  assert.ok(Math.abs(share(3) - Math.exp(-3)) < 0.005)
  // Successive gaps are independent.
  const products = gaps.slice(1).map((gap, i) => (gap - mean) * ((gaps[i] as number) - mean))
  assert.ok(Math.abs(spreadOf(products).mean) < 0.02)
})

test('arrivals depend only on the seed', () => {
  const draw = (seed: number) => drawArrivals(500, 1, seed)
  assert.deepEqual(draw(3), draw(3))
  assert.notDeepEqual(draw(3).slice(0, 5), draw(4).slice(0, 5))
  assert.ok(draw(5).every((at) => at >= 0 && at < 1_000))
})
