import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuClock, readCpuClock } from './cpu-clock.ts'

test('the time of a process that works goes on as its own clock does, to a hundredth of a second', {
  skip: !cpuClock(),
}, () => {
  for (const clock of new Set([cpuClock() ?? 'ticks', 'ticks'] as const)) {
    const before = readCpuClock(clock, [process.pid])
    const own = process.cpuUsage()
    while (process.cpuUsage(own).user + process.cpuUsage(own).system < 200_000);
    const used = readCpuClock(clock, [process.pid]) - before
    const { user, system } = process.cpuUsage(own)
    assert.ok(Math.abs(used - (user + system) / 1e6) < 0.02, `${clock}: ${used}`)
  }
})

test('a process that is gone has used nothing', { skip: !cpuClock() }, () => {
  assert.equal(readCpuClock(cpuClock() ?? 'ticks', [2 ** 22 + 1]), 0)
})
