import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Part } from '../../../shared/probes/profile.ts'
import { attribute } from './attribute.ts'
import type { CallNode } from './cpu-profile.ts'
import { divide } from './divide.ts'

const node = (name: string, self: number, url = ''): CallNode => ({
  name,
  url,
  scriptId: url === '' ? '0' : '1',
  parent: null,
  self,
  lines: [],
})
const attributed = attribute(
  [
    node('(idle)', 500),
    node('(program)', 100),
    node('(garbage collector)', 50),
    node('onread', 150, 'node:internal/stream_base_commons'),
    node('handle', 200, 'file:///x/node_modules/express/lib/express.js'),
  ],
  { directory: '/server', sources: new Map() },
)

/** Returns the times of these parts. */
const times = (awake: Parameters<typeof divide>[1], ...parts: Part[]) => {
  const divided = divide(attributed, awake)
  return parts.map((part) =>
    divided.reduce((sum, each) => sum + (each.part === part ? each.time : 0), 0),
  )
}

test('the parts add up to the kernel’s CPU time, which shows how much of V8’s idle time was work', () => {
  const awake = { cpu: 800, waiting: 0 }
  assert.deepEqual(
    times(awake, 'outside', 'collection', 'runtime', 'router', 'unattributed'),
    [400, 50, 150, 200, 0],
  )
})

test('time in the run queue is in the samples, and is removed evenly', () => {
  assert.deepEqual(times({ cpu: 400, waiting: 400 }, 'outside', 'router'), [200, 100])
})

test('a thread with less CPU time than sampled was never idle, one with more was never asleep', () => {
  assert.deepEqual(times({ cpu: 400, waiting: 0 }, 'outside'), [80])
  assert.deepEqual(times({ cpu: 2_000, waiting: 0 }, 'outside'), [1_200])
})
