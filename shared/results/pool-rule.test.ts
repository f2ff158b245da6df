import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Protocol, Result, ServerResult } from '../format/format.ts'
import { sampleResult, sampleServer } from '../test/samples.ts'
import { defaultProtocol, LEAST_ROUNDS } from './default-protocol.ts'
import { isProvisional, runsToPool, type StoredRun, whyNotPooled } from './pool-rule.ts'

const checked: NonNullable<Result['details']['health']> = {
  healthy: true,
  reasons: [],
  runtime: 'node 26.10.0',
  light: { name: 'a', version: null, microseconds: 12, userMicroseconds: 9 },
  heavy: { name: 'b', version: null, microseconds: 60, userMicroseconds: 44 },
  expectedRatio: 5,
  lostPercent: 0,
}

/** Returns a run of a day of the month; `a` is the baseline; capitals are servers with changed code. */
function made(
  day: number,
  names: string,
  protocol: Partial<Protocol> = {},
  details: Partial<Result['details']> = {},
  change: Partial<Result> = {},
): StoredRun {
  const sample = sampleResult()
  const servers = [...names].map((letter): ServerResult => {
    const name = letter.toLowerCase()
    const server = sampleServer(name)
    const packages = { [name]: letter === name ? '1.0.0' : '2.0.0' }
    return { ...server, details: { ...server.details, packages } }
  })
  const file: Result = {
    ...sample,
    startedAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    protocol: { ...sample.protocol, ...defaultProtocol, rounds: LEAST_ROUNDS, ...protocol },
    details: {
      ...sample.details,
      baseline: 'a',
      rounds: Array.from({ length: LEAST_ROUNDS }, () => [[...names]]),
      ...details,
    },
    subjects: servers,
    ...change,
  }
  return { file, path: String(day) }
}

/** A field of a later version. */
const later = { pause: 1 } as Partial<Protocol>

/** Returns such as `a: 3 1, not b: 2`: days by server. */
function pooled(runs: readonly StoredRun[]): string {
  const { ofServer = [], outdated = [] } = runsToPool(runs) ?? {}
  const days = [...ofServer].map(
    ([name, own]) => `${name}: ${own.map(({ path }) => path).join(' ')}`,
  )
  return [...days.sort(), ...[...outdated].map(([name, { path }]) => `not ${name}: ${path}`)].join(
    ', ',
  )
}

const TWO = { number: 2, sharing: 'reuse-port' } as const

const cases: [what: string, runs: StoredRun[], pooled: string][] = [
  ['all runs', [made(1, 'ab'), made(3, 'ab'), made(2, 'ab')], 'a: 3 2 1, b: 3 2 1'],
  ['a server’s new code alone', [made(1, 'abc'), made(2, 'abC')], 'a: 2 1, b: 2 1, c: 2'],
  ['runs beside the current baseline', [made(1, 'abc'), made(2, 'Ab')], 'a: 2, b: 2, not c: 1'],
  ['what a newer run lacks', [made(1, 'abc'), made(2, 'ab')], 'a: 2 1, b: 2 1, c: 1'],
  ['more than few servers', [made(1, 'abcde'), made(2, 'Ab')], 'a: 1, b: 1, c: 1, d: 1, e: 1'],
  ['the default protocol', [made(1, 'ab'), made(2, 'ab', { connections: 7 })], 'a: 1, b: 1'],
  ['no option that the default lacks', [made(1, 'ab'), made(2, 'ab', later)], 'a: 1, b: 1'],
  [
    'the newest of other protocols, if there is no default one',
    [made(1, 'ab', { groupSize: 2 }), made(2, 'ab', { connections: 7 })],
    'a: 2, b: 2',
  ],
  ['one process', [made(1, 'ab'), made(2, 'ab', { workers: TWO })], 'a: 1, b: 1'],
  ['one process only', [made(1, 'ab', { workers: TWO })], ''],
  ['one request in flight', [made(1, 'ab'), made(2, 'ab', { pipelining: 10 })], 'a: 1, b: 1'],
  ['any seed', [made(1, 'ab', { seed: 3 }), made(2, 'ab', { seed: 4 })], 'a: 2 1, b: 2 1'],
  ['nothing without runs', [], ''],
]

for (const [what, runs, expected] of cases) {
  test(`pooled: ${what}`, () => {
    assert.equal(pooled(runs), expected)
    assert.equal(pooled(runs.toReversed()), expected)
  })
}

test('the rule does not look at figures', () => {
  const odd = made(2, 'ab')
  for (const { summary } of odd.file.subjects) if (summary) summary.requestsPerSecond.value = 1
  assert.equal(pooled([made(1, 'ab'), odd]), 'a: 2 1, b: 2 1')
})

test('unhealthy machines are in no mean, and listed separately; without others they are provisional', () => {
  const health = { ...checked, healthy: false }
  const [well, sick] = [made(1, 'ab'), made(2, 'aB', {}, { health })]
  const countsOf = (runs: StoredRun[]) => {
    const pool = runsToPool(runs) ?? assert.fail()
    const lengths = ['a', 'b'].map((name) => [
      pool.ofServer.get(name)?.length,
      pool.unhealthy.get(name)?.length,
    ])
    return [...lengths, isProvisional(pool)]
  }
  assert.deepEqual(countsOf([well, sick]), [[1, 1], [1, 0], false])
  assert.deepEqual(countsOf([sick]), [[1, 0], [1, 0], true])
})

const broken = { ...sampleServer('a'), summary: null, disqualified: 'no' }
const unfit: [
  what: string,
  details: Partial<Result['details']>,
  words: RegExp,
  change?: Partial<Result>,
][] = [
  ['quick', { quick: true }, /--quick/],
  ['with uncommitted changes', {}, /uncommitted/, { source: { commit: 'abc', clean: false } }],
  ['stopped by its figures', { until: { halfWidth: 0.01, maxSeconds: 60 } }, /--until/],
  ['short', { rounds: [[['a']]] }, /fewer than/],
  ['without the baseline', {}, /no number of a/, { subjects: [broken] }],
]
for (const [what, details, words, change] of unfit) {
  test(`a run ${what} is never pooled`, () => {
    const run = made(1, 'ab', {}, details, change)
    assert.match(whyNotPooled(run.file) ?? '', words)
    assert.equal(runsToPool([run]), undefined)
  })
}
