import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleCounts } from '../test/counts-fixtures.ts'
import { summarizeProcesses } from './counts-summary.ts'

test('a server’s count is the mean of its processes with an interval', () => {
  const [server] = sampleCounts({ fastify: [100, 102, 104] }).servers
  const { processes = [] } = server ?? {}
  const summary = summarizeProcesses(processes)
  assert.ok(summary)
  assert.equal(summary.javascript, 102)
  // Student's t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs((summary.high ?? 0) - (102 + (4.303 * 2) / Math.sqrt(3))) < 0.01)
  assert.ok(Math.abs(summary.sd - 2 / 102) < 1e-9)
  assert.equal(summarizeProcesses(processes.slice(0, 1))?.low, null)
  assert.equal(summarizeProcesses([]), null)
})
