import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trial } from './format.ts'
import { sampleTrial } from './samples.ts'
import { judge } from './verdicts.ts'

const busy = (meanPercent: number): Trial => {
  const trial = sampleTrial()
  return { ...trial, cpu: { ...trial.cpu, meanPercent } }
}
const kinds = (trial: Trial, limit: string | null = null, pinned = true) =>
  judge(trial, limit, pinned).map(({ kind }) => kind)

test('nothing is held against a trial whose server was the limit', () => {
  assert.deepEqual(judge(busy(99), null, true), [])
})

test('generator-limited: says how, and is no idleness besides', () => {
  assert.deepEqual(judge(busy(50), 'was the limit', true), [{ kind: 'generator-limited', message: 'was the limit' }])
})

test('idle: below 90% of a CPU of its own, and only there', () => {
  assert.deepEqual(kinds(busy(90)), [])
  assert.deepEqual(kinds(busy(89.9)), ['idle'])
  assert.match(judge(busy(42.4), null, true)[0]?.message ?? '', /^neither the server \(42% of its CPU\) nor/)
  assert.deepEqual(kinds(busy(10), null, false), [], 'unpinned, the share says nothing')
})

test('noisy: only where no slice was quiet', () => {
  const [quiet, other] = sampleTrial().slices
  assert.ok(quiet && other)
  const noisy = { ...other, noise: 'others ran' }
  assert.deepEqual(kinds({ ...busy(99), slices: [quiet, noisy] }), [])
  assert.deepEqual(judge({ ...busy(99), slices: [noisy, noisy] }, null, true), [
    { kind: 'noisy', message: 'no quiet slice: others ran' },
  ])
})

test('unsettled: by the warm-up’s own word', () => {
  const trial = { ...busy(99), warmUp: { settled: false, seconds: 6.04, rates: [] } }
  assert.deepEqual(judge(trial, null, true), [{ kind: 'unsettled', message: 'its rate had not settled after 6.0 s' }])
  const cold = { ...busy(99), warmUp: { settled: false, seconds: 0, rates: [] } }
  assert.deepEqual(judge(cold, null, true), [{ kind: 'unsettled', message: 'it was not warmed up' }])
})

test('verdicts add up', () => {
  const [slice] = sampleTrial().slices
  assert.ok(slice)
  const trial = {
    ...busy(10),
    slices: [{ ...slice, noise: 'x' }],
    warmUp: { settled: false, seconds: 1, rates: [] },
  }
  assert.deepEqual(kinds(trial), ['idle', 'noisy', 'unsettled'])
})
