/** Snapshots in `golden/`; to update them: `node bench/node.mjs --test --test-update-snapshots <this file>`. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { compareResults, compareServers } from './compare.ts'
import { resultOf, steady, withRefusal, withVerdict } from './compare-fixtures.ts'
import { formats } from './compare-report.ts'
import { Comparison } from './comparison.ts'

const old = resultOf({
  'http-node': steady(40_000),
  express: steady(20_000, 5, 1),
  fastify: steady(36_000, 5, 2),
  hono: steady(38_000, 5, 1),
  koa: steady(30_000, 5, 2),
  one_round: steady(30_000, 1),
})
const measured = resultOf(
  {
    'http-node': steady(40_040, 6),
    express: steady(18_000, 6, 2),
    fastify: steady(37_800, 6, 1),
    h3: steady(39_000, 6, 1),
    hono: steady(38_000, 6, 2),
    koa: steady(30_000, 6, 1),
    one_round: steady(31_000, 1),
  },
  { startedAt: '2026-02-03T04:05:06.789Z', source: { commit: '0123456789abcdef', clean: false } },
)
const recent = withVerdict(withRefusal(measured, 'koa'), 'fastify', { kind: 'noisy', message: 'steal time of 4%' })
const comparison = compareResults(
  { file: 'old.json', result: old },
  { file: 'new.json', result: recent },
  {
    stored: [],
    failBelow: 0.03,
  },
)
const ofOneRun = compareServers({ file: 'old.json', result: old }, 'fastify', 'hono', undefined)

function golden(t: TestContext, name: string, output: string): void {
  t.assert.fileSnapshot(`${output}\n`, join(import.meta.dirname, 'golden', name), { serializers: [String] })
}

describe('two results', () => {
  test('as text', (t) => golden(t, 'compare.text', formats.text(comparison)))
  test('as Markdown', (t) => golden(t, 'compare.markdown', formats.markdown(comparison)))
  test('as JSON', (t) => golden(t, 'compare.json.txt', formats.json(comparison)))
})

test('two servers of one result, as text', (t) => golden(t, 'compare-servers.text', formats.text(ofOneRun)))

test('the JSON matches its schema', () => {
  for (const one of [comparison, ofOneRun]) Comparison.parse(JSON.parse(formats.json(one)))
})

test('a gate that passes says so', () => {
  const options = { stored: [], failBelow: 0.5 }
  const passed = compareResults({ file: 'a', result: old }, { file: 'b', result: recent }, options)
  assert.match(formats.text(passed), /^gate passed: no server is slower by more than 50% with confidence$/m)
})
