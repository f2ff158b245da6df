import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, refused, threeServers } from './fixture.ts'
import { bestFirst, finding, rowsOf } from './rows.ts'

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)
const rates = (result: ReturnType<typeof inventedResult>) =>
  rowsOf(result, ({ requestsPerSecond: { value } }) => {
    return { value, low: value, high: value, figure: String(Math.round(value)), aside: '' }
  })

test('the highest comes first, equals by name; a disqualified server has no row, and is last', () => {
  const faulty = { name: 'a-faulty', requestsPerSecond: 1e6, change: refused }
  const three = inventedResult([faulty, ...threeServers])
  assert.deepEqual(names(rates(three)), ['http-bun', 'http-node', 'express'])
  assert.deepEqual(names(bestFirst(three)), ['http-bun', 'http-node', 'express', 'a-faulty'])
  const equal = inventedResult(['c', 'a', 'b'].map((name) => ({ name, requestsPerSecond: 1000 })))
  assert.deepEqual(names(rates(equal)), ['a', 'b', 'c'])
  assert.deepEqual(names(bestFirst(equal)), ['a', 'b', 'c'])
})

test('servers are sorted by value; ranks are intervals', () => {
  const result = inventedResult([
    { name: 'a', requestsPerSecond: 1000, rank: 1 },
    { name: 'b', requestsPerSecond: 990, rank: 3 },
    { name: 'c', requestsPerSecond: 980, rank: 1 },
  ])
  assert.deepEqual(
    rates(result).map(({ name, rank }) => [name, rank]),
    [
      ['a', '1–2'],
      ['b', '3'],
      ['c', '1–2'],
    ],
  )
})

test('a finding names both extremes and the baseline', () => {
  const rows = rates(inventedResult(threeServers))
  assert.equal(
    finding('Rate', rows),
    'Rate, 3 servers: highest is http-bun with 98765, http-node (baseline) with 61235, lowest is express with 21346',
  )
  assert.equal(
    finding('Rate', rows.toReversed(), 'library').split(':')[1]?.split(',')[0],
    ' lowest is express with 21346',
  )
  assert.equal(finding('Rate', rows.slice(1, 2)), 'Rate, 1 server: http-node (baseline) with 61235')
})
