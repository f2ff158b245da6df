import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { sampleCounts } from './counts-fixtures.ts'
import { summarizeProcesses, totalCalls } from './counts-summary.ts'
import { readCounts, writeCounts } from './instructions.ts'

test('what is written is read again, and nothing is overwritten', (t) => {
  const path = join(temporaryDirectory(t), 'counts.json')
  const counts = sampleCounts({ fastify: [90_000, 90_300] })
  writeCounts(path, counts)
  const { checksum, ...rest } = readCounts(path)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.deepEqual(rest, counts)
  assert.throws(() => writeCounts(path, counts), { code: 'EEXIST' })
})

test('an edited file, another one and none at all are told apart in one line', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'counts.json')
  writeCounts(path, sampleCounts({ fastify: [90_000, 90_300] }))
  writeFileSync(path, readFileSync(path, 'utf8').replace('90300', '90200'))
  assert.throws(() => readCounts(path), /has been edited/)
  assert.throws(() => readCounts(join(directory, 'none')), UsageError)
  writeFileSync(path, '{"schemaVersion":5}')
  assert.throws(() => readCounts(path), /is no file of counts/)
})

test('a server’s count is the mean of its processes with an interval', () => {
  const [server] = sampleCounts({ fastify: [100, 102, 104] }).servers
  const { processes = [], systemCalls = null } = server ?? {}
  const summary = summarizeProcesses(processes)
  assert.ok(summary)
  assert.equal(summary.javascript, 102)
  // Student's t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs((summary.high ?? 0) - (102 + (4.303 * 2) / Math.sqrt(3))) < 0.01)
  assert.ok(Math.abs(summary.sd - 2 / 102) < 1e-9)
  assert.equal(summarizeProcesses(processes.slice(0, 1))?.low, null)
  assert.equal(summarizeProcesses([]), null)
  assert.equal(totalCalls({ systemCalls }), 2)
})

test('counts from before there were tiers in them are read, as unknown', (t) => {
  const path = join(temporaryDirectory(t), 'counts.json')
  const { servers, ...rest } = sampleCounts({ fastify: [90_000, 90_300] })
  const before = { ...rest, servers: servers.map(({ tiers: _, ...server }) => server) }
  const checksum = createHash('sha256').update(JSON.stringify(before)).digest('hex')
  writeFileSync(path, JSON.stringify({ ...before, checksum }))
  assert.equal(readCounts(path).servers[0]?.tiers, null)
})
