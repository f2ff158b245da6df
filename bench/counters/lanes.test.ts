import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lanesFor } from './lanes.ts'

const pinning = { server: [3], generator: [0, 1, 2], note: null }

test('emulated servers have a CPU each, and others the CPU of a load’s server', () => {
  assert.deepEqual(lanesFor({ emulates: true }, pinning, 4).lanes, [[0], [1], [2], [3]])
  assert.deepEqual(lanesFor({ emulates: false }, pinning, 1).lanes, [[3]])
  assert.deepEqual(lanesFor({ emulates: true }, { server: null, generator: null, note: 'one CPU' }, 1).lanes, [null])
})

test('where a container may use fewer CPUs than it sees, no more are counted at once, and none is pinned', () => {
  const { lanes, pinning: used } = lanesFor({ emulates: true }, pinning, 2)
  assert.deepEqual(lanes, [null, null])
  assert.deepEqual([used.server, used.generator], [null, null])
  assert.match(used.note ?? '', /^the system grants this process the time of 2 CPUs, of 4 that others may use too$/)
})
