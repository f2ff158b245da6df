import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { createRandom } from '../basics/random.ts'
import { type CompareOptions, compareResults, compareServers } from './compare.ts'
import { type Rates, resultOf, steady, withRefusal, withVerdict } from './compare-fixtures.ts'
import { Comparison } from './comparison.ts'
import type { Environment, Protocol, Trial, UnsealedResult, Verdict } from './format.ts'
import { unpairedRatioInterval } from './intervals.ts'
import { sampleTrial } from './samples.ts'

const same: CompareOptions = { acrossMachines: false }
const across: CompareOptions = { acrossMachines: true }

function compare(old: UnsealedResult, recent: UnsealedResult, options = same): Comparison {
  return Comparison.parse(
    compareResults({ file: 'old.json', result: old }, { file: 'new.json', result: recent }, options),
  )
}

function rowOf(comparison: Comparison, server: string) {
  const row = comparison.rows.find((other) => other.server === server)
  assert.ok(row, `${server} has a row`)
  return row
}

/** One line that says all of the words. */
function refusal(act: () => unknown, ...words: string[]): void {
  assert.throws(act, (error: unknown) => {
    assert.ok(error instanceof UsageError)
    assert.ok(!error.message.includes('\n'))
    for (const word of words) assert.ok(error.message.includes(word), `${error.message}: says "${word}"`)
    return true
  })
}

const near = (value: number | null | undefined, expected: number, margin: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= margin, `${value} instead of ${expected}`)

describe('interval of samples that share no rounds', () => {
  test('known values: Welch, with degrees of freedom by Satterthwaite', () => {
    // Logarithms 0, 1, 2 and 0, 2, 4, 6: means 1 and 3, squared errors 1/3 and 5/3, so 4 / (1/18 + 25/27) = 4.0755
    // degrees of freedom; t(0.975, 4.07547) = 2.756285 (the density integrated by Simpson's rule), times the root of 2.
    const estimate = unpairedRatioInterval([0, 1, 2].map(Math.exp), [0, 2, 4, 6].map(Math.exp))
    near(Math.log(estimate?.ratio ?? 0), -2, 1e-9)
    near(Math.log(estimate?.high ?? 0) + 2, 2.756285 * Math.SQRT2, 1e-5)
    near(Math.log(estimate?.low ?? 0) + 2, -2.756285 * Math.SQRT2, 1e-5)
  })

  test('one value on either side has no interval, equal values one without width', () => {
    assert.equal(unpairedRatioInterval([1], [1, 2]), null)
    assert.equal(unpairedRatioInterval([1, 2], [1]), null)
    const estimate = unpairedRatioInterval([2, 2], [1, 1, 1])
    for (const value of Object.values(estimate ?? {})) near(value, 2, 1e-12)
  })
})

