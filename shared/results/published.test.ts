import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory, writeTree } from '../basics/testing.ts'
import type { Result } from '../format/format.ts'
import { writeMeasurement } from '../format/measurement-file.ts'
import { WITHDRAWN_FILE, withoutWithdrawn } from '../format/stored-files.ts'
import { resultOf } from '../test/compare-fixtures.ts'
import { runFiles } from './file.ts'
import { pooledOf, readPublished, withdrawnText } from './published.ts'

/** Returns rates of five rounds on a machine that is slower by a factor, the slow server by more. */
const rates = (factor: number) => ({
  'http-node': [1000, 1010, 990, 1005, 995].map((rate) => Math.round(rate / factor)),
  express: [500, 505, 495, 498, 502].map((rate) => Math.round(rate / factor ** 1.2)),
})

function run(day: number, factor: number, change: Partial<Result> = {}): Result {
  const result = resultOf(rates(factor))
  const protocol = { ...result.protocol, rounds: result.details.rounds.length }
  const environment = { ...result.environment, boot: String(day) }
  return { ...result, protocol, environment, startedAt: `2026-01-0${day}T00:00:00.000Z`, ...change }
}

test('runs in the folder of a scenario are pooled', (t) => {
  const root = temporaryDirectory(t)
  const write = (name: string, result: Result) =>
    writeMeasurement(runFiles, join(root, 'results/update-user', name), result)
  const fast = run(1, 1)
  fast.environment.runtimes = { node: '24.0.0', deno: '2.9.6' }
  write('2026-01-01T00-00-00Z.json', fast)
  write('2026-01-02T00-00-00Z.abcdef.json', run(2, 1.1))
  write('2026-01-04T00-00-00Z.json', run(4, 1, { details: { ...fast.details, quick: true } }))
  const [published, ...others] = readPublished(root)
  assert.deepEqual(others, [])
  const { result } = published ?? assert.fail()
  assert.deepEqual(
    result.runs.map(({ path, machine }) => [path, machine]),
    [
      ['results/update-user/2026-01-02T00-00-00Z.abcdef.json', 1],
      ['results/update-user/2026-01-01T00-00-00Z.json', 2],
    ],
  )
  const { ratio, machines } = result.pooled.get('express') ?? assert.fail()
  assert.equal(machines, 2)
  assert.ok(ratio.value > 0.485 && ratio.value < 0.5, `${ratio.value}`)
  const summary = result.subjects.find(({ name }) => name === 'express')?.summary
  assert.equal(summary?.ratioToBaseline?.value, ratio.value)
  assert.equal(summary?.trials, 10)
  assert.deepEqual(result.environment.runtimes, {
    ...run(2, 1).environment.runtimes,
    deno: '2.9.6',
  })
})

test('a server that one of two kinds of machines measured is marked, with its ratio there', () => {
  const of = (day: number, cpuModel: string, names: string[]) => {
    const { subjects, environment, ...file } = run(day, 1)
    const chosen = subjects.filter(({ name }) => names.includes(name))
    return {
      file: { ...file, subjects: chosen, environment: { ...environment, cpuModel }, checksum: '' },
      path: `${day}`,
    }
  }
  const both = ['http-node', 'express']
  const caveats = (...runs: ReturnType<typeof of>[]) =>
    pooledOf(runs)?.result.subjects.flatMap(({ name, summary }) =>
      (summary?.caveats ?? []).map(({ kind, message }) => `${name} ${kind} ${message}`),
    )
  assert.deepEqual(caveats(of(1, 'one', both), of(2, 'other', ['http-node'])), [
    'express one-kind 0.50 on one',
  ])
  assert.deepEqual(caveats(of(1, 'one', both), of(2, 'other', both)), [])
  assert.deepEqual(caveats(of(1, 'one', both), of(2, 'one', ['http-node'])), [])
})

test('runs with more requests in flight have pools of their own, beside the default', () => {
  const of = (day: number, factor: number, pipelining?: number) => {
    const file = run(day, factor)
    return {
      file: { ...file, protocol: { ...file.protocol, pipelining }, checksum: '' },
      path: `${day}`,
    }
  }
  const runs = [of(1, 1), of(2, 1.1, 10), of(3, 1.2), of(4, 1.3, 2), of(5, 1.1, 10)]
  const paths = (pool?: { runs: readonly { path: string }[] }) => pool?.runs.map(({ path }) => path)
  const published = pooledOf(runs)
  assert.deepEqual(paths(published?.result), ['3', '1'])
  assert.deepEqual(published?.pipelined.map(paths), [['4'], ['5', '2']])
  assert.deepEqual(paths(pooledOf(runs, undefined, 10)?.result), ['5', '2'])
  assert.equal(pooledOf(runs.slice(1, 2)), null)
})

test('servers are withdrawn from runs before a date, and named until measured again', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, {
    [WITHDRAWN_FILE]: {
      express: { before: '2026-01-02T00:00:00Z', reason: 'wrong', scenarios: ['update-user'] },
    },
  })
  const stored = (day: number) => ({ file: { ...run(day, 1), checksum: '' }, path: String(day) })
  const [old, recent] = [stored(1), stored(3)]
  const alone = pooledOf([old], root)
  assert.deepEqual(
    alone?.result.subjects.map(({ name }) => name),
    ['http-node'],
  )
  assert.match(withdrawnText(alone ? [alone] : []), /: express \(wrong\)\.$/)
  const both = pooledOf([old, recent], root)
  assert.deepEqual(both?.withdrawn, new Map())
  assert.equal(both?.result.pooled.get('express')?.runs, 1)
  const left = (startedAt: string, scenario: string) =>
    withoutWithdrawn({ startedAt, scenario, subjects: [{ name: 'express' }] }, root).subjects.length
  assert.equal(left(old.file.startedAt, 'update-user'), 0)
  assert.equal(left(old.file.startedAt, 'hello'), 1)
  assert.equal(left(recent.file.startedAt, 'update-user'), 1)
})

const wrong: [what: string, contents: unknown, complaint: RegExp][] = [
  ['no JSON', '{"koa"', /^results\/withdrawn\.json: .*JSON/],
  ['a list', [], /: the file: Invalid input: expected record/],
  ['no reason', { koa: { before: '2026-01-02T00:00:00Z' } }, /: koa\.reason: Invalid input/],
]
for (const [what, contents, complaint] of wrong) {
  test(`${WITHDRAWN_FILE} with ${what} is rejected in one line`, (t) => {
    const root = temporaryDirectory(t)
    writeTree(root, { [WITHDRAWN_FILE]: contents })
    assert.throws(
      () => withoutWithdrawn({ startedAt: '2026-01-01T00:00:00Z', subjects: [] }, root),
      (error: unknown) =>
        error instanceof UsageError &&
        complaint.test(error.message) &&
        !error.message.includes('\n'),
    )
  })
}
