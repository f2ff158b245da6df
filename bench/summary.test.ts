import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from './fixtures.ts'
import { summarize } from './summary.ts'

test('a server without trials has no summary', () => {
  assert.equal(summarize([], [sampleTrial()]), null)
})

test('the ratio pairs trials of the same round, not of the same place', () => {
  const trials = [sampleTrial(3, 300), sampleTrial(1, 50), sampleTrial(2, 400)]
  const baseline = [sampleTrial(1, 100), sampleTrial(2, 200), sampleTrial(3, 1000)]
  // 0.3, 0.5 and 2: the ratio of the medians would be 1.5.
  assert.deepEqual(summarize(trials, baseline)?.ratioToBaseline, { median: 0.5, min: 0.3, max: 2 })
})

test('rounds without a trial of the baseline count for the rate, not for the ratio', () => {
  const summary = summarize([sampleTrial(1, 100), sampleTrial(2, 900)], [sampleTrial(2, 300), sampleTrial(4, 1)])
  assert.equal(summary?.trials, 2)
  assert.deepEqual(summary?.requestsPerSecond, { median: 500, min: 100, max: 900 })
  assert.deepEqual(summary?.ratioToBaseline, { median: 3, min: 3, max: 3 })
})

test('without a common round, as where the baseline was refused at once, there is no ratio', () => {
  assert.equal(summarize([sampleTrial(1)], [])?.ratioToBaseline, null)
  assert.equal(summarize([sampleTrial(1)], [sampleTrial(2)])?.ratioToBaseline, null)
})

test('the baseline’s ratio to itself is 1', () => {
  const trials = [sampleTrial(1, 100), sampleTrial(2, 170)]
  assert.deepEqual(summarize(trials, trials)?.ratioToBaseline, { median: 1, min: 1, max: 1 })
})

test('every figure comes from its own place in the trial', () => {
  const trial = sampleTrial()
  const same = (value: number) => ({ median: value, min: value, max: value })
  assert.deepEqual(summarize([trial], [trial]), {
    trials: 1,
    requestsPerSecond: same(trial.requests.perSecond.mean),
    ratioToBaseline: same(1),
    latencyMean: same(trial.latency.mean),
    latencyP50: same(trial.latency.p50),
    latencyP99: same(trial.latency.p99),
    receivedPerSecond: same(trial.throughput.received),
    peakMemory: same(trial.memory.peakBytes),
    cpuMean: same(trial.cpu.meanPercent),
    cpuMax: same(trial.cpu.maxPercent),
    cpuPerRequest: same(trial.cpu.microsecondsPerRequest),
  })
})