/** Pairs of runs whose truth is known: log-normal noise of every trial, and a machine that drifts. */
describe('by simulation', () => {
  const NOISE = 0.02
  const ROUND_DRIFT = 0.1
  const RUN_DRIFT = 0.05
  /** Five percent of them are sure to a standard error of 0.6 of a percent; three of these are allowed for. */
  const RUNS = 1500

  /** Standard normal numbers (Box and Muller). */
  function normal(seed: number): () => number {
    const random = createRandom(seed)
    const uniform = () => random.integer(1, 0x7fffffff) / 0x80000000
    return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  }

  function runOf(next: () => number, rounds: number, truth: number): Rates {
    const run = Math.exp(RUN_DRIFT * next())
    const rates = { 'http-node': [] as number[], express: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const machine = run * Math.exp(ROUND_DRIFT * next())
      rates['http-node'].push(40_000 * machine * Math.exp(NOISE * next()))
      rates.express.push(20_000 * truth * machine * Math.exp(NOISE * next()))
    }
    return rates
  }

  /** How often the comparison says so of express. */
  function share(seed: number, rounds: [number, number], truth: number, says: (comparison: Comparison) => boolean) {
    const next = normal(seed)
    let count = 0
    for (let run = 0; run < RUNS; run++) {
      const [old, recent] = [resultOf(runOf(next, rounds[0], 1)), resultOf(runOf(next, rounds[1], truth))]
      const files = [
        { file: 'a', result: old },
        { file: 'b', result: recent },
      ] as const
      if (says(compareResults(...files, { acrossMachines: false, failBelow: 0.03 }))) count++
    }
    return count / RUNS
  }

  const differs = (comparison: Comparison) => rowOf(comparison, 'express').difference !== 'none'
  const fails = (comparison: Comparison) => comparison.gate?.failed.includes('express') ?? false

  for (const rounds of [
    [5, 5],
    [5, 12],
  ] as [number, number][]) {
    test(`false alarms are about 5% at ${rounds.join(' and ')} rounds, whatever the machine's drift`, () => {
      const alarms = share(1 + rounds[1], rounds, 1, differs)
      assert.ok(alarms > 0.033 && alarms < 0.067, `${alarms}`)
    })
  }

  test('a server that is 10% slower is found nearly always, and fails a gate of 3%', () => {
    const found = share(3, [5, 5], 0.9, differs)
    assert.ok(found > 0.98, `${found}`)
    const failed = share(4, [5, 5], 0.9, fails)
    assert.ok(failed > 0.8, `${failed}`)
  })

  test('a server that is exactly 3% slower fails a gate of 3% in one of 40 comparisons', () => {
    const failed = share(5, [5, 5], 0.97, fails)
    assert.ok(failed > 0.012 && failed < 0.04, `${failed}`)
  })

  test('a machine that is 5% slower in the second run is an alarm by plain requests/s, and none by default', () => {
    const drifted = compare(
      resultOf({ 'http-node': steady(40_000), express: steady(20_000) }),
      resultOf({ 'http-node': steady(38_000), express: steady(19_000) }),
    )
    assert.equal(rowOf(drifted, 'express').difference, 'none')
    const plain = compare(resultOf({ express: steady(20_000) }), resultOf({ express: steady(19_000) }))
    assert.equal(rowOf(plain, 'express').difference, 'slower')
  })
})

describe('methods', () => {
  const old = resultOf({ 'http-node': steady(40_000), express: steady(20_000), hono: steady(30_000) })
  const recent = resultOf({ 'http-node': steady(42_000), express: steady(21_000), hono: steady(28_350, 7) })

  test('relative to the baseline where both have it, the baseline itself by requests/s', () => {
    const comparison = compare(old, recent)
    assert.deepEqual(
      comparison.rows.map(({ server, method, difference }) => [server, method, difference]),
      [
        ['hono', 'relative to baseline', 'slower'],
        ['express', 'relative to baseline', 'none'],
        ['http-node', 'requests/s', 'faster'],
      ],
    )
    near(rowOf(comparison, 'hono').ratio, 0.9, 1e-3)
    near(rowOf(comparison, 'http-node').ratio, 1.05, 1e-3)
    assert.deepEqual(comparison.summary, { faster: 1, slower: 1, none: 1, unknown: 0 })
    assert.match(comparison.notes.join('\n'), /^http-node itself is faster, by plain requests\/s: /)
  })

  test('by requests/s where one has no baseline, and it says so', () => {
    for (const [a, b] of [
      [resultOf({ express: steady(20_000) }), recent],
      [withRefusal(old, 'http-node'), recent],
    ] as const) {
      const comparison = compare(a, b)
      assert.ok(comparison.rows.every(({ method }) => method === 'requests/s'))
      near(rowOf(comparison, 'express').ratio, 1.05, 1e-3)
      assert.match(comparison.notes.join('\n'), /since not both have a number of http-node: a drift of the machine/)
    }
  })

  test('the numbers of rounds may differ, and so may the seed', () => {
    const other = { ...recent, protocol: { ...recent.protocol, seed: 99, rounds: 7 } }
    assert.deepEqual([rowOf(compare(old, other), 'hono').old.rounds, other.rounds.length], [5, 7])
    assert.equal(
      rowOf(compare(resultOf({ hono: steady(3, 4) }), resultOf({ hono: steady(3, 9) })), 'hono').new.rounds,
      9,
    )
  })

  test('one round says nothing of its own error', () => {
    const one = resultOf({ 'http-node': [40_000], express: [10_000] })
    const { ratio, low, high, difference } = rowOf(compare(old, one), 'express')
    near(ratio, 0.5, 1e-3)
    assert.deepEqual([low, high, difference], [null, null, 'unknown'])
  })

  test('a result is no different from itself', () => {
    assert.deepEqual(compare(old, old).summary, { faster: 0, slower: 0, none: 3, unknown: 0 })
  })

  test('the copy of an A/A run is no server', () => {
    const [server] = resultOf({ 'http-node.copy': steady(40_000) }).servers
    const withCopy = { ...old, copy: server ?? null }
    assert.deepEqual(compare(withCopy, recent).uncompared, [])
    assert.equal(compare(withCopy, withCopy).rows.length, 3)
  })
})

