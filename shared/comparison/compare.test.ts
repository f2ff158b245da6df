import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNear } from '../basics/testing.ts'
import type { Caveat, Result } from '../format/format.ts'
import { run } from '../probes/run.ts'
import {
  alone,
  compare,
  disqualify,
  rejects,
  resultOf,
  rowOf,
  steady,
  withCaveat,
} from '../test/compare-fixtures.ts'
import { repositoryRuns } from '../test/published-fixture.ts'
import { sampleTrial } from '../test/samples.ts'
import { compareFiles, compareServers } from './compare.ts'
import type { ComparedFigure, Comparison, NamedFile } from './comparison.ts'
import { OF_ONE_MACHINE, OF_TWO_MACHINES } from './runs.ts'

const countOf = ({ figures }: Comparison, verdict: ComparedFigure['verdict']) =>
  figures.filter((figure) => figure.verdict === verdict).length
const gated = { ...alone, failBelow: 0.03 }

describe('two results are compared', () => {
  const rates = { 'http-node': steady(40_000), express: steady(20_000), hono: steady(30_000) }
  const old = resultOf(rates)
  const recent = resultOf({
    'http-node': steady(42_000),
    express: steady(21_000),
    hono: steady(23_625, 7),
  })

  test('relative to the baseline, which has no row; rounds and seed may differ', () => {
    const protocol = { ...recent.protocol, seed: 99, rounds: 7 }
    const comparison = compare(old, { ...recent, protocol })
    assert.deepEqual(
      comparison.figures.map(({ name, verdict }) => [name, verdict]),
      [
        ['hono', 'worse'],
        ['express', 'undecided'],
      ],
    )
    assertNear(rowOf(comparison, 'hono').ratio, 0.75, 1e-3)
  })

  test('one round has no interval', () => {
    const one = resultOf({ 'http-node': [40_000], express: [10_000] })
    const { ratio, low, high, verdict } = rowOf(compare(old, one), 'express')
    assertNear(ratio, 0.5, 1e-3)
    assert.deepEqual([low, high, verdict], [null, null, 'undecided'])
    rejects(() => compare(old, one, gated), '--fail-below', 'measure more rounds')
  })

  test('a result is not compared with itself', () => {
    const twice = (checksum: string) =>
      compareFiles(
        run,
        { file: 'a.json', contents: { ...old, checksum: 'abc' } },
        { file: 'b.json', contents: { ...old, checksum } },
        alone,
      )
    rejects(() => twice('abc'), 'a.json and b.json are the same result')
    assert.equal(countOf(twice('def'), 'undecided'), 2)
  })

  test('servers without a row are named with the reason', () => {
    const { hono, ...others } = rates
    const after = resultOf({ ...others, koa: hono, fastify: hono })
    const comparison = compare(resultOf({ ...rates, koa: hono }), disqualify(after, 'koa'))
    assert.deepEqual(comparison.uncompared, [
      'fastify: not in old',
      'hono: not in new',
      'koa: disqualified in new (round 2, measurement: 3 of 9 responses had a wrong body)',
    ])
    assert.equal(comparison.figures.length, 1)
  })

  test('the gate fails a server that is disqualified now, and not one that was before', () => {
    const before = resultOf({ ...rates, koa: steady(20_000), h3: steady(20_000) })
    const gated = (old: Result, recent: Result) =>
      compare(old, recent, { failBelow: 0.03 }).gate?.failed.filter((line) => !line.includes('×'))
    assert.deepEqual(gated(before, disqualify(before, 'koa')), ['koa: disqualified'])
    assert.deepEqual(gated(disqualify(before, 'koa'), before), [])
  })

  test('caveats are noted, and remove no row', () => {
    const noisy: Caveat = { kind: 'noisy', message: 'another process' }
    const { notes, figures } = compare(old, withCaveat(recent, 'hono', noisy))
    assert.equal(notes[0], 'hono: noisy in 7 of 7 trials of the new result: another process')
    assert.equal(figures[0]?.verdict, 'worse')
  })
})

