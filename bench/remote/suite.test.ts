import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownSuite, type Suite, suiteDifference } from './suite.ts'

const here: Suite = { commit: 'abc', digest: 'd', lockfile: 'l', node: '24.0.0' }

test('a suite does not differ from itself', () => {
  const own = ownSuite()
  assert.match(own.digest, /^[0-9a-f]{64}$/)
  assert.equal(suiteDifference('there', own, ownSuite()), null)
})

const different: [change: Partial<Suite>, line: RegExp][] = [
  [
    { commit: 'def', digest: 'e' },
    /^the suite on there is of commit def, and here of abc: there, run git checkout abc; npm ci$/,
  ],
  [{ digest: 'e' }, /^the sources of the suite on there are not those here/],
  [{ lockfile: null }, /^package-lock.json on there is not the one here: copy it there and run npm ci$/],
  [{ node: '24.1.0' }, /^there runs the suite with Node 24.1.0, and here it is 24.0.0/],
]
for (const [change, line] of different) {
  test(`another ${Object.keys(change)[0]} is refused, with what mends it`, () => {
    assert.match(suiteDifference('there', { ...here, ...change }, here) ?? '', line)
  })
}

test('a host that does not tell its commit is judged by its sources', () => {
  assert.equal(suiteDifference('there', { ...here, commit: null }, here), null)
})
