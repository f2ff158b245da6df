import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  frequencyChange,
  NOISE_LIMITS,
  type Noise,
  noiseBetween,
  noiseReason,
  readNoise,
} from './noise.ts'

const quiet: Noise = {
  raw: { stealSeconds: 0, foreignSeconds: 0 },
  stealPercent: 0,
  foreignPercent: 0,
  quotaStops: 0,
  swappedPages: 0,
  thermalEvents: 0,
  frequencyPercent: 0,
}

test('the reason of noise is a figure above its limit', () => {
  const reasons: [change: Partial<Noise>, reason: RegExp | null][] = [
    [{}, null],
    [NOISE_LIMITS, null],
    [{ stealPercent: 3 }, /^the hypervisor took 3% of a CPU/],
    [{ foreignPercent: 11 }, /^on the CPUs of the trial, other processes used 11% of/],
    [{ frequencyPercent: 11 }, /^the frequency of a CPU changed by 11%/],
    [{ quotaStops: 3, foreignPercent: 11 }, /^the CPU quota stopped the processes 3 times$/],
    [{ swappedPages: 1 }, /swapped 1 pages/],
    [{ thermalEvents: 1 }, /thermally throttled/],
  ]
  for (const [change, reason] of reasons) {
    const given = noiseReason({ ...quiet, ...change })
    if (reason) assert.match(given ?? '', reason)
    else assert.equal(given, null)
  }
  assert.equal(noiseReason(noiseBetween(null, null, 0)), null)
})

test('the frequency change is the largest of all CPUs', () => {
  assert.equal(frequencyChange([2_000_000, 2_000_000], [2_000_000, 1_500_000]), 25)
  assert.equal(frequencyChange([2_000_000], [2_000_000]), 0)
  assert.equal(frequencyChange([], [2_000_000]), 0)
})

test('foreign time is never negative, and unknown without CPUs', {
  skip: process.platform !== 'linux' && 'reads /proc',
}, () => {
  assert.equal(noiseBetween(readNoise([0]), readNoise([0]), 1_000)?.foreignPercent, 0)
  assert.equal(readNoise([]), null)
})
