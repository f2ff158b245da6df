import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { factsTable, leniencyTable, notesList } from './facts.ts'

test('a row describes a server and its validator, with the title of its wire', () => {
  const result = inventedResult(threeServers)
  const [express] = result.servers
  assert.ok(express)
  express.wire = 'mion'
  express.tuned = 'its docs | say so'
  express.validation = {
    ...express.validation,
    by: 'library',
    library: 'a|jv',
    how: 'jit',
    coerces: true,
  }
  assert.deepEqual(tableCells(factsTable(result))[2], [
    ...[
      'express',
      '1.2.3',
      'Node.js 24.21.0',
      'RPC envelope',
      'yes',
      'JSON.stringify',
      'tuned: its docs \\| say so',
    ],
    ...['a\\|jv', 'jit', 'stripped', 'coerced', 'first', 'The invented express'],
  ])
})

test('without validation there is no validator and no description, which is about it', () => {
  const [, , express] = tableCells(factsTable(inventedResult(threeServers, { scenario: 'hello' })))
  assert.deepEqual(express?.slice(-2), ['JSON.stringify', 'idiomatic'])
})

test('strictness observed in bodies is left out if requests have none', () => {
  const [, , express] = tableCells(
    factsTable(inventedResult(threeServers, { scenario: 'route-params' })),
  )
  assert.deepEqual(express?.slice(-3), ['hand-written', 'interpreted', 'The invented express'])
})

test('text is escaped within its cell or line', () => {
  const change = { description: 'a | b <b>\n& `Map<a|b>`', displayName: '"x"<i>' }
  const [row] = tableCells(
    factsTable(inventedResult([{ name: 'odd', requestsPerSecond: 1000, change }])),
  )
  assert.equal(row?.at(0), '"x"&lt;i>')
  assert.equal(row?.at(-1), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
})

test('servers that let through the same share a row, the strictest first', () => {
  const result = inventedResult(threeServers)
  const rejected = (title: string, status: number | null = 400) => ({
    id: title,
    title,
    status,
    outcome: `${status}`,
  })
  const accepted = (title: string, outcome: string) => ({ id: title, title, status: 200, outcome })
  const [express, ...others] = result.servers
  assert.ok(express)
  express.behaviours = [
    accepted('`name`: `5`', 'accepted as "5" | <b>'),
    accepted('`id`: `"1"`', 'accepted'),
    accepted('gzip', 'accepted'),
  ]
  const lenient = ['`name`: `5` (as "5" \\| &lt;b>); `id`: `"1"`, gzip', '']
  for (const other of others)
    other.behaviours = [rejected('`name`: `5`', 422), rejected('`id`: `"1"`'), rejected('a', null)]
  const names = others.map(({ displayName }) => displayName).join(', ')
  assert.deepEqual(tableCells(leniencyTable(result)), [
    [names, '', '400, 422, no answer'],
    ['express', ...lenient],
  ])
  for (const server of result.servers) server.behaviours = []
  assert.equal(leniencyTable(result), '')
})

function listed(scenario: string): string[] {
  const result = inventedResult(threeServers, { scenario })
  for (const { notes } of result.servers.slice(0, 2)) notes.push('uses `a|b`')
  result.servers[0]?.knownDeviations.push({
    case: 'malformed JSON',
    status: 500,
    reason: 'its parser throws',
  })
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
