import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { type Finding, readFindings } from './findings.ts'

const finding: Finding = {
  id: 'a-crash',
  package: 'a',
  version: '1.0.0',
  server: 'a',
  scenario: 'hello',
  case: 'target //[',
  invariant: 2,
  effect: 'crash',
  what: 'a request ends the process',
  found: '2026-11-21',
  reported: null,
  fixed: null,
  public: null,
}

test('an invalid file is an error of one line', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, { 'results/findings.json': [{ ...finding, invariant: 5 }] })
  assert.throws(() => readFindings(root), /^Error: results\/findings\.json: 0\.invariant: /)
})

test('a bypass must be reported, and fixed or public', (t) => {
  const root = temporaryDirectory(t)
  const read = (change: Partial<Finding>) => {
    writeTree(root, { 'results/findings.json': [{ ...finding, effect: 'bypass', ...change }] })
    return readFindings(root)
  }
  const message = /^Error: results\/findings\.json: 0\.effect: a bypass must be reported/
  assert.throws(() => read({}), message)
  assert.throws(() => read({ reported: '2026-11-22' }), message)
  assert.equal(read({ reported: '2026-11-22', fixed: '1.0.1' }).length, 1)
})
