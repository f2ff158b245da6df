import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fitBlocks } from './block-model.ts'
import { type Contrast, type Fit, fitTrials } from './fit.ts'
import type { Trial } from './format.ts'
import { contrastInterval } from './intervals.ts'
import { type Standing, standings } from './ranks.ts'
import { sampleTrial } from './samples.ts'
import { BASELINE, type Simulation, simulator, TYPICAL } from './simulated-run.ts'

const near = (value: number | undefined, expected: number, margin = 1e-9) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < margin, `${value} instead of ${expected}`)

/** Slices of a trial by their rates, one a turn. */
const withSlices = (trial: Trial, rates: readonly number[], noise: readonly number[] = []): Trial => ({
  ...trial,
  slices: rates.map((requests, i) => ({
    ...(trial.slices[0] as Trial['slices'][number]),
    slice: i + 1,
    requests,
    noise: noise.includes(i) ? 'steal' : null,
  })),
})

describe('the fit', () => {
  test('of two servers in pairs is Student’s paired t', () => {
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
    near(contrast?.variance ?? 0, variance)
    near(contrast?.degreesOfFreedom, 3, 1e-6)
  })

  test('takes out what the machine did to a turn, also where servers lack slices of it', () => {
    const turns = [1, 0.3, 2, 1.2]
    const rounds = [1, 2, 3]
    const of = (rate: number, noise: number[] = []) =>
      rounds.map((round) =>
        withSlices(
          sampleTrial(round),
          turns.map((turn) => rate * turn),
          noise,
        ),
      )
    const fit = fitTrials(
      new Map([
        ['a', of(1000)],
        ['b', of(1500, [1])],
        ['c', of(500, [2])],
      ]),
    )
    near(fit.contrast('b', 'a')?.difference, Math.log(1.5), 1e-6)
    near(fit.contrast('c', 'a')?.difference, Math.log(0.5), 1e-6)
  })

  test('hardly follows a slow slice', () => {
    const quiet = (rate: number) => [1.001, 0.999, 1.0005, 0.9995].map((wobble) => rate * wobble)
    const names = ['a', 'b', 'c', 'd', 'e']
    const trials = names.map((name): [string, Trial[]] => [
      name,
      [1, 2, 3].map((round) => {
        const rates = quiet(1000)
        if (name === 'b' && round === 2) rates[2] = 300
        return withSlices(sampleTrial(round), rates)
      }),
    ])
    near(fitTrials(new Map(trials)).contrast('b', 'a')?.difference, 0, 2e-3)
  })

  test('says nothing where no chain of groups leads from one to the other, and no width with one round', () => {
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

type Ranks = Standing['ranks']

/** What simulated runs come to. */
function simulate(runs: number, simulation: Simulation) {
  const next = simulator(simulation.rounds)
  const names = [BASELINE, ...simulation.truth.map((_, i) => `server ${i}`)]
  let [held, falseRanks, lost] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const fit = fitTrials(next(simulation))
    for (const [i, truth] of simulation.truth.entries()) {
      const contrast = fit.contrast(names[i + 1] as string, BASELINE) as Contrast & { variance: number }
      const { low, high } = contrastInterval(contrast)
      if (Math.log(low) <= truth && truth <= Math.log(high)) held++
    }
    const found = standings(fit, names, () => false)
    if ([...found.values()].some(({ ranks }) => ranks.best > 1 || ranks.worst < names.length)) falseRanks++
    if (found.get(BASELINE)?.mayBeFastest === false) lost++
  }
  const share = (count: number) => count / runs
  return { coverage: share(held) / simulation.truth.length, falseRanks: share(falseRanks), lost: share(lost) }
}

/** In which share of simulated runs the ranks, of the baseline and then of the others, are as they should be. */
function simulateRanks(runs: number, simulation: Simulation, holds: (ranks: readonly Ranks[]) => boolean): number {
  const next = simulator(simulation.rounds)
  const names = [BASELINE, ...simulation.truth.map((_, i) => `server ${i}`)]
  const right = Array.from({ length: runs }, () => {
    const found = standings(fitTrials(next(simulation)), names, () => false)
    return holds(names.map((name) => (found.get(name) as Standing).ranks))
  })
  return right.filter(Boolean).length / runs
}

/** Of the servers' ratios to the first, which are 1 in truth, where every group counts alike. */
function squaredErrors({ servers, trials }: Fit): number {
  const observations = trials.map(({ server, trial, level }) => ({
    server: servers.indexOf(server),
    block: 100 * trial.round + trial.group,
    level,
    spread: 1,
  }))
  const [part] = fitBlocks(observations, servers.length).parts
  const estimates = servers.map((_, i) => part?.get(i)?.estimate ?? Number.NaN)
  return estimates.reduce((sum, estimate) => sum + (estimate - (estimates[0] as number)) ** 2, 0)
}

/** Share of runs in which something false may be said of ranks. */
const FALSE = 0.05

/** What 99 of 100 simulations of so many runs find at the most where the share is just that. */
const mostFalse = (runs: number) => FALSE + 2.326 * Math.sqrt((FALSE * (1 - FALSE)) / runs)

/** Of intervals, what is asked for leaves three standard errors. Many servers use less than the 5% of false ranks, few use all. */
describe('by simulation', () => {
  const equals = (servers: number) => Array.from({ length: servers }, () => 0)

  const RUNS = 40
  for (const [what, change] of Object.entries<Partial<Simulation>>({
    'at 3 rounds': { rounds: 3 },
    'at 5 rounds, with heavy tails': { heavyTails: true },
    'that vary by different amounts': { unequal: 4, heavyTails: true },
    'where some groups are noisier than others': { heavyTails: true, loud: 6 },
  })) {
    test(`35 equals ${what}: intervals cover 95%, hardly a rank is false`, () => {
      const { coverage, falseRanks, lost } = simulate(RUNS, { ...TYPICAL, truth: equals(34), rounds: 5, ...change })
      assert.ok(coverage > 0.93 && coverage < 0.985, `coverage ${coverage}`)
      assert.ok(falseRanks <= FALSE, `false ranks ${falseRanks}`)
      assert.ok(lost <= FALSE, `the fastest lost ${lost}`)
    })
  }

  test('what loud groups say counts for less, and that makes every ratio surer', () => {
    const simulation: Simulation = { ...TYPICAL, truth: equals(34), rounds: 5, loud: 6 }
    const next = simulator(1)
    let [weighted, alike] = [0, 0]
    for (let run = 0; run < 20; run++) {
      const fit = fitTrials(next(simulation))
      for (const name of fit.servers.slice(1)) weighted += (fit.contrast(name, BASELINE)?.difference ?? Number.NaN) ** 2
      alike += squaredErrors(fit)
    }
    assert.ok(weighted < 0.8 * alike, `${weighted} of ${alike}`)
  })

  for (const servers of [1, 2, 4]) {
    test(`with ${servers} beside the baseline`, () => {
      for (const rounds of [3, 5]) {
        const { coverage, falseRanks, lost } = simulate(400, { ...TYPICAL, truth: equals(servers), rounds })
        assert.ok(coverage > 0.92 && coverage < 0.98, `coverage ${coverage} at ${rounds} rounds`)
        assert.ok(falseRanks <= mostFalse(400), `false ranks ${falseRanks} at ${rounds} rounds`)
        assert.ok(lost <= mostFalse(400), `the fastest lost ${lost} at ${rounds} rounds`)
      }
    })
  }

  test('servers of which each is 20% faster than the next have ranks of their own', () => {
    const steps = 6
    const truth = Array.from({ length: steps }, (_, i) => -(i + 1) * Math.log(1.2))
    for (const rounds of [3, 5, 10]) {
      const told = simulateRanks(50, { ...TYPICAL, truth, rounds }, (ranks) =>
        ranks.every(({ best, worst }, i) => best === i + 1 && worst === i + 1),
      )
      assert.ok(told >= 0.9, `${told} of the runs at ${rounds} rounds`)
    }
  })

  for (const [rounds, heavyTails, most] of [
    [5, false, 0.9],
    [10, true, 0.5],
  ] as const) {
    test(`of 35 servers those that are 20% slower have ranks behind all others${heavyTails ? ', with heavy tails' : ''}`, () => {
      const truth = Array.from({ length: 34 }, (_, i) => (i % 2 === 0 ? -Math.log(1.2) : 0))
      const told = simulateRanks(20, { ...TYPICAL, truth, rounds, heavyTails }, (ranks) =>
        ranks.every(({ best, worst }, i) => (i % 2 === 1 ? best >= 19 : worst <= 18)),
      )
      assert.ok(told >= most, `${told} of the runs`)
    })
  }
})
