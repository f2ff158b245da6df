import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lanesFor } from './lanes.ts'

const pinning = { server: [3], generator: [0, 1, 2], note: null }

test('each process gets a CPU of its own', () => {
  assert.deepEqual(lanesFor(pinning, 4).lanes, [[0], [1], [2], [3]])
  assert.deepEqual(lanesFor({ server: null, generator: null, note: 'one CPU' }, 1).lanes, [null])
})

test('in a container with a CPU limit, concurrency is limited and nothing is pinned', () => {
  const { lanes, pinning: used } = lanesFor(pinning, 2)
  assert.deepEqual(lanes, [null, null])
  assert.deepEqual([used.server, used.generator], [null, null])
  assert.match(used.note ?? '', /^this process may use 2 CPUs of 4 that it shares$/)
})
