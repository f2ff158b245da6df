import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPath } from '../host/programs.ts'
import { CONNECTIONS, load } from '../test/external-loads.ts'
import { autocannonTool } from './autocannon.ts'
import { wrkTool } from './wrk.ts'

for (const tool of [autocannonTool, wrkTool]) {
  const skip = tool !== autocannonTool && !onPath(tool.name) && `${tool.name} is not installed: ${tool.install}`
  test(`${tool.name}: rate times latency is the number in flight`, { skip }, async () => {
    const { requests, seconds, latency } = (await load(tool, 'correct')).report
    const [inFlight, expected] = [((requests / seconds) * latency.mean) / 1000, 0.9 * CONNECTIONS]
    assert.ok(Math.abs(inFlight / expected - 1) < 0.23, `${inFlight} instead of ${expected}`)
  })
}
