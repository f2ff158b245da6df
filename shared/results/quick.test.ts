import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import { sampleResult, sampleServer, sampleTrials } from '../test/samples.ts'
import { pooledUncertainty, uncertaintyText } from './quick.ts'

const runOf = (rates: Record<string, number[]>) =>
  sampleResult([...sampleTrials(rates)].map(([name, trials]) => sampleServer(name, trials)))
/** Returns the uncertainty of so many rounds, from one run of these rates. */
const uncertainty = (rounds: number, rates: Record<string, number[]>) =>
  pooledUncertainty([runOf(rates)], rounds)
const around = (half: number) => [1000 * Math.exp(half), 1000 * Math.exp(-half)]

test('the uncertainty is Student’s, from the variance of ratios pooled over servers', () => {
  // Logarithms ±0.05 and ±0.1 around their means: squares of 0.005 and 0.02 with one degree of freedom each.
  const rates = { 'http-node': [1000, 1000], a: around(0.05), b: around(0.1) }
  const half = 4.30265 * Math.sqrt(0.0125 / 2)
  assertNear(uncertainty(2, rates), Math.expm1(half), 1e-4)
  // Twice the rounds: less by the root of 2.
  assertNear(uncertainty(4, rates), Math.expm1(half / Math.SQRT2), 1e-4)
})

test('an effect common to a group is not uncertainty', () => {
  assertNear(uncertainty(2, { 'http-node': [1000, 500], a: [2000, 1000], b: [600, 300] }), 0)
})

test('the uncertainty is unknown without two rounds of a server beside the baseline', () => {
  assert.equal(uncertainty(2, { 'http-node': [1, 2], a: [1] }), null)
  assert.equal(uncertainty(2, { a: [1, 2], b: [1, 2] }), null)
  assert.equal(uncertainty(2, { 'http-node': [1, 2] }), null)
})

test('a line has the larger uncertainty of the run and the published runs, and the least difference', () => {
  const run = (half: number) => {
    const result = runOf({ 'http-node': [1000, 1000], a: around(half) })
    return { ...result, details: { ...result.details, rounds: [[], []] } }
  }
  const text = (own: number, published?: number) =>
    uncertaintyText(run(own), published ? [run(published)] : [])[0]
  assert.equal(
    text(0.001),
    '× baseline: ±1.3% (95%): ±1.3% from the processes of this run; differences of 1.8% or more are significant',
  )
  const both =
    /^× baseline: ±2\.6% \(95%\), the larger of ±(1\.3|2\.6)% from the processes of this run and ±(1\.3|2\.6)% from those of the published runs;/
  assert.match(text(0.001, 0.002) ?? '', both)
  assert.match(text(0.002, 0.001) ?? '', both)
  assert.deepEqual(uncertaintyText({ ...run(0), subjects: [] }, []), [])
})
