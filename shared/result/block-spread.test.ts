import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { type BlockNoise, blockSpreads } from './block-spread.ts'

/** Blocks of seven trials each, of which the model leaves six, with errors of those variances. */
function blocks(slices: readonly number[], variance: (slices: number) => number): BlockNoise[] {
  const next = normalNumbers(1)
  return slices.map((each) => ({
    slices: each,
    squares: Array.from({ length: 6 }, () => variance(each) * next() ** 2).reduce((a, b) => a + b),
    degreesOfFreedom: 6,
  }))
}

const QUIET_AND_LOUD = Array.from({ length: 200 }, (_, i) => (i % 2 ? 0.01 : 0.001))

test('groups in which slices vary more are known to vary more, by as much as all trials say', () => {
  const spreads = blockSpreads(blocks(QUIET_AND_LOUD, (slices) => 0.001 + 0.5 * slices))
  const [quiet, loud] = spreads as [number, number]
  assert.ok(Math.abs(loud / quiet / 4 - 1) < 0.25, `${loud / quiet} instead of 4`)
  assert.ok(Math.abs(spreads.reduce((a, b) => a + b) / spreads.length - 1) < 1e-9, 'their mean is 1')
})

test('where slices say nothing of trials all groups are nearly alike', () => {
  const [quiet, loud] = blockSpreads(blocks(QUIET_AND_LOUD, () => 0.002)) as [number, number]
  assert.ok(Math.abs(loud / quiet - 1) < 0.25, `${loud / quiet} instead of 1`)
})

test('no group is taken for as quiet as if processes were all the same', () => {
  const spreads = blockSpreads(blocks([0, ...QUIET_AND_LOUD], (slices) => slices))
  assert.ok((spreads[0] as number) > 0.09, `${spreads[0]}`)
})

test('few trials, groups of one, and trials without error tell nothing', () => {
  const one = { slices: 0.01, squares: 0.02, degreesOfFreedom: 6 }
  const other = { slices: 0.001, squares: 0.001, degreesOfFreedom: 6 }
  assert.deepEqual(blockSpreads([one, other, one]), [1, 1, 1])
  assert.deepEqual(blockSpreads([one, other, one, other, null]), [1, 1, 1, 1, 1])
  const exact = { ...one, squares: 0 }
  assert.deepEqual(blockSpreads([exact, exact, exact, exact, exact]), [1, 1, 1, 1, 1])
  const alone = { slices: 0.01, squares: 0, degreesOfFreedom: 0 }
  assert.equal(new Set(blockSpreads([alone, alone, ...Array.from({ length: 9 }, () => one)])).size, 1)
})