test('servers without a row are named with the reason', () => {
  const old = resultOf({ express: steady(20_000), koa: steady(15_000), hono: steady(30_000) })
  const recent = resultOf({ express: steady(20_000), koa: steady(15_000), fastify: steady(30_000) })
  const comparison = compare(old, withRefusal(recent, 'koa'))
  assert.deepEqual(comparison.uncompared, [
    { server: 'fastify', reason: 'not in the old result' },
    { server: 'hono', reason: 'not in the new result' },
    {
      server: 'koa',
      reason: 'refused in the new result (round 2, measurement): 3 of 9 responses had a wrong body',
    },
  ])
  assert.deepEqual(
    comparison.rows.map(({ server }) => server),
    ['express'],
  )
})

describe('verdicts', () => {
  const limited: Verdict = { kind: 'generator-limited', message: 'the load generator was the limit' }
  const noisy: Verdict = { kind: 'noisy', message: 'another process' }
  const old = resultOf({ 'http-node': steady(40_000), express: steady(20_000) })
  const recent = resultOf({ 'http-node': steady(40_000), express: steady(18_000) })

  test('are marks, and take no row away', () => {
    const comparison = compare(old, withVerdict(recent, 'express', noisy))
    assert.deepEqual(comparison.marks, [{ server: 'express', side: 'new', trials: 5, of: 5, ...noisy }])
    assert.equal(rowOf(comparison, 'express').difference, 'slower')
  })

  test('two numbers of the load generator say nothing of the server', () => {
    const comparison = compare(withVerdict(old, 'express', limited), withVerdict(recent, 'express', limited), {
      acrossMachines: false,
      failBelow: 0.03,
    })
    assert.equal(rowOf(comparison, 'express').difference, 'unknown')
    assert.deepEqual(comparison.gate, { failBelow: 0.03, failed: [], silent: ['express'] })
  })
})

