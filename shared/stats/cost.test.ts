import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import { type CostPoint, costAt, factorAt, lowestRate } from './cost.ts'

const point = (rate: number, value: number): CostPoint => ({
  rate,
  value,
  low: 0.9 * value,
  high: 1.1 * value,
})
const curve = [point(100, 80), point(1_600, 40), point(25_600, 20)]

test('a cost between two rates is a power of the rate, with its interval', () => {
  const { value, low, high } = costAt(curve, 400) ?? assert.fail()
  assertNear(value, Math.sqrt(80 * 40))
  assertNear(low, Math.sqrt(72 * 36))
  assertNear(high, Math.sqrt(88 * 44))
  for (const { rate, ...cost } of curve) assert.deepEqual(costAt(curve, rate), cost)
})

test('a cost is unknown below the lowest rate and above the maximum', () => {
  for (const rate of [99, 25_601]) {
    assert.equal(costAt(curve, rate), null)
    assert.equal(factorAt(curve, rate), null)
  }
  assert.equal(costAt([], 100), null)
})

test('a cost next to one without an interval has none', () => {
  const open = [point(100, 80), { rate: 1_600, value: 40, low: null, high: null }]
  assert.deepEqual(
    [400, 100].map((rate) => costAt(open, rate)?.low),
    [null, 72],
  )
})

test('the factor is 1 at the maximum, and has the errors of both costs elsewhere', () => {
  assert.deepEqual(factorAt(curve, 25_600), { value: 1, low: 1, high: 1 })
  const { value, low, high } = factorAt(curve, 1_600) ?? assert.fail()
  assert.equal(value, 2)
  assert.ok((low as number) < 1.8 && (high as number) > 2.2)
})

test('the lowest rate is that of any server', () => {
  const machineEffect = { value: 1, low: 1, high: 1 }
  const servers = { a: { curve: curve.slice(1), machineEffect }, b: { curve, machineEffect } }
  assert.equal(lowestRate({ level: machineEffect, isProvisional: false, servers }), 100)
})
