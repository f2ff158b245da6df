import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { type PastFinding, readFindings } from './findings.ts'

const past: PastFinding = {
  package: 'a',
  version: '1.0.0',
  server: 'a',
  scenario: 'hello',
  case: 'target //[',
  invariant: 2,
  effect: 'crashes',
  what: 'a request ends the process',
  avoided: 'an option',
}

const manifest = (name: string, knownDeviations: object[]) => ({
  [`servers/${name}/package.json`]: {
    bench: { package: 'web', knownDeviations },
    dependencies: { web: '1.0.0' },
  },
})

test('violations of invariants come from manifests, those of one reason together, the worst first', (t) => {
  const root = temporaryDirectory(t)
  const host = {
    case: ['the host [', 'the host a:99999'],
    status: 500,
    reason: 'It makes a URL of the host.',
  }
  writeTree(root, {
    ...manifest('a', [
      host,
      // A rejection that names no field violates the contract alone, and accepted data is a caveat.
      { case: 'missing id', status: 400, reason: 'It names no field.' },
      { case: 'lastUpdate: null', does: 'accepts', reason: 'It makes dates softly.' },
      { case: 'malformed JSON', status: 500, reason: 'Its parser throws.' },
      { case: 'Upgrade: h2c', does: 'hangs', reason: 'It waits.' },
      { case: 'a host of one letter', status: 404, reason: 'It looks at a fixed place.' },
      { case: 'two Hosts', does: 'wrong answer', reason: 'It takes one.', ofRuntime: true },
    ]),
    ...manifest('b', [{ ...host, case: 'the host [' }]),
  })
  const { present, past } = readFindings(root)
  const shown = present.map(({ servers, effect, cases, runtime }) => {
    const names = runtime ?? servers.map(({ name }) => name)
    return `${names}: ${effect}, ${cases.join(', ')}`
  })
  assert.deepEqual(shown, [
    'a: hangs, Upgrade: h2c',
    'node: wrong answer, two Hosts',
    'a,b: 500, the host [, the host a:99999',
    'a: 500, malformed JSON',
    'a: 404, a host of one letter',
  ])
  assert.equal(present[0]?.reason, 'It waits.')
  assert.equal(present[0]?.servers[0]?.package, 'web@1.0.0')
  assert.deepEqual(past, [])
})

test('a past finding is fixed or avoided, and an invalid file is an error of one line', (t) => {
  const root = temporaryDirectory(t)
  const read = (change: Partial<PastFinding> | { invariant: number }) => {
    writeTree(root, {
      'servers/a/package.json': { bench: {} },
      'results/findings.json': [{ ...past, ...change }],
    })
    return readFindings(root).past
  }
  assert.equal(read({}).length, 1)
  assert.throws(() => read({ invariant: 5 }), /^Error: results\/findings\.json: 0\.invariant: /)
  assert.throws(
    () => read({ avoided: undefined }),
    /^Error: results\/findings\.json: 0: a finding that is neither/,
  )
})
