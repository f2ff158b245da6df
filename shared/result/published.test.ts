import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import { sampleLinkedEnvironment } from './environment-fixture.ts'
import { writeResult } from './file.ts'
import type { Result, UnsealedResult } from './format.ts'
import {
  PUBLISHED_FILE,
  type Published,
  publishableResults,
  publishedText,
  readPublished,
  resultToPublish,
  unfitness,
  withoutWithdrawn,
} from './published.ts'
import { sampleResult, sampleServer, sampleTrial } from './samples.ts'

/** A repository with these results of `update-user`, by the names of their files. */
function repository(t: TestContext, results: Record<string, Partial<UnsealedResult>>): string {
  const root = temporaryDirectory(t)
  for (const [name, change] of Object.entries(results)) {
    writeResult(join(root, 'results/update-user', name), { ...sampleResult(), ...change })
  }
  return root
}

describe('results/published.json', () => {
  test('names the results of a scenario, and is written with a new main one', (t) => {
    const root = repository(t, { 'a.json': {}, 'b.json': {} })
    const contents = (path: string) => ({ results: { 'update-user': [path] }, withdrawn: {} })
    writeTree(root, { [PUBLISHED_FILE]: contents('results/update-user/a.json') })
    const published = readPublished(root)
    assert.deepEqual(
      published.map(({ path, result }) => [path, result.scenario]),
      [['results/update-user/a.json', 'update-user']],
    )
    const recent = { path: 'results/update-user/b.json', result: sampleResult() as Result }
    assert.deepEqual(JSON.parse(publishedText(recent, root)), contents(recent.path))
  })

  test('is written in the order of the scenarios; other results of a scenario and what is withdrawn stay', (t) => {
    const withdrawn = { koa: { before: '2026-01-02T00:00:00Z', reason: 'wrong' } }
    const root = temporaryDirectory(t)
    writeTree(root, { [PUBLISHED_FILE]: { results: { hello: ['c'], 'update-user': ['a', 'd'] }, withdrawn } })
    const text = publishedText({ path: 'b', result: sampleResult() as Result }, root)
    const written = { results: { 'update-user': ['b', 'd'], hello: ['c'] }, withdrawn }
    assert.equal(text, `${JSON.stringify(written, null, 2)}\n`)
  })

  test('withdraws servers from results that started before a time, which leaves ranks to the others', (t) => {
    const [old, recent] = ['2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z']
    const trials = (rate: number) => [1, 2, 3].map((round) => sampleTrial(round, rate))
    const servers = { 'http-node': 3_000, koa: 4_000, hono: 2_000 }
    const samples = Object.entries(servers).map(([name, rate]) => sampleServer(name, trials(rate)))
    const root = repository(t, { 'old.json': { ...sampleResult(samples), startedAt: old } })
    writeTree(root, {
      [PUBLISHED_FILE]: {
        results: { 'update-user': ['results/update-user/old.json'] },
        withdrawn: { koa: { before: '2026-01-02T00:00:00Z', reason: 'wrong' } },
      },
    })
    const [published] = readPublished(root)
    assert.deepEqual([...(published?.withdrawn ?? [])], [['koa', 'wrong']])
    const { servers: left = [] } = published?.result ?? {}
    assert.deepEqual(
      left.map(({ name }) => name),
      ['http-node', 'hono'],
    )
    assert.equal(Math.max(...left.map(({ summary }) => summary?.ranks.worst ?? Infinity)), 2)
    const named = (startedAt: string) => withoutWithdrawn({ startedAt, servers: [{ name: 'koa' }] }, root).servers
    assert.deepEqual([named(old).length, named(recent).length], [0, 1])
  })

  const named = (results: object) => ({ results, withdrawn: {} })
  const wrong: [what: string, contents: unknown, complaint: RegExp][] = [
    ['no JSON', '{"update-user"', /^results\/published\.json: .*JSON/],
    ['a list', [], /: the file: Invalid input: expected object/],
    ['a number for paths', named({ 'update-user': 5 }), /: results\.update-user: Invalid input: expected array/],
    ['no path', named({ 'update-user': [] }), /: results\.update-user: Too small/],
    [
      'an unknown scenario',
      named({ nothing: ['results/nothing/a.json'] }),
      /: no scenario is called nothing: there are update-us/,
    ],
    [
      'a missing file',
      named({ 'update-user': ['results/update-user/gone.json'] }),
      /: update-user: .*results\/update-user\/gone\.json is not a result file: there is no such file$/,
    ],
    [
      'a path in another scenario’s directory',
      named({ hello: ['results/update-user/a.json'] }),
      /: hello: results\/update-user\/a\.json is not in results\/hello\/$/,
    ],
    [
      'a file of another scenario',
      named({ 'update-user': ['results/update-user/hello.json'] }),
      /: update-user: results\/update-user\/hello\.json is a result of hello$/,
    ],
    [
      'a quick run',
      named({ 'update-user': ['results/update-user/quick.json'] }),
      /\/quick\.json was made with --quick, which is/,
    ],
    [
      'a run of changed sources',
      named({ 'update-user': ['results/update-user/changed.json'] }),
      /\/changed\.json was made from sources with uncommitted changes/,
    ],
    [
      'a run over a network',
      named({ 'update-user': ['results/update-user/linked.json'] }),
      /\/linked\.json had a network between servers and load generator/,
    ],
  ]
  for (const [what, contents, complaint] of wrong) {
    test(`with ${what} is refused in one line`, (t) => {
      const root = repository(t, {
        'a.json': {},
        'hello.json': { scenario: 'hello' },
        'quick.json': { quick: true },
        'changed.json': { source: { commit: 'abc', clean: false } },
        'linked.json': { environment: sampleLinkedEnvironment },
      })
      writeTree(root, { [PUBLISHED_FILE]: contents })
      assert.throws(() => readPublished(root), isOneLine(complaint))
    })
  }

  test('that is not there is named', (t) => {
    assert.throws(() => readPublished(temporaryDirectory(t)), isOneLine(/published\.json: there is no such file$/))
  })
})

