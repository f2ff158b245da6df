import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import type { Summary, Trial } from '../format/format.ts'
import { sampleTrial } from '../test/samples.ts'
import { BASELINE, type Simulation, simulator, TYPICAL } from '../test/simulated-run.ts'
import { fitTrials } from './fit.ts'
import { type Contrast, ratioFrom } from './intervals.ts'
import { rankIntervals } from './ranks.ts'

const near = (value: number | undefined, expected: number, margin = 1e-9) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < margin, `${value} instead of ${expected}`)

/** Returns a trial with slices of these rates. */
const withSlices = (
  trial: Trial,
  rates: readonly number[],
  noise: readonly number[] = [],
): Trial => ({
  ...trial,
  slices: rates.map((requests, i) => ({
    ...(trial.slices[0] as Trial['slices'][number]),
    slice: i + 1,
    requests,
    noise: noise.includes(i) ? 'steal' : null,
  })),
})

describe('the fit', () => {
  test('equals Student’s paired t for two servers in pairs', () => {
    const rates = { a: [100, 210, 150, 90], b: [80, 190, 120, 80] }
    const trials = Object.entries(rates).map(([name, list]): [string, Trial[]] => [
      name,
      list.map((rate, i) => sampleTrial(i + 1, rate)),
    ])
    const logs = rates.a.map((rate, i) => Math.log(rate / (rates.b[i] as number)))
    const mean = logs.reduce((a, b) => a + b) / 4
    const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / 3 / 4
    const contrast = fitTrials(new Map(trials)).contrast('a', 'b')
    near(contrast?.difference, mean)
    near(contrast?.variance?.value, variance)
    near(contrast?.variance?.degreesOfFreedom, 3, 1e-6)
  })

  test('removes the effect of each group, also with unequal groups', () => {
    const machine = [1, 0.3, 2, 1.2, 0.7]
    const of = (rate: number, rounds: number[]) =>
      rounds.map((round) => sampleTrial(round, rate * (machine[round - 1] as number)))
    const fit = fitTrials(
      new Map([
        ['a', of(1000, [1, 2, 3, 4, 5])],
        ['b', of(1500, [1, 2])],
        ['c', of(500, [4, 5])],
      ]),
    )
    near(fit.contrast('b', 'a')?.difference, Math.log(1.5))
    near(fit.contrast('c', 'b')?.difference, Math.log(1 / 3))
  })

  test('includes stalls: a rate is all requests over the whole time', () => {
    const stalled = withSlices(sampleTrial(1), [1000, 100, 1000, 1000])
    const { trials } = fitTrials(
      new Map([
        ['a', [stalled]],
        ['b', [sampleTrial(1, 1000)]],
      ]),
    )
    near(trials[0]?.level, Math.log(3100 / 4))
  })

  test('estimates each server’s own variance', () => {
    const next = normalNumbers(5)
    const deviations = { a: 0.01, b: 0.01, c: 0.01, d: 0.2 }
    const rounds = Array.from({ length: 200 }, (_, i) => i + 1)
    const trials = Object.entries(deviations).map(([name, deviation]): [string, Trial[]] => [
      name,
      rounds.map((round) => sampleTrial(round, 1000 * Math.exp(deviation * next()))),
    ])
    const { contrast } = fitTrials(new Map(trials))
    const perTrial = (name: string) => Math.sqrt(200 * (contrast(name, 'b')?.variance?.value ?? 0))
    near(perTrial('a'), 0.02, 0.01)
    near(perTrial('d'), 0.2, 0.02)
  })

  test('has no contrast without a chain of common groups, and no variance with one round', () => {
    const fit = fitTrials(
      new Map([
        ['a', [sampleTrial(1, 100, 1)]],
        ['b', [sampleTrial(1, 100, 2)]],
        ['c', [sampleTrial(1, 50, 2)]],
      ]),
    )
    assert.equal(fit.contrast('a', 'b'), null)
    near(fit.contrast('c', 'b')?.difference, Math.log(0.5))
    assert.equal(fit.contrast('c', 'b')?.variance, null)
  })
})

type Ranks = Summary['ranks']

