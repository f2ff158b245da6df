import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { notesList } from './notes.ts'

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
