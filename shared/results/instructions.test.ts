import assert from 'node:assert/strict'
import { basename } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { sampleCounts } from './counts-fixtures.ts'
import { summarizeProcesses } from './counts-summary.ts'
import { countsStore } from './instructions.ts'
import { shareInName } from './shards.ts'

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

test('shards and partial counts are never published, by their names', (t) => {
  const root = temporaryDirectory(t)
  const path = countsStore.path({ scenario: 'hello', startedAt: '2026-11-21T10:00:00.000Z' })
  const paths = [
    shareInName(path, null, null),
    shareInName(path, null, { missing: [] }),
    shareInName(path, { number: 1, of: 2 }, null),
    shareInName(path, null, { missing: [{ number: 2, servers: ['koa'] }] }),
  ].map((each) => basename(each))
  const whole = '2026-11-21T10-00-00Z.json'
  assert.deepEqual(paths, [whole, whole, '2026-11-21T10-00-00Z.1-of-2.shard.json', '2026-11-21T10-00-00Z.partial.json'])
  writeTree(root, Object.fromEntries(paths.slice(2).map((path) => [`${countsStore.folder}/hello/${path}`, {}])))
  assert.deepEqual(countsStore.stored(root, 'hello'), [])
})
