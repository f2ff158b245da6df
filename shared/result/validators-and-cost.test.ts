import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleCost } from './cost-fixtures.ts'
import { agreements } from './validators-and-cost.ts'
import { sampleValidators } from './validators-fixtures.ts'

const validators = sampleValidators({
  quick: { times: [802], counts: [3_500] },
  'not on the ladder': { times: [500], counts: [2_000] },
})

test('operations stand against the steps of the ladder that do the same, in either measure', () => {
  const rounded = agreements(validators, sampleCost(), 'instructions').map((each) => ({
    ...each,
    ladder: Math.round(each.ladder),
  }))
  // On the ladder validation has 4,000 instructions, its date 2,000, and serialization 6,000.
  assert.deepEqual(rounded, [
    { library: 'quick', operation: 'validate', inProcess: 3_500, ladder: 4_000, isTold: true },
    { library: 'quick', operation: 'parse', inProcess: 3_500, ladder: 6_000, isTold: true },
    { library: 'quick', operation: 'stringify', inProcess: 3_500, ladder: 6_000, isTold: true },
  ])
  const [validate] = agreements(validators, sampleCost(), 'microseconds')
  assert.equal(validate?.inProcess, 0.8)
  assert.ok(Math.abs((validate?.ladder ?? 0) - 1) < 1e-3)
})

test('another runtime, and what was not counted, stand against nothing', () => {
  const bun = sampleValidators({ quick: { times: [802], runtime: 'bun' } })
  assert.deepEqual(agreements(bun, sampleCost(), 'microseconds'), [])
  assert.deepEqual(agreements(sampleValidators({ quick: { times: [802] } }), sampleCost(), 'instructions'), [])
})

test('times of machines of two speeds are not compared, and instructions are', () => {
  const at = (workMicroseconds: number) => ({ ...validators.environment, workMicroseconds })
  const cost = { ...sampleCost(), environment: at(450) }
  const compared = (speed: number, measure: 'microseconds' | 'instructions') =>
    agreements({ ...validators, environment: at(speed) }, cost, measure).length
  assert.deepEqual([compared(460, 'microseconds'), compared(1_400, 'microseconds')], [3, 0])
  assert.equal(compared(1_400, 'instructions'), 3)
})

test('counts of two kinds of counter are not compared', () => {
  const cost = sampleCost()
  const other = { ...cost, counting: cost.counting && { ...cost.counting, counter: 'qemu' as const } }
  assert.deepEqual(agreements(validators, other, 'instructions'), [])
  assert.equal(agreements(validators, other, 'microseconds').length, 3)
})
