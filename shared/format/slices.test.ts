import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from '../test/samples.ts'
import { packSlices, unpackSlices } from './slices.ts'

test('unpacking restores what was packed', () => {
  const [slice] = sampleTrial().evidence.slices
  assert.ok(slice)
  for (const slices of [
    [],
    [slice, { ...slice, noise: 'others' }],
    [{ ...slice, warmUp: true }],
    [{ ...slice, interrupts: null, generatorBusyPercent: null }],
  ])
    assert.deepEqual(unpackSlices(packSlices(slices)), slices)
})
