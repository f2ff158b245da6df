import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from '../test/samples.ts'
import { packSlices, unpackSlices } from './slices.ts'

test('unpacking restores what was packed', () => {
  const [slice] = sampleTrial().slices
  assert.ok(slice)
  for (const slices of [
    [],
    [slice, { ...slice, noise: 'others' }],
    [{ ...slice, warmUp: true }],
    [{ ...slice, kernel: { ...slice.kernel, interrupts: null }, generatorBusyPercent: null }],
    [{ ...slice, kernel: null }],
  ])
    assert.deepEqual(unpackSlices(packSlices(slices)), slices)
})
