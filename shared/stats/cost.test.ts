import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import { type CostPoint, costAt, factorAt, lowestRate, pairAt } from './cost.ts'

/** Student's t of five values. */
const QUANTILES = [null, null, null, null, null, 2.776]
const ROUNDS = [0.8, 0.9, 1, 1.1, 1.25]

const point = (rate: number, value: number, rounds = ROUNDS): CostPoint => ({
  rate,
  processes: rounds.map((factor, i) => [i + 1, factor * value]),
})
const curve = [point(100, 80), point(1_600, 40), point(25_600, 20)]
const middle = ROUNDS.reduce((product, each) => product * each, 1) ** (1 / 5)

test('a cost is the geometric mean of the processes, and a power of the rate between two rates', () => {
  const { value, low, high } = costAt(curve, 400, QUANTILES) ?? assert.fail()
  assertNear(value, middle * Math.sqrt(80 * 40))
  assert.ok(Number(low) < value && value < Number(high))
  assertNear(Number(low) * Number(high), value ** 2)
  assertNear(costAt(curve, 1_600, QUANTILES)?.value, middle * 40)
})

test('a cost is unknown below the lowest rate and above the maximum', () => {
  for (const rate of [99, 25_601]) {
    assert.equal(costAt(curve, rate, QUANTILES), null)
    assert.equal(factorAt(curve, rate, QUANTILES), null)
    assert.equal(pairAt([curve, curve], rate, QUANTILES), null)
  }
  assert.equal(costAt([], 100, QUANTILES), null)
})

test('a cost of fewer than five processes has no interval', () => {
  const few = [point(100, 80), point(1_600, 40, ROUNDS.slice(1))]
  assert.deepEqual(
    [400, 100].map((rate) => costAt(few, rate, QUANTILES)?.low !== null),
    [false, true],
  )
})

test('the factor is that of each process, and 1 at the maximum', () => {
  for (const [rate, factor] of [
    [25_600, 1],
    [1_600, 2],
  ] as const) {
    const { value, low, high } = factorAt(curve, rate, QUANTILES) ?? assert.fail()
    for (const each of [value, low, high]) assertNear(each, factor)
  }
})

test('servers are compared by round: what a round does to both cancels', () => {
  const slower = curve.map(
    ({ rate, processes }): CostPoint => ({
      rate,
      processes: processes.map(([round, time]) => [round, 1.1 * time] as const),
    }),
  )
  const [one, other] = [curve, slower].map((each) => costAt(each, 100, QUANTILES))
  assert.ok(Number(one?.high) > Number(other?.low), 'their own intervals overlap')
  const { ratio, middle: mean } = pairAt([curve, slower], 100, QUANTILES) ?? assert.fail()
  for (const each of [ratio.value, ratio.low, ratio.high]) assertNear(each, 1.1)
  assertNear(mean.value, middle * 80 * Math.sqrt(1.1))
})

test('the lowest rate is that of any server', () => {
  const level = { value: 1, low: 1, high: 1 }
  const serverOf = (own: CostPoint[]) => ({ curve: own, machineEffect: level })
  const servers = { a: serverOf(curve.slice(1)), b: serverOf(curve) }
  assert.equal(lowestRate({ level, isProvisional: false, quantiles: QUANTILES, servers }), 100)
})
