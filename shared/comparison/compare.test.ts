import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Caveat, Trial, UnsealedResult } from '../format/format.ts'
import { storedRuns } from '../results/published.ts'
import {
  alone,
  compare,
  refusal,
  resultOf,
  rowOf,
  steady,
  withCaveat,
  withRefusal,
} from '../test/compare-fixtures.ts'
import { sampleTrial } from '../test/samples.ts'
import {
  compareResults,
  compareServers,
  OF_ONE_MACHINE,
  OF_TWO_MACHINES,
  type ResultFile,
} from './compare.ts'
import type { ComparedFigure, Comparison } from './comparison.ts'

const near = (value: number | null | undefined, expected: number, margin: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= margin, `${value} instead of ${expected}`)

const countOf = ({ figures }: Comparison, verdict: ComparedFigure['verdict']) =>
  figures.filter((figure) => figure.verdict === verdict).length

describe('two results are compared', () => {
  const old = resultOf({
    'http-node': steady(40_000),
    express: steady(20_000),
    hono: steady(30_000),
  })
  const recent = resultOf({
    'http-node': steady(42_000),
    express: steady(21_000),
    hono: steady(23_625, 7),
  })

  test('relative to the baseline, which has no row', () => {
    const comparison = compare(old, recent)
    assert.deepEqual(
      comparison.figures.map(({ name, verdict }) => [name, verdict]),
      [
        ['hono', 'worse'],
        ['express', 'undecided'],
      ],
    )
    near(rowOf(comparison, 'hono').ratio, 0.75, 1e-3)
  })

  test('number of rounds and seed may differ', () => {
    const other = { ...recent, protocol: { ...recent.protocol, seed: 99, rounds: 7 } }
    assert.equal(rowOf(compare(old, other), 'hono').verdict, 'worse')
  })

  test('one round has no interval', () => {
    const one = resultOf({ 'http-node': [40_000], express: [10_000] })
    const { ratio, low, high, verdict } = rowOf(compare(old, one), 'express')
    near(ratio, 0.5, 1e-3)
    assert.deepEqual([low, high, verdict], [null, null, 'undecided'])
  })

  test('a result does not differ from itself', () => {
    assert.equal(countOf(compare(old, old), 'undecided'), 2)
  })
})

test('servers without a row are named with the reason', () => {
  const base = { 'http-node': steady(40_000), express: steady(20_000), koa: steady(15_000) }
  const [old, recent] = [
    resultOf({ ...base, hono: steady(30_000) }),
    resultOf({ ...base, fastify: steady(30_000) }),
  ]
  const comparison = compare(old, withRefusal(recent, 'koa'))
  assert.deepEqual(comparison.uncompared, [
    'fastify: not in old',
    'hono: not in new',
    'koa: disqualified in new (round 2, measurement: 3 of 9 responses had a wrong body)',
  ])
  assert.deepEqual(
    comparison.figures.map(({ name }) => name),
    ['express'],
  )
})

