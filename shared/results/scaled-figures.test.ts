import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import type { Trial } from '../format/format.ts'
import { sampleTrial, trialWith } from '../test/samples.ts'
import { scaledFigures } from './scaled-figures.ts'

test('other figures are per-request figures scaled by requests/s, without what slowed a trial', () => {
  const rate = { value: 2_000, low: 1_600, high: 2_500 }
  // On a machine that is slower by a factor.
  const trials = [1, 2, 3, 4, 5].map((times): Trial[] => {
    const trial = sampleTrial(times, 1_000 / times)
    const latency = { p50: 4 * times, p95: 6 * times, p99: 8 * times }
    return [trialWith(trial, { values: { ...latency, receivedPerSecond: 200_000 / times } })]
  })
  const figures = scaledFigures(trials, rate)
  assertNear(figures.latencyP50.value, 2)
  assertNear(figures.latencyP95?.value, 3)
  assertNear(figures.latencyP99.value, 4)
  assertNear(figures.receivedPerSecond.value, 400_000, 1e-3)
  assertNear(figures.receivedPerSecond.high, 500_000, 1e-3)
  assertNear(figures.cpuPerRequest.value, 450)
  assertNear(figures.cpuPerRequest.low, 360)
  assert.deepEqual([figures.cpuMean.value, figures.peakMemory.value], [90, 5e7])
})
