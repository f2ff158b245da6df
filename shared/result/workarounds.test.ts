import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type WorkedAround, workaroundCosts, workaroundText } from './workarounds.ts'

const server = (own: number[], ...defaults: number[][]): WorkedAround => ({
  name: 'tower',
  displayName: 'tower',
  version: '1.0.0',
  runtime: 'node',
  runtimeVersion: '26.0.0',
  refusal: null,
  code: '',
  microseconds: own,
  workarounds: defaults.map((microseconds, i) => ({ id: `guard-${i}`, why: 'It falls.', microseconds })),
})

test('a cost is the mean of ratios of processes that stood side by side', () => {
  const [cost] = workaroundCosts(server([22, 33], [20, 30]))
  assert.ok(Math.abs((cost?.measured?.share.value ?? 0) - 0.1) < 1e-12)
  assert.equal(cost?.measured?.own, 27.5)
  assert.equal(cost?.measured?.standard, 25)
})

test('above 5% the figures of both are shown, whichever is larger', () => {
  const texts = workaroundCosts(server([21, 21], [20.5, 20.5], [19, 19], [24, 24])).map(workaroundText)
  assert.deepEqual(texts, ['2.4% ±0.0', '10.5% ±0.0: 21.0 µs instead of 19.0', '-12.5% ±0.0: 21.0 µs instead of 24.0'])
})

test('what lies within its interval of nothing is marked', () => {
  const [cost] = workaroundCosts(server([21, 20, 20.5], [20, 21, 20.4]))
  assert.match((cost && workaroundText(cost)) ?? '', /^~ 0\.2% ±\d/)
})

test('one process has no interval; none was not measured', () => {
  const [one] = workaroundCosts(server([21], [20.5]))
  assert.equal(one && workaroundText(one), '2.4%')
  const [none] = workaroundCosts(server([], []))
  assert.equal(none && workaroundText(none), 'not measured')
})
