import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { type Finding, isWithheld, readFindings } from './findings.ts'

const finding: Finding = {
  id: 'a-crash',
  package: 'a',
  version: '1.0.0',
  server: 'a',
  scenario: 'hello',
  case: 'target //[',
  law: 2,
  effect: 'crash',
  what: 'a request ends the process',
  found: '2026-11-21',
  mended: null,
  public: null,
}

test('how to repeat a crash is withheld until it is mended or public', () => {
  assert.equal(isWithheld(finding), true)
  assert.equal(isWithheld({ ...finding, mended: '1.0.1' }), false)
  assert.equal(isWithheld({ ...finding, public: 'https://example.com/1' }), false)
  assert.equal(isWithheld({ ...finding, effect: '5xx' }), false)
})

test('what is wrong with the file is said in one line', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, { 'results/findings.json': [{ ...finding, law: 5 }] })
  assert.throws(() => readFindings(root), /^Error: results\/findings\.json: 0\.law: /)
})
