import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from '../../../shared/result/samples.ts'
import { BASELINE, simulator, TYPICAL } from '../../../shared/result/simulated-run.ts'
import { afterOf, beforeOf, inAll, scatterOf, withRates } from './methods.ts'

const near = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-9, `${value}`)

test('how far ratios lie apart from run to run: a standard deviation of each server, in the median and as root mean square', () => {
  const run = (rate: number) => {
    const rounds = [1, 2, 3]
    const of = (each: number) => rounds.map((round) => sampleTrial(round, each))
    return new Map([BASELINE, 'same', 'other', 'third'].map((name) => [name, of(name === 'other' ? rate : 1000)]))
  }
  const runs = [run(1000), run(1000 * Math.E)]
  for (const method of [beforeOf, afterOf]) {
    const { median, rootMeanSquare, halfWidth } = scatterOf(method, runs, ['same', 'other', 'third'], BASELINE)
    near(median, 0)
    near(rootMeanSquare, Math.sqrt(0.5 / 3))
    near(halfWidth, 0)
  }
})

test('servers of all runs are those that none lacks, without the baseline', () => {
  const run = (...names: string[]) => new Map(names.map((name) => [name, [sampleTrial()]]))
  assert.deepEqual(inAll([run(BASELINE, 'a', 'b'), run('b', BASELINE, 'c')], BASELINE), ['b'])
})

test('where the machine drifts and slices are slow by chance, ratios of today’s method lie nearer together', () => {
  const next = simulator(4)
  const truth = Array.from({ length: 34 }, () => 0)
  const runs = [1, 2, 3].map(() => withRates(next({ ...TYPICAL, truth, rounds: 5, heavyTails: true })))
  const [before, after] = [beforeOf, afterOf].map((method) => scatterOf(method, runs, inAll(runs, BASELINE), BASELINE))
  assert.ok(before && after && after.median < 0.9 * before.median, `${after?.median} and ${before?.median}`)
  assert.ok(after.halfWidth < before.halfWidth)
})
