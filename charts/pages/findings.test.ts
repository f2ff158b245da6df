import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Finding } from '../../shared/result/findings.ts'
import { findingsPage } from './findings.ts'

const finding: Finding = {
  id: 'path-crash',
  package: 'some-router',
  version: '1.0.0',
  server: 'some',
  scenario: 'hello',
  case: 'target //[',
  law: 2,
  effect: 'crash',
  what: 'a request ends the process',
  found: '2026-11-21',
  mended: null,
  public: null,
}

test('a crash stands on the page, and how to repeat it does not until it is mended', () => {
  const withheld = findingsPage([finding])
  assert.match(withheld, /\| some-router \| 1\.0\.0 \| 2 \| crash \| a request ends the process \| 2026-11-21 \| no \|/)
  assert.ok(!withheld.includes('GET //['))
  const mended = findingsPage([{ ...finding, mended: '1.0.1' }])
  assert.match(mended, /```http\nGET \/\/\[ HTTP\/1\.1\n/)
})

test('what the server avoids is not mended, and the request says so', () => {
  const page = findingsPage([{ ...finding, effect: '5xx', avoided: 'a handler refuses it' }])
  assert.match(page, /\| 2026-11-21 \| no, avoided \|/)
  assert.match(page, /To `servers\/some`, hello, which avoids it \(a handler refuses it\):/)
})
