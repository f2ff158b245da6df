import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleResult, sampleServer, sampleTrial } from '../test/samples.ts'
import { pooledUncertainty, uncertaintyText } from './quick.ts'

const named = (name: string, ...rates: number[]) =>
  sampleServer(
    name,
    rates.map((rate, i) => sampleTrial(i + 1, rate)),
  )

test('the uncertainty is Student’s, from the variance of ratios pooled over servers', () => {
  // Logarithms ±0.05 and ±0.1 around their means: squares of 0.005 and 0.02 with one degree of freedom each.
  const rates = (half: number) => [1000 * Math.exp(half), 1000 * Math.exp(-half)]
  const run = sampleResult([
    named('http-node', 1000, 1000),
    named('a', ...rates(0.05)),
    named('b', ...rates(0.1)),
  ])
  const t = 4.30265
  const expected = Math.expm1(t * Math.sqrt(0.0125 / 2))
  assert.ok(Math.abs((pooledUncertainty([run], 2) ?? 0) - expected) < 1e-4)
  const four = Math.log1p(pooledUncertainty([run], 4) ?? 0)
  assert.ok(
    Math.abs(four * Math.SQRT2 - Math.log1p(expected)) < 1e-4,
    'twice the rounds: less by √2',
  )
})

test('an effect common to a group is not uncertainty', () => {
  const run = sampleResult([
    named('http-node', 1000, 500),
    named('a', 2000, 1000),
    named('b', 600, 300),
  ])
  assert.ok((pooledUncertainty([run], 2) ?? 1) < 1e-9)
})

test('the uncertainty is unknown without two rounds of a server beside the baseline', () => {
  assert.equal(
    pooledUncertainty([sampleResult([named('http-node', 1, 2), named('a', 1)])], 2),
    null,
  )
  assert.equal(
    pooledUncertainty([sampleResult([named('a', 1, 2), named('b', 1, 2)])], 2),
    null,
    'no baseline',
  )
  assert.equal(pooledUncertainty([sampleResult([named('http-node', 1, 2)])], 2), null)
})

test('a line has the larger uncertainty of the run and the published runs, and the least difference', () => {
  const run = (half: number) =>
    sampleResult([
      named('http-node', 1000, 1000),
      named('a', 1000 * Math.exp(half), 1000 * Math.exp(-half)),
    ])
  const text = (own: number, published?: number) =>
    uncertaintyText({ ...run(own), rounds: [[], []] }, published ? [run(published)] : [])[0]
  assert.equal(
    text(0.001),
    '× baseline: ±1.3% (95%): ±1.3% by the processes of this run; differences of 1.8% or more are significant',
  )
  const both =
    /^× baseline: ±2\.6% \(95%\), the larger of ±(1\.3|2\.6)% by the processes of this run and ±(1\.3|2\.6)% by those of the published runs;/
  assert.match(text(0.001, 0.002) ?? '', both)
  assert.match(text(0.002, 0.001) ?? '', both)
  assert.deepEqual(uncertaintyText({ ...run(0), servers: [], rounds: [] }, []), [])
})
