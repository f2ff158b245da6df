import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trial } from './format.ts'
import { latencyTail } from './latency-tail.ts'
import { sampleTrial } from './samples.ts'

function trial(round: number, p99: number, mean: number): Trial {
  const sample = sampleTrial(round)
  return { ...sample, latency: { ...sample.latency, mean, p99 } }
}

test('the quotient is taken within each trial: it is not that of the medians', () => {
  const trials = [trial(1, 2, 1), trial(2, 9, 3), trial(3, 4, 4)]
  assert.deepEqual(latencyTail(trials), { median: 2, min: 1, max: 3, low: null, high: null })
})

test('a round with several trials counts once, and five rounds have an interval', () => {
  const rounds = [1, 2, 3, 4, 5].map((round) => trial(round, round, 1))
  const { median, low, high } = latencyTail([...rounds, trial(3, 9, 1)])
  assert.deepEqual([median, low, high], [4, 1, 6])
})
