import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '../../shared/results/findings.ts'
import { findingsPage } from './findings.ts'

const finding: Finding = {
  id: 'path-crash',
  package: 'some-router',
  version: '1.0.0',
  server: 'some',
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

test('a finding is on the page with its request', () => {
  const page = findingsPage([finding])
  assert.match(
    page,
    /\| some-router \| 1\.0\.0 \| 2 \| crash \| a request ends the process \| 2026-11-21 \| not yet \| no \|/,
  )
  assert.match(page, /```http\nGET \/\/\[ HTTP\/1\.1\n/)
})

test('a finding that the server avoids is not fixed, and says so', () => {
  const page = findingsPage([{ ...finding, effect: '5xx', avoided: 'a handler rejects it' }])
  assert.match(page, /\| 2026-11-21 \| not yet \| no, avoided \|/)
  assert.match(page, /Sent to `servers\/some`, hello, which avoids it \(a handler rejects it\):/)
})