describe('caveats', () => {
  const limited: Caveat = { kind: 'generator-limited', message: 'the load generator was the limit' }
  const noisy: Caveat = { kind: 'noisy', message: 'another process' }
  const old = resultOf({
    'http-node': steady(40_000),
    express: steady(20_000),
    koa: steady(15_000),
  })
  const recent = resultOf({
    'http-node': steady(40_000),
    express: steady(15_000),
    koa: steady(15_000),
  })

  test('are noted, and remove no row', () => {
    const comparison = compare(old, withCaveat(recent, 'express', noisy))
    assert.equal(
      comparison.notes[0],
      'express: noisy in 5 of 5 trials of the new result: another process',
    )
    assert.equal(rowOf(comparison, 'express').verdict, 'worse')
  })

  test('two generator-limited numbers have no verdict', () => {
    const comparison = compare(
      withCaveat(old, 'express', limited),
      withCaveat(recent, 'express', limited),
      {
        stored: [],
        failBelow: 0.03,
      },
    )
    assert.equal(rowOf(comparison, 'express').verdict, 'undecided')
    assert.deepEqual(comparison.gate, { failBelow: 0.03, failed: [] })
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
  const differences = (before: UnsealedResult, after: UnsealedResult) =>
    ['slow', 'fast'].map((name) => rowOf(compare(before, after), name).verdict)
  const both = (result: UnsealedResult, trials?: number) =>
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

  test('leaves the gate undecided, with the reason', () => {
    const [before, after] = [old, recent].map((result) =>
      withCaveat(both(result), 'http-node', limited),
    ) as [UnsealedResult, UnsealedResult]
    refusal(
      () => compare(before, after, { stored: [], failBelow: 0.03 }),
      '--fail-below cannot be applied: no figure has an interval',
    )
  })
})

describe('gate', () => {
  const old = resultOf({ 'http-node': [1000, 1000], express: [500, 500], koa: [400, 400] })
  const gate = (recent: UnsealedResult, failBelow: number) =>
    compare(old, recent, { ...alone, failBelow }).gate
  /** Without variance, only what changes from run to run widens the interval. */
  const at = (ratio: number) =>
    resultOf({ 'http-node': [1000, 1000], express: [500 * ratio, 500 * ratio] })

  test('fails servers whose whole interval is below the limit, but not at it', () => {
    assert.deepEqual(gate(at(0.66), 0.25)?.failed, ['express: × http-node'])
    assert.deepEqual(gate(at(0.72), 0.25)?.failed, [])
    assert.deepEqual(gate(at(0.75), 0.25)?.failed, [])
    assert.deepEqual(gate(at(2), 0.25)?.failed, [])
  })

  test('passes if the upper end reaches the limit, whatever the ratio', () => {
    const wide = resultOf({ 'http-node': [1000, 1000, 1000], express: [430, 450, 470] })
    const { ratio, high } = rowOf(compare(old, wide), 'express')
    assert.ok(ratio < 0.91 && high && high > 0.97)
    assert.deepEqual(gate(wide, 0.03)?.failed, [])
  })

  test('is an error if no server has an interval, and absent unless requested', () => {
    refusal(
      () => gate(resultOf({ 'http-node': [1000], express: [500] }), 0.03),
      '--fail-below',
      'measure more rounds',
    )
    assert.equal(compare(old, at(0.5)).gate, null)
  })
})

test('a result is not compared with itself', () => {
  const result = {
    ...resultOf({ 'http-node': steady(40_000), express: steady(20_000) }),
    checksum: 'abc',
  }
  const twice = (other: string) =>
    compareResults(
      { file: 'a.json', result },
      { file: 'b.json', result: { ...result, checksum: other } },
      alone,
    )
  refusal(() => twice('abc'), 'a.json and b.json are the same result')
  assert.equal(twice('def').figures.length, 1)
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
  const file = { file: 'run.json', result }

  test('are compared within groups, so that drift cancels', () => {
    const comparison = compareServers(file, 'http-node', 'fastify', 0.03)
    const { ratio, low, high, verdict } = rowOf(comparison, 'fastify')
    assert.equal(verdict, 'worse')
    near(ratio, 0.9, 1e-6)
    assert.ok(low && high && high - low < 0.01)
    assert.match(comparison.title, /: fastify over http-node, in run\.json /)
    assert.deepEqual(comparison.gate?.failed, ['fastify: requests/s'])
    const back = compareServers(file, 'fastify', 'http-node')
    near(back.figures[0]?.ratio, 1 / ratio, 1e-9)
  })

  test('of different groups are compared through the baseline', () => {
    const trial = (round: number, group: number, rate: number) => ({
      ...sampleTrial(round, rate),
      group,
    })
    const rounds = [1, 2, 3, 4, 5]
    // The machine is slower during the second group, and servers swap groups from round to round.
    const machine = (group: number) => (group === 1 ? 1 : 0.7)
    const placeOf = (round: number) => 1 + (round % 2)
    const rated = (round: number, group: number, rate: number) =>
      trial(round, group, rate * machine(group))
    const trials: Record<string, Trial[]> = {
      'http-node': rounds.flatMap((round) => [rated(round, 1, 1_000), rated(round, 2, 1_000)]),
      fastify: rounds.map((round) => rated(round, placeOf(round), 900)),
      hono: rounds.map((round) => rated(round, placeOf(round + 1), 900)),
    }
    const grouped = {
      ...result,
      servers: result.servers.map((server) => ({ ...server, trials: trials[server.name] ?? [] })),
    }
    const [row] = compareServers({ file: 'run.json', result: grouped }, 'fastify', 'hono').figures
    near(row?.ratio, 1, 1e-6)
    // Plain rates are off by a factor of 0.7 in each round.
    assert.ok((row?.high ?? 0) < 1.01)
  })

  test('unknown or disqualified servers are errors', () => {
    const there = 'there are http-node, fastify, hono'
    refusal(() => compareServers(file, 'fastify', 'nobody'), `nobody is not in run.json: ${there}`)
    refusal(() => compareServers(file, 'koa', 'fastify'), `koa is not in run.json: ${there}`)
    refusal(() => compareServers(file, 'hono', 'hono'), 'hono is compared with itself')
    const refused = { file: 'run.json', result: withRefusal(result, 'hono') }
    refusal(
      () => compareServers(refused, 'fastify', 'hono'),
      'hono is disqualified in run.json (round 2, measurement: 3 of 9',
      'there are http-node, fastify',
    )
  })
})

describe('two results of different machines', () => {
  const names = Array.from({ length: 20 }, (_, i) => `server-${i}`)
  /** Returns a result on a machine with its own effect on every server's ratio. */
  const elsewhere = (boot: string | null, moved: number, change: Record<string, number> = {}) => {
    const rates = names.map((name, i) => {
      const factor = 1 + moved * (((i * 7) % 20) / 9.5 - 1) + (change[name] ?? 0)
      return [name, steady((30_000 - 1_200 * i) * factor, 5, i)] as const
    })
    const result = resultOf({ 'http-node': steady(40_000), ...Object.fromEntries(rates) })
    return { ...result, environment: { ...result.environment, boot } }
  }

  test('are identified by their boots; an unknown one counts as another machine', () => {
    const notes = (one: string | null, other: string | null) =>
      compare(elsewhere(one, 0), elsewhere(other, 0)).notes[0]
    assert.equal(notes('a', 'a'), OF_ONE_MACHINE)
    for (const [one, other] of [
      ['a', 'b'],
      ['a', null],
      [null, null],
    ] as const)
      assert.equal(notes(one, other), OF_TWO_MACHINES)
  })

  test('have intervals that include the difference between machines, and a gate that uses them', () => {
    const moved = elsewhere('b', 0.06)
    assert.equal(countOf(compare(elsewhere('a', 0), moved), 'undecided'), names.length)
    const slower = elsewhere('b', 0.01, { 'server-9': -0.3 })
    const edited = {
      ...slower,
      servers: slower.servers.map((server) => ({ ...server, digest: 'e1'.repeat(32) })),
    }
    const { gate } = compare(elsewhere('a', 0), edited, { ...alone, failBelow: 0.03 })
    assert.deepEqual(gate?.failed, ['server-9: × http-node'])
  })

  test('do not fail a server whose code, packages and runtime are the same', () => {
    const comparison = compare(elsewhere('a', 0), elsewhere('b', 0.01, { 'server-9': -0.3 }), {
      ...alone,
      failBelow: 0.03,
    })
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

  test('with the same code: one boot nine hours apart, whose http-node takes 14.7 and 20.3 µs', () => {
    const stored = storedRuns('update-user')
    const [old, recent] = ['2026-11-26T23-13-16Z', '2026-11-27T08-23-05Z'].map((name) => {
      const run = stored.find(({ path }) => path.endsWith(`${name}.json`))
      return run ? { file: run.path, result: run.file } : assert.fail(name)
    }) as [ResultFile, ResultFile]
    const comparison = compareResults(old, recent, { stored, failBelow: 0.03 })
    assert.equal(comparison.figures.length, 53)
    assert.deepEqual(comparison.gate?.failed, [])
    assert.equal(countOf(comparison, 'better') + countOf(comparison, 'worse'), 0)
  })

  test('with the same code: the two stored runs of reject', () => {
    const stored = storedRuns('reject')
    const [old, recent] = ['18-47-34', '20-57-27'].map((time) => {
      const run = stored.find(({ path }) => path.endsWith(`2026-11-22T${time}Z.json`))
      return run ? { file: run.path, result: run.file } : assert.fail(time)
    }) as [ResultFile, ResultFile]
    const comparison = compareResults(old, recent, { stored })
    assert.ok(comparison.notes.includes(OF_TWO_MACHINES))
    assert.ok(countOf(comparison, 'better') + countOf(comparison, 'worse') <= 2)
  })
})
