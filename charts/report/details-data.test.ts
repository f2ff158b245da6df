import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleMemories, sampleMemory } from '../../shared/result/running-fixtures.ts'
import { memoryOf } from './details-data.ts'

const processes = [sampleMemory(40, 60, 55, 5), sampleMemory(42, 66, 57, 6), sampleMemory(41, 62, 56, 5.5)]
const memory = {
  ...sampleMemories({ watched: processes, bun: [sampleMemory(30, 50, 45, null)], broken: [] }),
  checksum: '',
}

test('memory of a row is in megabytes, with the least and the greatest of the processes', () => {
  assert.deepEqual(
    memoryOf('watched', memory).map(({ figure }) => figure),
    [
      [41, 40, 42],
      [62, 60, 66],
      [56, 55, 57],
      [5.5, 5, 6],
    ],
  )
})

test('a runtime that tells of no heap has no such moment; who was refused or not watched has nothing', () => {
  assert.equal(memoryOf('bun', memory).length, 3)
  assert.deepEqual(memoryOf('broken', memory), [])
  assert.deepEqual(memoryOf('another', memory), [])
  assert.deepEqual(memoryOf('watched', undefined), [])
})