describe('a generator-limited number', () => {
  const limited: Caveat = { kind: 'generator-limited', message: 'the load generator was the limit' }
  const old = resultOf({ 'http-node': steady(40_000), slow: steady(20_000), fast: steady(20_000) })
  const recent = resultOf({
    'http-node': steady(40_000),
    slow: steady(15_000),
    fast: steady(26_000),
  })
  const differences = (before: Result, after: Result) =>
    ['slow', 'fast'].map((name) => rowOf(compare(before, after), name).verdict)
  const both = (result: Result, trials?: number) =>
    withCaveat(withCaveat(result, 'slow', limited, trials), 'fast', limited, trials)

  test('is a lower bound', () => {
    assert.deepEqual(differences(old, recent), ['worse', 'better'])
    assert.deepEqual(differences(old, both(recent)), ['undecided', 'better'])
    assert.deepEqual(differences(both(old), recent), ['worse', 'undecided'])
  })

  test('is one only if most trials have the caveat', () => {
    assert.deepEqual(differences(both(old, 2), both(recent, 2)), ['worse', 'better'])
    assert.deepEqual(differences(both(old, 3), both(recent, 3)), ['undecided', 'undecided'])
  })

  test('fails no gate, which is an error if there is no other', () => {
    const one = (result: Result) => withCaveat(result, 'slow', limited)
    assert.deepEqual(compare(one(old), one(recent), gated).gate, { failBelow: 0.03, failed: [] })
    const all = (result: Result) => withCaveat(both(result), 'http-node', limited)
    rejects(
      () => compare(all(old), all(recent), gated),
      '--fail-below cannot be applied: no figure has an interval',
    )
  })
})

describe('the gate', () => {
  const of = (...express: number[]) => resultOf({ 'http-node': [1000, 1000, 1000], express })
  const old = of(500, 500, 500)
  const failed = (recent: Result, failBelow: number) =>
    compare(old, recent, { ...alone, failBelow }).gate?.failed

  test('fails servers whose whole interval is below the limit, but not at it', () => {
    // Without variance, only what changes from run to run widens the interval.
    for (const [ratio, ...names] of [
      [0.66, 'express: × http-node'],
      [0.72],
      [0.75],
      [2],
    ] as const) {
      const rate = 500 * ratio
      assert.deepEqual(failed(of(rate, rate, rate), 0.25), names)
    }
    assert.equal(compare(old, of(250, 250, 250)).gate, null)
  })

  test('passes if the upper end reaches the limit, whatever the ratio', () => {
    const wide = of(430, 450, 470)
    const { ratio, high } = rowOf(compare(old, wide), 'express')
    assert.ok(ratio < 0.91 && high && high > 0.97)
    assert.deepEqual(failed(wide, 0.03), [])
  })
})

describe('two servers of one result', () => {
  const drift = [0.7, 1, 1.3, 0.9, 1.1]
  const times = (center: number) =>
    drift.map((factor, round) => (steady(center)[round] as number) * factor)
  const result = resultOf({
    'http-node': times(40_000),
    fastify: times(36_000),
    hono: times(38_000),
  })
  const file = { file: 'run.json', contents: result }

  test('are compared within groups, so that drift cancels', () => {
    const comparison = compareServers(file, 'http-node', 'fastify', 0.03)
    const { ratio, low, high, verdict } = rowOf(comparison, 'fastify')
    assert.equal(verdict, 'worse')
    assertNear(ratio, 0.9, 1e-6)
    assert.ok(low && high && high - low < 0.01)
    assert.match(comparison.title, /: fastify over http-node, in run\.json /)
    assert.deepEqual(comparison.gate?.failed, ['fastify: requests/s'])
    const back = compareServers(file, 'fastify', 'http-node')
    assertNear(back.figures[0]?.ratio, 1 / ratio, 1e-9)
  })

  test('of different groups are compared through the baseline', () => {
    const rounds = [1, 2, 3, 4, 5]
    // The machine is slower during the second group, and servers swap groups from round to round.
    const rated = (round: number, group: number, rate: number) =>
      sampleTrial(round, rate * (group === 1 ? 1 : 0.7), group)
    const trials = [
      rounds.flatMap((round) => [rated(round, 1, 1_000), rated(round, 2, 1_000)]),
      rounds.map((round) => rated(round, 1 + (round % 2), 900)),
      rounds.map((round) => rated(round, 2 - (round % 2), 900)),
    ]
    const subjects = result.subjects.map((server, i) => ({ ...server, samples: trials[i] ?? [] }))
    const grouped = { file: 'run.json', contents: { ...result, subjects } }
    const [row] = compareServers(grouped, 'fastify', 'hono').figures
    // Plain rates are off by a factor of 0.7 in each round.
    assertNear(row?.ratio, 1, 1e-6)
    assert.ok((row?.high ?? 0) < 1.01)
  })

  test('unknown or disqualified servers are errors', () => {
    const there = 'there are http-node, fastify, hono'
    rejects(() => compareServers(file, 'fastify', 'nobody'), `nobody is not in run.json: ${there}`)
    rejects(() => compareServers(file, 'koa', 'fastify'), `koa is not in run.json: ${there}`)
    rejects(() => compareServers(file, 'hono', 'hono'), 'hono is compared with itself')
    const disqualified = { file: 'run.json', contents: disqualify(result, 'hono') }
    rejects(
      () => compareServers(disqualified, 'fastify', 'hono'),
      'hono is disqualified in run.json (round 2, measurement: 3 of 9',
      'there are http-node, fastify',
    )
  })
})

