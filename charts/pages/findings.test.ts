import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PastFinding, PresentFinding } from '../../shared/results/findings.ts'
import { findingsPage } from './findings.ts'

const server = {
  name: 'some',
  displayName: 'Some',
  wire: 'plain',
  package: 'some-router@1.0.0',
} as const
const present: PresentFinding = {
  servers: [server, { ...server, name: 'other', displayName: 'Other' }],
  effect: 'crashes',
  reason: 'Its router ends the process.',
  invariants: [2],
  cases: ['target //[', 'method TRACE', 'Upgrade: h2c', 'the host ['],
  runtime: null,
  scenario: 'hello',
}
const past: PastFinding = {
  package: 'old-router',
  version: '0.9.0',
  server: 'old',
  scenario: 'hello',
  case: 'target //[',
  invariant: 2,
  effect: '5xx',
  what: 'a request gets 500',
  avoided: 'a handler rejects it',
}

test('a finding is on the page with its servers, packages, cases and request', () => {
  const page = findingsPage({ present: [present], past: [] })
  assert.match(
    page,
    /^\*\*A single request crashes Other and Some\.\*\* 2 servers violate at least one invariant, for 1 different reason\./m,
  )
  assert.match(page, /^- \*\*crashes\*\* \(1 reason\): Other and Some$/m)
  assert.match(page, /<summary>Crashes: 1<\/summary>/)
  assert.match(
    page,
    /\| Some, Other \| `some-router@1\.0\.0` \| 2 \| Its router ends the process\. \| `target \/\/\[`, `method TRACE`, `Upgrade: h2c` and 1 more \|/,
  )
  assert.match(page, /```http\nGET \/\/\[ HTTP\/1\.1\n/)
  assert.doesNotMatch(page, /Avoided or fixed/)
})

test('a finding of a runtime is of no server’s framework', () => {
  const ofRuntime: PresentFinding = { ...present, servers: [server], runtime: 'bun' }
  const page = findingsPage({ present: [present, ofRuntime], past: [] })
  assert.match(
    page,
    / 2 servers violate at least one invariant, for 1 different reason\. .* for 1 more, which affect every server/,
  )
  assert.match(page, /\| Some, others on Bun \|/)
  assert.match(page, /^- \*\*crashes\*\* \(2 reasons\): Other, Some and all servers on Bun$/m)
})

test('a finding that the server avoids, or that is fixed, has a table of its own', () => {
  const page = findingsPage({
    present: [],
    past: [past, { ...past, fixed: '1.0.0', public: 'https://example.com/1' }],
  })
  assert.match(
    page,
    /\| old-router \| 0\.9\.0 \| 2 \| 5xx \| a request gets 500 \| avoided: a handler rejects it \|/,
  )
  assert.match(page, /\| \[old-router\]\(https:\/\/example\.com\/1\) \| .* \| fixed in 1\.0\.0 \|/)
  assert.match(page, /^`target \/\/\[`, sent to `servers\/old`, hello:$/m)
})
