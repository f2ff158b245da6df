import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertNear, normalNumbers } from '../basics/testing.ts'
import type { Summary, Trial } from '../format/format.ts'
import { sampleTrials } from '../test/samples.ts'
import { BASELINE, type Simulation, simulator, TYPICAL } from '../test/simulated-run.ts'
import { fitTrials } from './fit.ts'
import { type Contrast, ratioFrom } from './intervals.ts'
import { rankIntervals } from './ranks.ts'

describe('the fit', () => {
  test('equals Student’s paired t for two servers in pairs', () => {
    const rates = { a: [100, 210, 150, 90], b: [80, 190, 120, 80] }
    const logs = rates.a.map((rate, i) => Math.log(rate / (rates.b[i] as number)))
    const mean = logs.reduce((a, b) => a + b) / 4
    const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / 3 / 4
    const contrast = fitTrials(sampleTrials(rates)).contrast('a', 'b')
    assertNear(contrast?.difference, mean)
    assertNear(contrast?.variance?.value, variance)
    assertNear(contrast?.variance?.degreesOfFreedom, 3, 1e-6)
  })

  test('includes stalls: a rate is all requests over the whole time', () => {
    const servers = sampleTrials({ a: [1000], b: [1000] })
    const [stalled] = servers.get('a') as [Trial]
    stalled.evidence.slices = [1000, 100, 1000, 1000].map((requests) => ({
      ...(stalled.evidence.slices[0] as Trial['evidence']['slices'][number]),
      requests,
    }))
    assertNear(fitTrials(servers).trials[0]?.level, Math.log(3100 / 4))
  })

  test('estimates each server’s own variance', () => {
    const next = normalNumbers(5)
    const of = (deviation: number) =>
      Array.from({ length: 200 }, () => 1000 * Math.exp(deviation * next()))
    const { contrast } = fitTrials(
      sampleTrials({ a: of(0.01), b: of(0.01), c: of(0.01), d: of(0.2) }),
    )
    const perTrial = (name: string) => Math.sqrt(200 * (contrast(name, 'b')?.variance?.value ?? 0))
    assertNear(perTrial('a'), 0.02, 0.01)
    assertNear(perTrial('d'), 0.2, 0.02)
  })

  test('has no contrast without a chain of common groups, and no variance with one round', () => {
    const others = [...sampleTrials({ b: [100], c: [50] }, 2)]
    const fit = fitTrials(new Map([...sampleTrials({ a: [100] }, 1), ...others]))
    assert.equal(fit.contrast('a', 'b'), null)
    assertNear(fit.contrast('c', 'b')?.difference, Math.log(0.5))
    assert.equal(fit.contrast('c', 'b')?.variance, null)
  })
})

/** Tolerated share of runs with a false rank. */
const FALSE = 0.05

/** Simulates runs; returns the share of intervals that hold the truth, and of runs whose ranks, the baseline's first, fulfil a condition. */
function simulate(
  runs: number,
  simulation: Simulation,
  holds: (ranks: readonly Summary['ranks'][]) => boolean,
) {
  const next = simulator(simulation.rounds)
  const names = [BASELINE, ...simulation.truth.map((_, i) => `server ${i}`)]
  let [covered, right] = [0, 0]
  for (let run = 0; run < runs; run++) {
    const { contrast } = fitTrials(next(simulation))
    for (const [i, truth] of simulation.truth.entries()) {
      const { low, high } = ratioFrom(contrast(names[i + 1] as string, BASELINE) as Contrast)
      if (Math.log(low ?? 0) <= truth && truth <= Math.log(high ?? 0)) covered++
    }
    const found = rankIntervals(contrast, names, () => false)
    if (holds(names.map((name) => found.get(name) ?? null))) right++
  }
  return { coverage: covered / runs / simulation.truth.length, right: right / runs }
}

/** Intervals have a margin of three standard errors. */
describe('by simulation', () => {
  const equal: [what: string, servers: number, runs: number, change: Partial<Simulation>][] = [
    ['20 at 3 rounds', 19, 40, { rounds: 3 }],
    ['20 with heavy tails', 19, 40, { heavyTails: true }],
    ['20 that vary by different amounts', 19, 40, { unequal: 4, heavyTails: true }],
    ['20 on a machine of two states', 19, 40, { slowState: 3 }],
    ['2 at 3 rounds', 1, 400, { rounds: 3 }],
    ['2', 1, 400, {}],
    ['5 at 3 rounds', 4, 400, { rounds: 3 }],
    ['5', 4, 400, {}],
  ]
  for (const [what, servers, runs, change] of equal) {
    test(`equals, ${what}: intervals cover 95%, hardly a rank is false`, () => {
      const truth = Array<number>(servers).fill(0)
      const { coverage, right } = simulate(
        runs,
        { ...TYPICAL, truth, rounds: 5, ...change },
        (ranks) => ranks.every((each) => each?.best === 1 && each.worst === ranks.length),
      )
      assert.ok(coverage > 0.92 && coverage < 0.985, `coverage ${coverage}`)
      // 99% of simulations stay below this if the true share is the tolerated one.
      const margin = 2.326 * Math.sqrt((FALSE * (1 - FALSE)) / runs)
      assert.ok(1 - right <= FALSE + margin, `false ranks ${1 - right}`)
    })
  }

  test('servers that are each 20% faster than the next have distinct ranks', () => {
    const truth = Array.from({ length: 6 }, (_, i) => -(i + 1) * Math.log(1.2))
    for (const rounds of [3, 5, 10]) {
      const { right } = simulate(50, { ...TYPICAL, truth, rounds }, (ranks) =>
        ranks.every((each, i) => each?.best === i + 1 && each.worst === i + 1),
      )
      assert.ok(right >= 0.9, `${right} of the runs at ${rounds} rounds`)
    }
  })

  for (const [rounds, heavyTails, most] of [
    [5, false, 0.9],
    [10, true, 0.5],
  ] as const) {
    test(`among 35, those 20% slower rank behind all others, heavy tails: ${heavyTails}`, () => {
      const truth = Array.from({ length: 34 }, (_, i) => (i % 2 === 0 ? -Math.log(1.2) : 0))
      const { right } = simulate(10, { ...TYPICAL, truth, rounds, heavyTails }, (ranks) =>
        ranks.every((each, i) => each && (i % 2 === 1 ? each.best >= 19 : each.worst <= 18)),
      )
      assert.ok(right >= most, `${right} of the runs`)
    })
  }
})