describe('two results of different machines', () => {
  const names = Array.from({ length: 20 }, (_, i) => `server-${i}`)
  /** Returns a result on the machine of a boot, with other code where `code` differs. */
  const on = (boot: string | null, rateOf: (i: number) => number, code = 'd1') => {
    const rates = names.map((name, i) => [name, steady(rateOf(i), 5, i)])
    const result = resultOf({ 'http-node': steady(rateOf(-1)), ...Object.fromEntries(rates) })
    const subjects = result.subjects.map((server) => ({ ...server, code: code.repeat(32) }))
    return { ...result, subjects, environment: { ...result.environment, boot } }
  }
  const rateOf = (i: number) => 1e6 / (30 + 5 * i)
  const here = on('a', rateOf)
  /** Slows the tenth server alone. */
  const slower = (i: number) => rateOf(i) * (i === 9 ? 0.7 : 1)

  test('are identified by their boots; an unknown one counts as another machine', () => {
    for (const [one, other, note] of [
      ['a', 'a', OF_ONE_MACHINE],
      ['a', 'b', OF_TWO_MACHINES],
      ['a', null, OF_TWO_MACHINES],
      [null, null, OF_TWO_MACHINES],
    ] as const)
      assert.equal(compare(on(one, rateOf), on(other, rateOf)).notes[0], note)
  })

  test('are compared without the time that a machine adds to each request, also by the gate', () => {
    const adds = (rate: typeof rateOf) => (i: number) => 1e6 / (1e6 / rate(i) + 8)
    const moved = compare(here, on('b', adds(rateOf), 'e1'))
    assert.equal(countOf(moved, 'undecided'), names.length)
    const { gate } = compare(here, on('b', adds(slower), 'e1'), gated)
    assert.deepEqual(gate?.failed, ['server-9: × http-node'])
  })

  test('of two servers show a change of one in full', () => {
    const of = (boot: string, rate: number, code: string) => {
      const result = resultOf({ 'http-node': steady(40_000), express: steady(rate) })
      const subjects = result.subjects.map((server) => ({ ...server, code }))
      return { ...result, subjects, environment: { ...result.environment, boot } }
    }
    const { ratio, low, high, verdict } = rowOf(
      compare(of('a', 20_000, 'a'.repeat(64)), of('b', 10_000, 'b'.repeat(64)), gated),
      'express',
    )
    assertNear(ratio, 0.5, 0.01)
    assert.ok((low ?? 1) < 0.5 && (high ?? 0) > 0.5)
    assert.equal(verdict, 'worse')
  })

  test('do not fail a server whose code, packages and runtime are the same', () => {
    const comparison = compare(here, on('b', slower), gated)
    assert.deepEqual(comparison.gate?.failed, [])
    assert.equal(rowOf(comparison, 'server-9').verdict, 'differs between machines')
  })

  test('include two states of one machine, whose baselines differ by more than 15%', () => {
    const slow = (factor: number) =>
      resultOf({
        'http-node': steady(40_000 / factor),
        express: steady(20_000),
        koa: steady(9_000),
      })
    assert.equal(compare(slow(1), slow(1.14)).notes[0], OF_ONE_MACHINE)
    assert.equal(compare(slow(1), slow(1.16)).notes[0], OF_TWO_MACHINES)
  })

  const stored = (scenario: string, ...names: string[]) => {
    const all = repositoryRuns(scenario)
    const [old, recent] = names.map((name): NamedFile<Result> => {
      const run = all.find(({ path }) => path.endsWith(`${name}.json`))
      return run ? { file: run.path, contents: run.file } : assert.fail(name)
    }) as [NamedFile<Result>, NamedFile<Result>]
    return compareFiles(run, old, recent, { failBelow: 0.03 })
  }

  test('with the same code: one boot nine hours apart, whose http-node takes 14.7 and 20.3 µs', () => {
    const comparison = stored('update-user', '2026-11-26T23-13-16Z', '2026-11-27T08-23-05Z')
    assert.equal(comparison.figures.length, 53)
    assert.deepEqual(comparison.gate?.failed, [])
    assert.equal(countOf(comparison, 'better') + countOf(comparison, 'worse'), 0)
  })

  test('with the same code: the two stored runs of reject', () => {
    const comparison = stored('reject', '2026-11-22T18-47-34Z', '2026-11-22T20-57-27Z')
    assert.ok(comparison.notes.includes(OF_TWO_MACHINES))
    assert.ok(countOf(comparison, 'better') + countOf(comparison, 'worse') <= 2)
  })
})