describe('a number that is the load generator’s', () => {
  const limited: Verdict = { kind: 'generator-limited', message: 'the load generator was the limit' }
  const old = resultOf({ 'http-node': steady(40_000), slow: steady(20_000), fast: steady(20_000) })
  const recent = resultOf({ 'http-node': steady(40_000), slow: steady(18_000), fast: steady(22_000) })
  const differences = (before: UnsealedResult, after: UnsealedResult) =>
    ['slow', 'fast'].map((name) => rowOf(compare(before, after), name).difference)
  const both = (result: UnsealedResult, trials?: number) =>
    withVerdict(withVerdict(result, 'slow', limited, trials), 'fast', limited, trials)

  test('is a lower bound', () => {
    assert.deepEqual(differences(old, recent), ['slower', 'faster'])
    assert.deepEqual(differences(old, both(recent)), ['unknown', 'faster'])
    assert.deepEqual(differences(both(old), recent), ['slower', 'unknown'])
  })

  test('is one only where most trials say so', () => {
    assert.deepEqual(differences(both(old, 2), both(recent, 2)), ['slower', 'faster'])
    assert.deepEqual(differences(both(old, 3), both(recent, 3)), ['unknown', 'unknown'])
  })

  test('leaves the gate silent, which says why', () => {
    const [before, after] = [old, recent].map((result) => withVerdict(both(result), 'http-node', limited)) as [
      UnsealedResult,
      UnsealedResult,
    ]
    refusal(
      () => compare(before, after, { acrossMachines: false, failBelow: 0.03 }),
      '--fail-below can say nothing here: the load generator was the limit of all',
    )
  })
})

test('of a baseline with a trial in every group the rounds count, not the trials', () => {
  const groups = [1, 2, 3]
  const rounds = (center: number) => [1, 2].flatMap((round) => groups.map((group) => sampleTrial(round, center, group)))
  const withGroups = (result: UnsealedResult, center: number): UnsealedResult => ({
    ...result,
    servers: result.servers.map((server) =>
      server.name === 'http-node' ? { ...server, trials: rounds(center) } : server,
    ),
  })
  const result = resultOf({ 'http-node': steady(40_000, 2), express: steady(20_000, 2) })
  const row = rowOf(compare(withGroups(result, 40_000), withGroups(result, 30_000)), 'http-node')
  assert.deepEqual([row.old.rounds, row.new.rounds], [2, 2])
})

