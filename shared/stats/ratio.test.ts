import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { comparedValues, noiseOf, type REPEATED } from './ratio.ts'
import { spreadOf } from './statistics.ts'

/** Returns the noise of one side over half the width of the interval between two equal sides, in the mean of many comparisons. */
function relativeNoise(count: number, repeated: (typeof REPEATED)[number]): number {
  const random = createRandom(1)
  // The machine gets 3% faster meanwhile.
  const side = () =>
    Array.from({ length: count }, (_, i) => random.integer(980, 1_020) * (1 + (0.03 * i) / count))
  const comparisons = Array.from({ length: 300 }, () => {
    const [first, second] = [side(), side()]
    const { low, high } = comparedValues(first, second, repeated)
    return { noise: Number(noiseOf(first, repeated)), half: Number(high) - Number(low) }
  })
  const mean = (of: 'noise' | 'half') => spreadOf(comparisons.map((each) => each[of])).mean
  return mean('noise') / (mean('half') / 2)
}

test('the noise of one side is about half of the interval between two equal ones', () => {
  for (const [count, repeated] of [
    [7, 'processes'],
    [16, 'processes'],
    [10, 'rounds'],
  ] as const) {
    const noise = relativeNoise(count, repeated)
    assert.ok(noise > 0.85 && noise < 1.15, `${repeated}: ${noise}`)
  }
})

test('too few values have no noise, and exact ones none', () => {
  assert.equal(noiseOf([1, 1.1, 1.2], 'processes'), null)
  assert.equal(noiseOf([1, 1.1], 'rounds'), null)
  assert.equal(noiseOf([5], 'exact'), 0)
})
