import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuClock, readCpuClock } from './cpu-clock.ts'

test('an ended process has no CPU time', { skip: !cpuClock() }, () => {
  assert.equal(readCpuClock(cpuClock() ?? 'ticks', [2 ** 22 + 1]), 0)
})
