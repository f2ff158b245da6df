import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectPinning } from './cpus.ts'
import { Probe } from './probe.ts'
import { kill } from './processes.ts'
import { describeTimedEnvironment } from './speed.ts'

const cpus = detectPinning().server

test('the probe tells a time of each CPU, and nothing any more once it does not answer', {
  skip: !cpus && 'nothing is pinned here',
}, async () => {
  const probe = await Probe.start(cpus ?? [])
  assert.ok(probe)
  try {
    const times = await probe.measure()
    assert.ok(times && times.server > 0 && times.generator > 0)
    kill(probe.pid, 'SIGSTOP')
    assert.equal(await probe.measure(), null)
    kill(probe.pid, 'SIGCONT')
    assert.equal(await probe.measure(), null, 'a late answer is nobody’s')
  } finally {
    await probe.close()
  }
})

test('an environment says how long the probe’s work takes on the server’s CPU, where servers are pinned', async () => {
  const pinning = detectPinning()
  const { workMicroseconds } = await describeTimedEnvironment(pinning, [], 'none')
  if (pinning.server) assert.ok(workMicroseconds !== null && workMicroseconds > 0)
  const unpinned = await describeTimedEnvironment({ ...pinning, server: null }, [], 'none')
  assert.equal(unpinned.workMicroseconds, null)
})
