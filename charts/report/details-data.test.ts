import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleMemories, sampleMemory } from '../../shared/result/running-fixtures.ts'
import { memoryOf } from './details-data.ts'

const processes = [sampleMemory(40, 60, 55, 5), sampleMemory(42, 66, 57, 6), sampleMemory(41, 62, 56, 5.5)]
const memory = {
  ...sampleMemories({ watched: processes, bun: [sampleMemory(30, 50, 45, null)], broken: [] }),
  checksum: '',
}

test('memory of a row is in megabytes, with the least and the greatest of the processes, and the line of one', () => {
  assert.deepEqual(memoryOf('watched', memory), {
    moments: [
      { name: 'after the first answer', figure: [41, 40, 42] },
      { name: 'at its peak', figure: [62, 60, 66] },
      { name: 'at rest', figure: [56, 55, 57] },
      { name: 'heap after a collection', figure: [5.5, 5, 6] },
    ],
    series: [
      [1, 40],
      [40, 60],
      [50, 55],
    ],
    rate: 2_500,
    loadSeconds: 40,
  })
})

test('a runtime that tells of no heap has no such moment; who was refused or not watched has nothing', () => {
  assert.equal(memoryOf('bun', memory)?.moments.length, 3)
  assert.equal(memoryOf('broken', memory), null)
  assert.equal(memoryOf('another', memory), null)
  assert.equal(memoryOf('watched', undefined), null)
})

test('a long line has no more points than a screen shows', () => {
  const long = sampleMemory(40, 60, 55, 5)
  const series = Array.from({ length: 700 }, (_, i): [number, number, number] => [i, 50e6, 5e6])
  const shown = memoryOf('a', { ...sampleMemories({ a: [{ ...long, series }] }), checksum: '' })?.series ?? []
  assert.ok(shown.length > 30 && shown.length <= 60, String(shown.length))
  assert.equal(shown[0]?.[0], 0)
})