describe('what can’t be compared', () => {
  const rates = { 'http-node': steady(40_000), express: steady(20_000) }
  const old = resultOf(rates)
  const withProtocol = (change: Partial<Protocol>) => ({ ...old, protocol: { ...old.protocol, ...change } })
  const withEnvironment = (change: Partial<Environment>) => ({ ...old, environment: { ...old.environment, ...change } })
  const pinning = old.environment.pinning

  const tasks: [UnsealedResult, string][] = [
    [{ ...old, scenario: 'hello' }, 'scenario update-user and hello'],
    [{ ...old, baseline: 'koa' }, 'baseline http-node and koa'],
    [withProtocol({ generator: 'wrk' }), 'generator autocannon and wrk'],
    [withProtocol({ connections: 50 }), 'connections 100 and 50'],
    [withProtocol({ pipelining: 1 }), 'pipelining 10 and 1'],
    [withProtocol({ durationSeconds: 8 }), 'duration 2 s and 8 s'],
    [withProtocol({ sliceSeconds: 0.5 }), 'slice 1 s and 0.5 s'],
    [withProtocol({ warmupSeconds: 0 }), 'warm-up 6 s and 0 s'],
    [withEnvironment({ generatorVersion: '8.0.0' }), 'generator version 9.0.0 and 8.0.0'],
  ]
  for (const [recent, difference] of tasks) {
    test(`another task: ${difference}`, () => {
      for (const options of [same, across]) {
        refusal(() => compare(old, recent, options), 'old.json and new.json', `differ in ${difference};`)
      }
    })
  }

  const machines: [Partial<Environment>, string][] = [
    [{ cpuModel: 'another CPU' }, 'CPU a CPU and another CPU'],
    [{ cpuCount: 4 }, 'number of CPUs 2 and 4'],
    [{ pinning: { ...pinning, server: [3] } }, 'CPUs of the server [1] and [3]'],
    [{ pinning: { ...pinning, generator: null } }, 'CPUs of the generator [0] and not pinned'],
    [{ memoryBytes: 16e9 }, 'memory 8.0 GB and 16.0 GB'],
    [{ cpuQuota: '50000 100000' }, 'CPU quota none and 50000 100000'],
    [{ governor: 'powersave' }, 'governor unknown and powersave'],
    [{ arch: 'arm64' }, 'architecture x64 and arm64'],
  ]
  for (const [change, difference] of machines) {
    test(`another machine: ${difference}`, () => {
      const recent = withEnvironment(change)
      refusal(() => compare(old, recent), `machines differ in ${difference};`, '--across-machines')
      const comparison = compare(old, recent, across)
      assert.deepEqual(
        comparison.rows.map(({ server, method }) => [server, method]),
        [['express', 'relative to baseline']],
      )
      assert.deepEqual(comparison.notes, [
        `old and new differ in ${difference}`,
        'only the ratios to http-node are compared',
      ])
    })
  }

  test('all that differs is named in one line', () => {
    const recent = withProtocol({ connections: 50, pipelining: 1 })
    refusal(() => compare(old, recent), 'connections 100 and 50, pipelining 10 and 1')
    const elsewhere = { ...recent, environment: { ...old.environment, cpuCount: 4 } }
    refusal(() => compare(old, elsewhere), 'connections 100 and 50, pipelining 10 and 1, number of CPUs 2 and 4')
  })

  test('across machines without a baseline', () => {
    refusal(() => compare(old, resultOf({ express: steady(20_000) }), across), 'new.json has no number of http-node')
    refusal(() => compare(resultOf({ express: steady(20_000) }), old, across), 'old.json has no number of http-node')
  })

  test('no server in common', () => {
    refusal(() => compare(resultOf({ koa: steady(1) }), resultOf({ hono: steady(1) })), 'no server in common')
  })

  test('what may differ is stated: runtimes, OS, kernel, versions, a quick result', () => {
    const recent = withEnvironment({ runtimes: { node: '25.0.0', bun: '1.4.4' }, kernel: '6.2', memoryBytes: 8.01e9 })
    const upgraded = recent.servers.map((server) => ({ ...server, version: '2.0.0' }))
    assert.deepEqual(compare(old, { ...recent, quick: true, servers: upgraded }).notes, [
      'new.json is a quick result: it proves that all works, and little of how fast it is',
      'old and new differ in node 24.0.0 and 25.0.0, kernel 6.1 and 6.2',
      'versions of packages differ: http-node 1.2.3 and 2.0.0, express 1.2.3 and 2.0.0',
    ])
  })
})

describe('gate', () => {
  const old = resultOf({ 'http-node': [1000, 1000], express: [500, 500], koa: [400, 400] })
  const gate = (recent: UnsealedResult, failBelow: number) => compare(old, recent, { ...same, failBelow }).gate
  /** Without spread the interval is its ratio. */
  const at = (ratio: number) => resultOf({ 'http-node': [1000, 1000], express: [500 * ratio, 500 * ratio] })

  test('fails what lies below the limit as a whole, and nothing at it', () => {
    assert.deepEqual(gate(at(0.74), 0.25)?.failed, ['express'])
    assert.deepEqual(gate(at(0.75), 0.25)?.failed, [])
    assert.deepEqual(gate(at(0.76), 0.25)?.failed, [])
    assert.deepEqual(gate(at(2), 0.25)?.failed, [])
  })

  test('does not fail where the upper end reaches the limit, however slow the ratio', () => {
    const wide = resultOf({ 'http-node': [1000, 1000, 1000], express: [430, 450, 470] })
    const { ratio, high } = rowOf(compare(old, wide), 'express')
    assert.ok(ratio < 0.91 && high && high > 0.97)
    assert.deepEqual(gate(wide, 0.03)?.failed, [])
  })

  test('what slows all alike fails by the baseline', () => {
    const slow = resultOf({ 'http-node': [900, 900], express: [450, 450], koa: [360, 360] })
    assert.deepEqual(gate(slow, 0.03)?.failed, ['http-node'])
  })

  test('names the servers that it can say nothing of', () => {
    assert.deepEqual(gate(at(1), 0.03)?.silent, ['koa'])
  })

  test('is refused where no server has an interval, and absent where nobody asked', () => {
    refusal(() => gate(resultOf({ express: [500] }), 0.03), '--fail-below', 'measure 2 rounds at least')
    assert.equal(compare(old, at(0.5)).gate, null)
  })
})

