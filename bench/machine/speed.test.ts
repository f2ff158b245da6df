import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectPinning } from './cpus.ts'
import { describeTimedEnvironment } from './speed.ts'

test('an environment says how long the probe’s work takes on the server’s CPU, where servers are pinned', async () => {
  const pinning = detectPinning()
  const { workMicroseconds } = await describeTimedEnvironment(pinning, [], 'none')
  if (pinning.server) assert.ok(workMicroseconds !== null && workMicroseconds > 0)
  const unpinned = await describeTimedEnvironment({ ...pinning, server: null }, [], 'none')
  assert.equal(unpinned.workMicroseconds, null)
})
