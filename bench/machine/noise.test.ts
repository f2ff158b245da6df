import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
  swappedPages: 0,
  thermalEvents: 0,
  frequencyPercent: 0,
}

describe('the reason of noise', () => {
  test('is null for zero and unknown figures', () => {
    assert.equal(noiseReason(quiet), null)
    assert.equal(noiseReason(noiseBetween(null, null, 0)), null)
  })

  test('needs a figure above its limit', () => {
    assert.equal(noiseReason({ ...quiet, ...NOISE_LIMITS }), null)
    const { stealPercent, foreignPercent } = NOISE_LIMITS
    assert.match(
      noiseReason({ ...quiet, stealPercent: stealPercent + 1 }) ?? '',
      /^the hypervisor took 3% of a CPU/,
    )
    assert.match(
      noiseReason({ ...quiet, foreignPercent: foreignPercent + 1 }) ?? '',
      /^on the pinned CPUs, other processes used 11% of/,
    )
    assert.match(
      noiseReason({ ...quiet, frequencyPercent: 11 }) ?? '',
      /^the frequency of a CPU changed by 11%/,
    )
    assert.match(noiseReason({ ...quiet, swappedPages: 1 }) ?? '', /swapped 1 pages/)
    assert.match(noiseReason({ ...quiet, thermalEvents: 1 }) ?? '', /thermally throttled/)
  })
})

test('the frequency change is the largest of all CPUs', () => {
  assert.equal(frequencyChange([2_000_000, 2_000_000], [2_000_000, 1_500_000]), 25)
  assert.equal(frequencyChange([2_000_000], [2_000_000]), 0)
  assert.equal(frequencyChange([], [2_000_000]), 0)
})

describe('the noise of CPUs', { skip: process.platform !== 'linux' && 'reads /proc' }, () => {
  test('is unknown without CPUs', () => {
    assert.equal(readNoise([]), null)
  })

  test('foreign time is never negative', () => {
    assert.equal(noiseBetween(readNoise([0]), readNoise([0]), 1_000)?.foreignPercent, 0)
  })
})
