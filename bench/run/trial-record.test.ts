import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Trial } from '../../shared/format/format.ts'
import { caveatsOfTrial } from '../../shared/results/caveats.ts'
import { trialWith } from '../../shared/test/samples.ts'
import { sampleSlice } from '../test/fixtures.ts'
import { type LoadedSlice, trialRecord } from './trial-record.ts'

function record(slices: LoadedSlice[]): Trial {
  return trialRecord({ round: 3, group: 2 }, slices, { turns: 0, settled: true })
}

test('rates, bytes and CPU time cover all counted slices', () => {
  const trial = record([
    sampleSlice({ seconds: 1, requests: 100, bytesReceived: 1_000, cpuSeconds: 0.2 }),
    sampleSlice({ seconds: 3, requests: 900, bytesReceived: 9_000, cpuSeconds: 0.6 }),
  ])
  assert.equal(trial.round, 3)
  assert.deepEqual([trial.evidence.requests, trial.values.requestsPerSecond], [1_000, 250])
  assert.equal(trial.values.receivedPerSecond, 2_500)
  assert.equal(trial.evidence.generator.cpuPercent, 20)
  assert.deepEqual([trial.values.cpuMean, trial.values.cpuPeak], [45, 90])
  assert.equal(trial.evidence.checkedApart, 20)
})

const circumstances = { pinned: false, polling: false, otherNode: null, logged: 0 }

test('a noisy slice does not count but stays in the record; if all are noisy, all count, with a caveat', () => {
  const noisy = sampleSlice({ seconds: 1, requests: 10 }, 'others used 50%')
  const quiet = [sampleSlice({ requests: 1_000 }), sampleSlice({ requests: 1_200 })] as const
  const trial = record([quiet[0], noisy, quiet[1]])
  const without = record([...quiet])
  const { slices, checked, checkedApart } = trial.evidence
  assert.deepEqual(trial, trialWith(without, { evidence: { slices, checked, checkedApart } }))
  assert.deepEqual(
    slices.map(({ requests, noise }) => [requests, noise]),
    [
      [1_000, null],
      [10, 'others used 50%'],
      [1_200, null],
    ],
  )
  assert.deepEqual(caveatsOfTrial(trial, circumstances), [])
  const all = record([noisy, sampleSlice({ requests: 300 }, 'stolen')])
  assert.equal(all.evidence.requests, 310)
  const message = 'no quiet slice: others used 50%'
  assert.deepEqual(caveatsOfTrial(all, circumstances), [{ kind: 'noisy', message }])
})

test('warm-up slices do not count but stay in the record', () => {
  const cold = { ...sampleSlice({ requests: 10, loadedSeconds: 1.5 }), slice: 1 }
  const warm = { ...sampleSlice({ requests: 1_000 }), slice: 2 }
  const trial = trialRecord({ round: 1, group: 1 }, [cold, warm], { turns: 1, settled: true })
  assert.deepEqual(trial.evidence.warmUp, { settled: true, seconds: 1.5 })
  assert.deepEqual(
    trial.evidence.slices.map(({ warmUp }) => warmUp),
    [true, false],
  )
  assert.equal(trial.evidence.requests, 1_000)
  assert.equal(trial.evidence.checked, 1_010, 'all compared responses')
})

test('latency percentiles are medians over slices, and the maximum is of all', () => {
  const slices = [1, 9, 2].map((p) =>
    sampleSlice({ latency: { mean: p, p50: p, p95: 1.5 * p, p99: 2 * p, max: 3 * p } }),
  )
  const { p50, p95, p99, max } = record(slices).values
  assert.deepEqual([p50, p95, p99, max], [2, 3, 4, 27])
})
