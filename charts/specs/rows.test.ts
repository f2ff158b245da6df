import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, refused, threeServers } from './fixture.ts'
import { peakMemory, requestsPerSecond } from './measures.ts'
import { charts } from './pictures.ts'
import { finding } from './rows.ts'

const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

test('the best server comes first, whether high or low is good', () => {
  const result = inventedResult(threeServers)
  assert.deepEqual(names(requestsPerSecond.rows(result)), ['http-bun', 'http-node', 'express'])
  assert.deepEqual(names(peakMemory.rows(result)), ['http-bun', 'http-node', 'express'])
})

test('equal servers are in order of their names', () => {
  const equal = ['c', 'a', 'b'].map((name) => ({ name, requestsPerSecond: 1000 }))
  assert.deepEqual(names(requestsPerSecond.rows(inventedResult(equal))), ['a', 'b', 'c'])
})

test('a refused server has no row', () => {
  const result = inventedResult([...threeServers, { name: 'liar', requestsPerSecond: 1e6, change: refused }])
  assert.deepEqual(names(requestsPerSecond.rows(result)), ['http-bun', 'http-node', 'express'])
})

test('the baseline has a role of its own', () => {
  const rows = requestsPerSecond.rows(inventedResult(threeServers))
  assert.deepEqual(
    rows.map(({ role }) => role),
    ['bun', 'baseline', 'node'],
  )
})

test('a finding names both extremes and the baseline', () => {
  const three = inventedResult(threeServers)
  assert.equal(
    finding('Requests per second', requestsPerSecond.rows(three)),
    'Requests per second, 3 servers: highest is http-bun with 98,770 req/s, http-node (baseline) with 61,230 req/s, lowest is express with 21,350 req/s',
  )
  assert.match(
    finding('Memory', peakMemory.rows(three)),
    /lowest is http-bun with 60\.0 MB.*highest is express with 120 MB$/,
  )
  const one = inventedResult([{ name: 'http-node', requestsPerSecond: 1000 }])
  assert.equal(finding('Rate', requestsPerSecond.rows(one)), 'Rate, 1 server: http-node (baseline) with 1,000 req/s')
  assert.match(finding('Rate', requestsPerSecond.rows(three), 'measurement'), /^Rate, 3 measurements: /)
})

test('every chart shows the measure of its name', () => {
  const result = inventedResult(threeServers)
  const figures = charts.flatMap(({ id, rows }) =>
    rows(result)
      .filter(({ name }) => name === 'express')
      .map(({ figure, aside }) => [id, figure, aside]),
  )
  assert.deepEqual(figures, [
    ['relative', '0.349×', '0.344–0.353'],
    ['requests-per-second', '21,350 req/s', '21,030–21,670'],
    ['latency-tail', '2.50×', ''],
    ['throughput', '5.98 MB/s', '5.89–6.07'],
    ['peak-memory', '120 MB', '118–122'],
  ])
})

test('servers stand by their values; their ranks are intervals', () => {
  const result = inventedResult([
    { name: 'a', requestsPerSecond: 1000, rank: 1 },
    { name: 'b', requestsPerSecond: 990, rank: 3 },
    { name: 'c', requestsPerSecond: 980, rank: 1 },
  ])
  assert.deepEqual(
    requestsPerSecond.rows(result).map(({ name, rank }) => [name, rank]),
    [
      ['a', '1–2'],
      ['b', '3'],
      ['c', '1–2'],
    ],
  )
})