function isOneLine(complaint: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof UsageError && complaint.test(error.message) && !error.message.includes('\n')
}

test('quick runs, runs of changed sources and other files are not publishable', (t) => {
  const root = repository(t, {
    '2026-01-01T00-00-00Z.json': {},
    '2026-01-02T00-00-00Z.json': { source: { commit: 'abc', clean: false } },
    '2026-01-03T00-00-00Z.quick.json': { quick: true },
    '2026-01-04T00-00-00Z.json': { servers: [] },
  })
  assert.deepEqual(
    publishableResults('update-user', root).map(({ path }) => path),
    ['results/update-user/2026-01-01T00-00-00Z.json'],
  )
  assert.deepEqual(publishableResults('hello', root), [])
})

test('a result with a server that has no trial of a round is not published', () => {
  const trials = [1, 2, 3].map((round) => sampleTrial(round))
  const whole = {
    ...sampleResult([sampleServer('http-node', trials)]),
    rounds: trials.map(() => [['http-node']]),
  } as Result
  assert.equal(unfitness(whole), null)
  assert.notEqual(unfitness({ ...whole, servers: [sampleServer('http-node', trials.toSpliced(1, 1))] }), null)
})

describe('the rule of what is published', () => {
  const today = new Set(['a', 'b', 'c'])
  const { rounds: _, seed: __, ...protocol } = sampleResult().protocol
  const standard = { protocol, leastRounds: 3 }
  /** A result whose path is the day of the month on which it was made. */
  const made = (day: number, names: string, change: Partial<Result['protocol']> = {}, rounds = 5): Published => {
    const sample = sampleResult() as Result
    return {
      path: String(day),
      result: {
        ...sample,
        startedAt: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
        protocol: { ...sample.protocol, rounds: 5, ...change },
        rounds: Array.from({ length: rounds }, () => [[...names]]),
        servers: [...names].map((name) => sampleServer(name)),
      },
    }
  }
  const cases: [what: string, results: Published[], day: number | undefined][] = [
    ['the newest', [made(2, 'abc'), made(3, 'abc'), made(1, 'abc')], 3],
    ['a complete one rather than a newer one without a server', [made(1, 'abc'), made(2, 'ab')], 1],
    ['the newest of those with most servers where none has all', [made(1, 'ab'), made(2, 'bc'), made(3, 'a')], 2],
    ['servers that are gone do not count', [made(1, 'abxyz'), made(2, 'abc'), made(3, 'abc')], 3],
    ['a default run rather than a newer one of another load', [made(1, 'abc'), made(2, 'abc', { connections: 7 })], 1],
    ['seed and rounds may differ', [made(1, 'abc'), made(2, 'abc', { seed: 99, rounds: 4 }, 4)], 2],
    ['too few rounds are no default run', [made(1, 'abc'), made(2, 'abc', { rounds: 2 }, 2)], 1],
    ['rounds that were added by what came out are none', [made(1, 'abc'), made(2, 'abc', {}, 6)], 1],
    [
      'the newest where no complete one is a default run',
      [made(1, 'abc', { rounds: 1 }), made(2, 'abc', { rounds: 2 })],
      2,
    ],
    ['completeness goes before the protocol', [made(1, 'ab'), made(2, 'abc', { connections: 7 })], 2],
    ['nothing of nothing', [], undefined],
  ]
  for (const [what, results, day] of cases) {
    test(what, () => {
      const chosen = resultToPublish(results, today, standard)?.path
      assert.equal(chosen, day?.toString())
      assert.equal(resultToPublish(results.toReversed(), today, standard)?.path, chosen)
    })
  }

  test('a server that was refused counts as covered, and no number is looked at', () => {
    const old = made(1, 'abc')
    const refused = made(2, 'abc')
    const [first] = refused.result.servers
    assert.ok(first)
    Object.assign(first, { summary: null, trials: [] })
    assert.equal(resultToPublish([old, refused], today, standard)?.path, '2')
  })
})
