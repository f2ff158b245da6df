import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { concerns } from '../text/remarks.ts'
import { notesList } from './notes.ts'

/** Where each note has its place. */
const notes: [note: string, scenarios: string[]][] = [
  ['Its `res.json` indents JSON by two spaces, so that answers are longer.', [...scenarios.keys()]],
  ['validate-order lists `error.all` in `onError`', ['validate-order']],
  ['The middleware chain is two middlewares and two guards.', ['middleware-chain']],
  ['It leaves path parameters percent-encoded: route-params decodes the id.', ['route-params']],
  ['The user of update-user is made with a codec', ['update-user', 'reject']],
  ['Both update-account and validate-order have rules of their own.', ['update-account', 'validate-order']],
  [
    'By default a malformed body is answered with 500: a listener answers 400.',
    ['update-user', 'update-account', 'validate-order', 'reject'],
  ],
  [
    '`ParseIntPipe` takes integers that JavaScript cannot hold exactly: a pipe behind it refuses them.',
    ['update-user', 'update-account', 'validate-order', 'route-params', 'reject'],
  ],
]

for (const [note, expected] of notes) {
  test(`a note stands where it concerns the scenario: ${note}`, () => {
    const shown = [...scenarios.values()].filter((scenario) => concerns(note, scenario)).map(({ name }) => name)
    assert.deepEqual(shown.toSorted(), expected.toSorted())
  })
}

function listed(scenario: string): string[] {
  const result = inventedResult(threeServers, { scenario })
  for (const { notes } of result.servers.slice(0, 2)) notes.push('uses `a|b`')
  result.servers[0]?.knownDeviations.push({ case: 'malformed JSON', status: 500, reason: 'its parser throws' })
  return notesList(result).split('\n')
}

test('servers of which the same is to be said share a line; a deviation has its own', () => {
  assert.deepEqual(listed('update-user'), [
    '- **express**: known deviation, malformed JSON: 500. its parser throws',
    '- **express, http-bun**: uses `a\\|b`',
  ])
})

test('a deviation is told where the contract has its case', () => {
  assert.deepEqual(listed('hello'), ['- **express, http-bun**: uses `a\\|b`'])
})

test('nothing to say gives nothing', () => {
  assert.equal(notesList(inventedResult(threeServers)), '')
})
