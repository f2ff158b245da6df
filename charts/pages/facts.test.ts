import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, refused, threeServers } from '../specs/fixture.ts'
import { tableCells } from '../specs/table-cells.ts'
import { factsTable } from './facts.ts'

test('what a server is, and a wire by its title', () => {
  const result = inventedResult(threeServers)
  const [express] = result.servers
  assert.ok(express)
  express.wire = 'mion'
  express.tuned = 'its docs | say so'
  assert.deepEqual(tableCells(factsTable(result))[2], [
    'express',
    '1.2.3',
    'Node.js 24.21.0',
    'RPC envelope',
    'yes',
    'JSON.stringify',
    'tuned: its docs \\| say so',
    '46.8',
    '46.1',
    '104',
    'The invented express',
  ])
})

test('where nothing is validated, descriptions are left out: they say how', () => {
  const cells = tableCells(factsTable(inventedResult(threeServers, { scenario: 'hello' })))
  assert.deepEqual(cells[2]?.slice(-3), ['46.8', '46.1', '104'])
})

test('a refused server is what it is, without figures', () => {
  const cells = tableCells(factsTable(inventedResult([{ name: 'liar', requestsPerSecond: 1, change: refused }])))
  assert.deepEqual(cells[0]?.slice(-3), ['', '', 'The invented liar'])
})

test('text cannot break out of its cell or its line', () => {
  const change = { description: 'a | b <b>\n& `Map<a|b>`', displayName: '"x"<i>' }
  const [row] = tableCells(factsTable(inventedResult([{ name: 'odd', requestsPerSecond: 1000, change }])))
  assert.equal(row?.at(0), '"x"&lt;i>')
  assert.equal(row?.at(-1), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
})