describe('two servers of one result', () => {
  const drift = [0.7, 1, 1.3, 0.9, 1.1]
  const times = (center: number) => drift.map((factor, round) => (steady(center)[round] as number) * factor)
  const [copy] = resultOf({ 'http-node.copy': times(40_010) }).servers
  const result = {
    ...resultOf({ 'http-node': times(40_000), fastify: times(36_000), hono: times(38_000).slice(1) }),
    copy: copy ?? null,
  }
  const file = { file: 'run.json', result }

  test('are paired within the rounds: a drift far above the difference hides nothing', () => {
    const comparison = Comparison.parse(compareServers(file, 'http-node', 'fastify', 0.03))
    const { server, method, ratio, low, high, difference } = rowOf(comparison, 'fastify')
    assert.deepEqual([server, method, difference], ['fastify', 'same rounds', 'slower'])
    near(ratio, 0.9, 1e-6)
    assert.ok(low && high && high - low < 0.01)
    assert.deepEqual([comparison.old.server, comparison.new.server], ['http-node', 'fastify'])
    assert.deepEqual(comparison.gate?.failed, ['fastify'])
    const back = compareServers(file, 'fastify', 'http-node', undefined)
    near(back.rows[0]?.ratio, 1 / ratio, 1e-9)
  })

  test('of different groups are compared by what each is to the baseline', () => {
    const trial = (round: number, group: number, rate: number) => ({ ...sampleTrial(round, rate), group })
    const rounds = [1, 2, 3, 4, 5, 6]
    // The machine is slower while it measures the second group; the servers change places from round to round.
    const machine = (group: number) => (group === 1 ? 1 : 0.7)
    const placeOf = (round: number) => 1 + (round % 2)
    const rated = (round: number, group: number, rate: number) => trial(round, group, rate * machine(group))
    const trials: Record<string, Trial[]> = {
      'http-node': rounds.flatMap((round) => [rated(round, 1, 1_000), rated(round, 2, 1_000)]),
      fastify: rounds.map((round) => rated(round, placeOf(round), 900)),
      hono: rounds.map((round) => rated(round, placeOf(round + 1), 900)),
    }
    const grouped = {
      ...result,
      servers: result.servers.map((server) => ({ ...server, trials: trials[server.name] ?? [] })),
    }
    const [row] = compareServers({ file: 'run.json', result: grouped }, 'fastify', 'hono', undefined).rows
    near(row?.ratio, 1, 1e-6)
    // Plain rates are wrong by a factor of 0.7 in each round, their ratio to the baseline by its root.
    assert.ok((row?.high ?? 0) < 1.3)
  })

  test('a copy of an A/A run is one of them', () => {
    const [row] = compareServers(file, 'http-node', 'http-node.copy', undefined).rows
    near(row?.ratio, 1.00025, 1e-6)
  })

  test('only wrong names are refused', () => {
    const there = 'there are http-node, fastify, hono, http-node.copy'
    refusal(() => compareServers(file, 'fastify', 'nobody', undefined), `no server called nobody in run.json: ${there}`)
    refusal(() => compareServers(file, 'koa', 'fastify', undefined), `no server called koa in run.json: ${there}`)
    refusal(() => compareServers(file, 'hono', 'hono', undefined), 'hono is compared with itself')
    const refused = { file: 'run.json', result: withRefusal(result, 'hono') }
    refusal(
      () => compareServers(refused, 'fastify', 'hono', undefined),
      'hono was refused in run.json (measurement: 3 of 9',
      'with a number there are http-node, fastify, http-node.copy',
    )
  })
})
