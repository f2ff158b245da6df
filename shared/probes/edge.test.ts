import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { edge } from './edge.ts'

/** @param costs of the default of wrangler, relative to its opposite, by process */
const library = (name: string, workers: string, strict: string, costs = [1, 1, 1]) => {
  const { samples, ...subject } = sampleSubject(
    name,
    costs.map((cost, i) => ({
      workers,
      strict,
      ...(workers !== 'no' && {
        start: [3e6, 1e6, 2e6][i] ?? 0,
        request: 1000 * cost,
        requestWithoutNames: 1000,
      }),
    })),
    { part: 'library' },
  )
  const where = workers === 'no' ? 'on Workers' : 'without code generation'
  const evidence = `${where}: EvalError: no code`
  return {
    ...subject,
    samples: samples.map((each) => (strict === 'no' ? { ...each, evidence } : each)),
  }
}

test('the page begins with what runs, and gives the reason of what does not', () => {
  const file = sampleMeasurement(edge, [
    library('never', 'no', 'no'),
    library('at start', 'yes, compiled', 'no'),
    library('back', 'falls back', 'falls back'),
    library('plain', 'yes', 'yes'),
  ])
  assert.deepEqual(
    rowsOf(edge, file).map(({ name }) => name),
    ['plain', 'back', 'at start', 'never'],
  )
  assert.equal(
    edge.lead?.([{ path: '', file }]),
    '3 of 4 validation libraries and 0 of 0 frameworks run on Workers; never does not. 2 of 4 validation libraries and 0 of 0 frameworks run without code generation; at start and never do not.',
  )
  assert.deepEqual(edge.notes?.(file), [
    'at start, without code generation: EvalError: no code',
    'never, on Workers: EvalError: no code',
  ])
})

test('names of functions cost what no process contradicts', () => {
  const file = sampleMeasurement(edge, [
    library('a', 'yes', 'yes', [0.9, 1.5, 1.6]),
    library('b', 'yes', 'yes', [1.1, 1.1, 1.2]),
    library('c', 'yes', 'yes', [1.2, 1.3, 1.4]),
  ])
  assert.match(
    edge.lead?.([{ path: '', file }]) ?? '',
    / multiplies the instructions per request by up to 1\.3 \(c; 3 measured\)\.$/,
  )
})
