import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, refused, tableCells, threeServers } from '../draw/fixture.ts'
import { behavioursTable, disclosureTable, factsTable, notesList } from './facts.ts'

test('a row describes a server, with the title of its wire', () => {
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
    '1',
    '5.98',
    '46.1',
    '98.5',
    'The invented express',
  ])
})

test('without validation there are no descriptions, since they are about it', () => {
  const cells = tableCells(factsTable(inventedResult(threeServers, { scenario: 'hello' })))
  assert.deepEqual(cells[2]?.slice(-2), ['46.1', '98.5'])
})

test('a disqualified server has a description, but no figures', () => {
  const cells = tableCells(factsTable(inventedResult([{ name: 'faulty', requestsPerSecond: 1, change: refused }])))
  assert.deepEqual(cells[0]?.slice(-3), ['', '', 'The invented faulty'])
})

test('text is escaped within its cell or line', () => {
  const change = { description: 'a | b <b>\n& `Map<a|b>`', displayName: '"x"<i>' }
  const [row] = tableCells(factsTable(inventedResult([{ name: 'odd', requestsPerSecond: 1000, change }])))
  assert.equal(row?.at(0), '"x"&lt;i>')
  assert.equal(row?.at(-1), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
})

const disclosed = inventedResult(threeServers.slice(0, 1))
const [server] = disclosed.servers
assert.ok(server)
server.validation = { ...server.validation, by: 'library', library: 'a|jv', how: 'jit', coerces: true }

test('the table shows who validates, how and how strictly, and explains the terms', () => {
  const text = disclosureTable(disclosed)
  assert.deepEqual(tableCells(text), [['express', 'a\\|jv', 'jit', 'stripped', 'coerced', 'first']])
  for (const how of ['interpreted', 'Jit', 'ahead-of-time']) assert.ok(text.includes(`*${how}*`), how)
})

test('strictness observed in bodies is left out if requests have none', () => {
  assert.deepEqual(tableCells(disclosureTable({ ...disclosed, scenario: 'route-params' })), [
    ['express', 'a\\|jv', 'jit'],
  ])
})

test('without validation there is no table of it', () => {
  for (const scenario of ['hello', 'json', 'middleware-chain']) {
    assert.equal(disclosureTable({ ...disclosed, scenario }), '', scenario)
  }
})

test('servers with the same outcome share a row', () => {
  const result = inventedResult(threeServers)
  const title = '`name`: `5`'
  const [express, ...others] = result.servers
  assert.ok(express)
  express.behaviours = [{ id: 'name: 5', title, status: 200, outcome: 'accepted as "5" | <b>' }]
  for (const other of others) other.behaviours = [{ id: 'name: 5', title, status: 400, outcome: '400' }]
  assert.deepEqual(tableCells(behavioursTable(result)), [
    ['`name`: `5`', '400', 'http-bun, http-node'],
    ['', 'accepted as "5" \\| &lt;b>', 'express'],
  ])
  express.behaviours = others[0]?.behaviours ?? []
  assert.deepEqual(tableCells(behavioursTable(result)), [['`name`: `5`', '400', 'all']])
  for (const server of result.servers) server.behaviours = []
  assert.equal(behavioursTable(result), '')
})

function listed(scenario: string): string[] {
  const result = inventedResult(threeServers, { scenario })
  for (const { notes } of result.servers.slice(0, 2)) notes.push('uses `a|b`')
  result.servers[0]?.knownDeviations.push({ case: 'malformed JSON', status: 500, reason: 'its parser throws' })
  return notesList(result).split('\n')
}

test('servers with the same note share a line; a deviation has its own', () => {
  assert.deepEqual(listed('update-user'), [
    '- **express**: known deviation, malformed JSON: 500. its parser throws',
    '- **express, http-bun**: uses `a\\|b`',
  ])
})

test('a deviation is shown where the contract has its case', () => {
  assert.deepEqual(listed('hello'), ['- **express, http-bun**: uses `a\\|b`'])
})

test('without notes the list is empty', () => {
  assert.equal(notesList(inventedResult(threeServers)), '')
})
