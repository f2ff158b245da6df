import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../basics/root.ts'
import type { Result, Summary } from '../format/format.ts'
import { resultOf, steady } from '../test/compare-fixtures.ts'
import { readResult } from './file.ts'
import { restated } from './restated.ts'

test('summaries of a stored result are recalculated, and nothing else changes', () => {
  const result = {
    ...resultOf({ 'http-node': steady(40_000), express: steady(20_000) }),
    checksum: 'abc',
  } as Result
  const before = structuredClone(result)
  const old = structuredClone(result)
  for (const server of old.servers) server.summary = { rank: 9 } as unknown as Summary
  assert.deepEqual(restated(old), before)
})

test('a server without a summary stays without one', () => {
  const result = {
    ...resultOf({ 'http-node': steady(40_000), express: steady(20_000) }),
    checksum: 'abc',
  } as Result
  const [baseline, express] = result.servers
  assert.ok(baseline && express)
  const refused = restated({ ...result, servers: [baseline, { ...express, summary: null }] })
  assert.deepEqual(
    refused.servers.map(({ summary }) => summary === null),
    [false, true],
  )
})

test('in every stored result, requests/s, ratios and ranks have the same order', () => {
  for (const path of globSync('results/update-user/*Z.json', { cwd: ROOT })) {
    const { servers } = readResult(join(ROOT, path))
    const summaries = servers.flatMap(({ summary }) => summary ?? [])
    const byRatio = summaries.toSorted(
      (a, b) => (b.ratioToBaseline?.ratio ?? 0) - (a.ratioToBaseline?.ratio ?? 0),
    )
    const rates = byRatio.map(({ requestsPerSecond }) => requestsPerSecond.value)
    assert.deepEqual(
      rates,
      rates.toSorted((a, b) => b - a),
      path,
    )
  }
})
