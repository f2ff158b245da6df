import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disclosure } from '../../shared/test/samples.ts'
import { inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { factsTable, leniencyTable, notesList } from './facts.ts'

const cellsOf = (...[servers, change]: Parameters<typeof inventedResult>) =>
  tableCells(factsTable(inventedResult(servers, change)))

test('a row describes a server and its validator, with the title of its wire', () => {
  const details = {
    wire: 'mion',
    tuned: 'its docs | say so',
    validation: {
      ...disclosure.validation,
      by: 'library',
      library: 'a|jv',
      how: 'jit',
      coerces: true,
    },
    description: 'a | b <b>\n& `Map<a|b>`',
  } as const
  const odd = { name: 'odd', requestsPerSecond: 1000, change: { displayName: '"x"<i>' } }
  assert.deepEqual(cellsOf([{ ...odd, details }]), [
    [
      '"x"&lt;i>',
      '1.2.3',
      'Node.js 24.21.0',
      'RPC envelope',
      'yes',
      'JSON.stringify',
      'tuned: its docs \\| say so',
      'a\\|jv',
      'jit',
      'stripped',
      'coerced',
      'first',
      'a \\| b &lt;b> &amp; `Map<a\\|b>`',
    ],
  ])
})

test('without validation there is no validator and no description, and without bodies no strictness', () => {
  const lastOf = (scenario: string) => cellsOf(threeServers, { scenario })[2]?.slice(-3)
  assert.deepEqual(lastOf('hello'), ['yes', 'JSON.stringify', 'idiomatic'])
  assert.deepEqual(lastOf('route-params'), ['hand-written', 'interpreted', 'The invented express'])
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
  const [express, ...others] = result.subjects
  assert.ok(express)
  express.details.behaviours = [
    accepted('`name`: `5`', 'accepted as "5" | <b>'),
    accepted('`id`: `"1"`', 'accepted'),
    accepted('gzip', 'accepted'),
  ]
  const lenient = ['`name`: `5` (as "5" \\| &lt;b>); `id`: `"1"`, gzip', '']
  for (const other of others)
    other.details.behaviours = [
      rejected('`name`: `5`', 422),
      rejected('`id`: `"1"`'),
      rejected('a', null),
    ]
  const names = others.map(({ displayName }) => displayName).join(', ')
  assert.deepEqual(tableCells(leniencyTable(result)), [
    [names, '', '400, 422, no response'],
    ['express', ...lenient],
  ])
  for (const server of result.subjects) server.details.behaviours = []
  assert.equal(leniencyTable(result), '')
})

function listed(scenario: string): string[] {
  const result = inventedResult(threeServers, { scenario })
  for (const {
    details: { notes },
  } of result.subjects.slice(0, 2))
    notes.push('uses `a|b`')
  result.subjects[0]?.details.knownDeviations.push({
    case: 'malformed JSON',
    status: 500,
    reason: 'its parser throws',
  })
  return notesList(result).split('\n')
}

test('servers with the same note share a line; a deviation has its own where the contract has its case', () => {
  const shared = '- **express, http-bun**: uses `a\\|b`'
  const deviation = '- **express**: known deviation, malformed JSON: 500. its parser throws'
  assert.deepEqual(listed('update-user'), [deviation, shared])
  assert.deepEqual(listed('hello'), [shared])
  assert.equal(notesList(inventedResult(threeServers)), '')
})
