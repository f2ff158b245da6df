import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { deviationsFor, Note, notesFor } from './manifest-scope.ts'

const named = (name: string) => scenarios.get(name) as Scenario

test('a note applies to the scenarios that it names, those that load the same files, or all', () => {
  const notes = [
    'everywhere',
    { scenarios: ['update-user', 'json'], text: 'users and json' },
    { scenarios: ['reject'], text: 'rejections' },
  ].map((note) => Note.parse(note))
  const expected = {
    hello: ['everywhere'],
    json: ['everywhere', 'users and json'],
    'update-user': ['everywhere', 'users and json'],
    reject: ['everywhere', 'users and json', 'rejections'],
  }
  for (const [name, texts] of Object.entries(expected))
    assert.deepEqual(notesFor({ notes }, named(name)), texts, name)
})

test('a known deviation applies to the scenarios whose contract has its case', () => {
  const deviation = { case: 'malformed JSON', status: 500, reason: 'its parser throws' }
  const found = (name: string) => deviationsFor({ knownDeviations: [deviation] }, named(name))
  for (const name of ['update-user', 'update-account', 'user-list', 'validate-order', 'reject']) {
    assert.deepEqual(found(name), [deviation], name)
  }
  for (const name of ['hello', 'json', 'route-params', 'middleware-chain'])
    assert.deepEqual(found(name), [], name)
})