function simulate(runs: number, simulation: Simulation) {
  const next = simulator(simulation.rounds)
  const names = [BASELINE, ...simulation.truth.map((_, i) => `server ${i}`)]
  let [held, falseRanks] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const fit = fitTrials(next(simulation))
    for (const [i, truth] of simulation.truth.entries()) {
      const { low, high } = ratioFrom(fit.contrast(names[i + 1] as string, BASELINE) as Contrast)
      if (low === null || high === null) continue
      if (Math.log(low) <= truth && truth <= Math.log(high)) held++
    }
    const found = rankIntervals(fit.contrast, names, () => false)
    if ([...found.values()].some((ranks) => ranks.best > 1 || ranks.worst < names.length))
      falseRanks++
  }
  const share = (count: number) => count / runs
  return { coverage: share(held) / simulation.truth.length, falseRanks: share(falseRanks) }
}

/** Returns the share of simulated runs whose ranks, the baseline's first, satisfy a condition. */
function simulateRanks(
  runs: number,
  simulation: Simulation,
  holds: (ranks: readonly Ranks[]) => boolean,
): number {
  const next = simulator(simulation.rounds)
  const names = [BASELINE, ...simulation.truth.map((_, i) => `server ${i}`)]
  const right = Array.from({ length: runs }, () => {
    const found = rankIntervals(fitTrials(next(simulation)).contrast, names, () => false)
    return holds(names.map((name) => found.get(name) as Ranks))
  })
  return right.filter(Boolean).length / runs
}

/** Tolerated share of runs with a false rank. */
const FALSE = 0.05

/** Limit that 99% of simulations stay below if the true share is `FALSE`. */
const mostFalse = (runs: number) => FALSE + 2.326 * Math.sqrt((FALSE * (1 - FALSE)) / runs)

/**
 * Intervals have a margin of three standard errors. With many servers, false ranks stay below 5%; with few, they come
 * close.
 */
describe('by simulation', () => {
  const equals = (servers: number) => Array.from({ length: servers }, () => 0)

  const RUNS = 40
  for (const [what, change] of Object.entries<Partial<Simulation>>({
    'at 3 rounds': { rounds: 3 },
    'at 5 rounds, with heavy tails': { heavyTails: true },
    'that vary by different amounts': { unequal: 4, heavyTails: true },
    'on a machine of two states': { slowState: 3 },
  })) {
    test(`35 equals ${what}: intervals cover 95%, hardly a rank is false`, () => {
      const { coverage, falseRanks } = simulate(RUNS, {
        ...TYPICAL,
        truth: equals(34),
        rounds: 5,
        ...change,
      })
      assert.ok(coverage > 0.93 && coverage < 0.985, `coverage ${coverage}`)
      assert.ok(falseRanks <= FALSE, `false ranks ${falseRanks}`)
    })
  }

  for (const servers of [1, 2, 4]) {
    test(`with ${servers} beside the baseline`, () => {
      for (const rounds of [3, 5]) {
        const { coverage, falseRanks } = simulate(400, {
          ...TYPICAL,
          truth: equals(servers),
          rounds,
        })
        assert.ok(coverage > 0.92 && coverage < 0.98, `coverage ${coverage} at ${rounds} rounds`)
        assert.ok(falseRanks <= mostFalse(400), `false ranks ${falseRanks} at ${rounds} rounds`)
      }
    })
  }

  test('servers that are each 20% faster than the next have distinct ranks', () => {
    const steps = 6
    const truth = Array.from({ length: steps }, (_, i) => -(i + 1) * Math.log(1.2))
    for (const rounds of [3, 5, 10]) {
      const told = simulateRanks(50, { ...TYPICAL, truth, rounds }, (ranks) =>
        ranks.every((ranks, i) => ranks?.best === i + 1 && ranks.worst === i + 1),
      )
      assert.ok(told >= 0.9, `${told} of the runs at ${rounds} rounds`)
    }
  })

  for (const [rounds, heavyTails, most] of [
    [5, false, 0.9],
    [10, true, 0.5],
  ] as const) {
    test(`among 35 servers, those 20% slower rank behind all others${heavyTails ? ', with heavy tails' : ''}`, () => {
      const truth = Array.from({ length: 34 }, (_, i) => (i % 2 === 0 ? -Math.log(1.2) : 0))
      const told = simulateRanks(20, { ...TYPICAL, truth, rounds, heavyTails }, (ranks) =>
        ranks.every((ranks, i) => ranks && (i % 2 === 1 ? ranks.best >= 19 : ranks.worst <= 18)),
      )
      assert.ok(told >= most, `${told} of the runs`)
    })
  }
})
