import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from '../test/samples.ts'
import { packSlices, unpackSlices } from './packed-slices.ts'

test('unpacking restores what was packed', () => {
  const { slices } = sampleTrial()
  const [slice] = slices
  assert.ok(slice)
  const varied = [
    ...slices,
    { ...slice, kernel: null, noise: 'others' },
    { ...slice, warmUp: true },
  ]
  assert.deepEqual(unpackSlices(packSlices(varied)), varied)
  const unknown = [
    { ...slice, kernel: { ...slice.kernel, interrupts: null }, generatorBusyPercent: null },
  ]
  assert.deepEqual(unpackSlices(packSlices(unknown as typeof slices)), unknown)
  const without = [{ ...slice, kernel: null }]
  assert.deepEqual(unpackSlices(packSlices(without)), without)
  assert.deepEqual(unpackSlices(packSlices([])), [])
})
