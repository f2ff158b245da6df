import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, publishedAs } from '../test/run-fixture.ts'
import { chainColumns } from './chain-cost.ts'
import { scenarioPage } from './scenario-page.ts'

const rates = (express: number) => [
  { name: 'http-node', requestsPerSecond: 100_000 },
  { name: 'express', requestsPerSecond: express },
]

test('the chain’s cost is the time per request over that of hello, of the same server on the same machine', () => {
  const hello = inventedResult(rates(50_000), { scenario: 'hello' })
  const chain = inventedResult(rates(40_000), { scenario: 'middleware-chain' })
  // The invented runs share a boot.
  const boot = 'one'
  for (const { runs } of [hello, chain])
    for (const { file } of runs) file.environment = { ...file.environment, boot }
  const page = scenarioPage(publishedAs(chain), [hello, chain])
  const row = page.split('\n').find((line) => line.startsWith('| [express](')) ?? ''
  assert.match(row, /\| \+25 \| \+5\.0 \|$/)
  assert.match(page, /\| over hello, %, per machine \| over hello, µs, per machine \|/)
})

test('other scenarios have no such column, nor the chain without hello on the same machine', () => {
  const hello = inventedResult(rates(50_000), { scenario: 'hello' })
  const chain = inventedResult(rates(40_000), { scenario: 'middleware-chain' })
  assert.deepEqual(chainColumns(hello, [hello]), [])
  assert.deepEqual(chainColumns(chain, [chain]), [])
  for (const { file } of hello.runs) file.environment = { ...file.environment, boot: 'another' }
  assert.deepEqual(chainColumns(chain, [hello, chain]), [])
})
