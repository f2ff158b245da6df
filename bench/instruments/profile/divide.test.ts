import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute } from './attribute.ts'
import type { CallNode } from './cpu-profile.ts'
import { divide } from './divide.ts'

const node = (name: string, self: number, url = ''): CallNode => ({
  name,
  url,
  line: 0,
  hasScript: url !== '',
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
  '/server',
)

test('the parts add up to the kernel’s CPU time, which shows how much of V8’s idle time was work', () => {
  const { parts, busyIdle } = divide(attributed, { cpu: 800, waiting: 0 })
  assert.equal(busyIdle, 300)
  assert.deepEqual(
    [parts.outside, parts.collection, parts.runtime, parts.router, parts.unattributed],
    [400, 50, 150, 200, 0],
  )
})

test('time in the run queue is in the samples, and is removed evenly', () => {
  const { parts, busyIdle } = divide(attributed, { cpu: 400, waiting: 400 })
  assert.equal(busyIdle, 300)
  assert.deepEqual([parts.outside, parts.router], [200, 100])
})

test('a thread with less CPU time than sampled was never idle, one with more was never asleep', () => {
  assert.equal(divide(attributed, { cpu: 400, waiting: 0 }).busyIdle, 0)
  const { busyIdle, parts } = divide(attributed, { cpu: 2_000, waiting: 0 })
  assert.equal(busyIdle, 500)
  assert.equal(
    Object.values(parts).reduce((sum, time) => sum + time),
    2_000,
  )
})
