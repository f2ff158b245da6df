import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import type { UnsealedResult } from '../format/format.ts'
import { ratioFrom, sumOf } from '../stats/intervals.ts'
import { type Rates, resultOf, rowOf } from '../test/compare-fixtures.ts'
import { compareResults, compareServers, RUN_TO_RUN } from './compare.ts'
import type { Comparison } from './comparison.ts'

const near = (value: number, expected: number, margin: number) =>
  assert.ok(Math.abs(value - expected) <= margin, `${value} instead of ${expected}`)

test('the interval of a difference is Welch’s, with degrees of freedom by Satterthwaite', () => {
  // Means 1 and 3 of 0, 1, 2 and of 0, 2, 4, 6, squared errors 1/3 and 5/3, so 4 / (1/18 + 25/27) = 4.0755 degrees of freedom;
  // t(0.975, 4.07547) = 2.756285 (the density integrated by Simpson's rule), times the root of 2.
  const { ratio, low, high } = ratioFrom(
    sumOf(
      { difference: 1, variance: { value: 1 / 3, degreesOfFreedom: 2 } },
      { difference: -3, variance: { value: 5 / 3, degreesOfFreedom: 3 } },
    ),
  )
  near(Math.log(ratio), -2, 1e-9)
  near(Math.log(high ?? 0) + 2, 2.756285 * Math.SQRT2, 1e-5)
  near(Math.log(low ?? 0) + 2, -2.756285 * Math.SQRT2, 1e-5)
})

/** Pairs of runs with a known ratio: log-normal noise per trial, on a drifting machine. */
describe('by simulation', () => {
  const NOISE = 0.02
  const ROUND_DRIFT = 0.1
  const RUN_DRIFT = 0.03
  /** Of one run, so that the difference of two has the deviation that `compare` expects. */
  const RUN_STATE = Math.sqrt((RUN_TO_RUN.variance?.value ?? 0) / 2)
  /** The standard error of a 5% rate is 1.6%; tests allow 2.7 standard errors. */
  const RUNS = 180

  /** Returns a generator of standard normal numbers (Box–Muller). */
  function normal(seed: number): () => number {
    const random = createRandom(seed)
    const uniform = () => random.integer(1, 0x7fffffff) / 0x80000000
    return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  }

  /** @param state spread of the server's ratio from run to run */
  function runOf(
    next: () => number,
    rounds: number,
    truth: number,
    noise = NOISE,
    state = 0,
  ): Rates {
    const run = Math.exp(RUN_DRIFT * next())
    const ratio = truth * Math.exp(state * next())
    const rates = { 'http-node': [] as number[], express: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const machine = run * Math.exp(ROUND_DRIFT * next())
      rates['http-node'].push(40_000 * machine * Math.exp(noise * next()))
      rates.express.push(20_000 * ratio * machine * Math.exp(noise * next()))
    }
    return rates
  }

  function share(
    seed: number,
    rounds: [number, number],
    truth: number,
    says: (comparison: Comparison) => boolean,
  ) {
    const next = normal(seed)
    let count = 0
    for (let run = 0; run < RUNS; run++) {
      const [old, recent] = [1, truth].map((each, i) =>
        resultOf(runOf(next, rounds[i] as number, each, NOISE, RUN_STATE)),
      ) as [UnsealedResult, UnsealedResult]
      const files = [
        { file: 'a', result: old },
        { file: 'b', result: recent },
      ] as const
      if (says(compareResults(...files, { stored: [], failBelow: 0.03 }))) count++
    }
    return count / RUNS
  }

  const differs = (comparison: Comparison) => {
    const { low, high } = rowOf(comparison, 'express')
    return low !== null && high !== null && (low > 1 || high < 1)
  }
  const fails = (comparison: Comparison) =>
    comparison.gate?.failed.includes('express: × http-node') ?? false

  for (const rounds of [
    [5, 5],
    [5, 12],
  ] as [number, number][]) {
    test(`false alarms are about 5% at ${rounds.join(' and ')} rounds, whatever the machine's drift`, () => {
      const alarms = share(1 + rounds[1], rounds, 1, differs)
      assert.ok(alarms < 0.093, `${alarms}`)
    })
  }

  test('a server that is 25% slower is nearly always detected, and fails a gate of 3%', () => {
    const found = share(3, [5, 5], 0.75, differs)
    assert.ok(found > 0.98, `${found}`)
    const failed = share(4, [5, 5], 0.75, fails)
    assert.ok(failed > 0.8, `${failed}`)
  })

  test('five rounds on a quiet machine detect a difference of 3% between interleaved servers', () => {
    const next = normal(6)
    const found = Array.from({ length: RUNS }, () => {
      const result = resultOf(runOf(next, 5, 0.97 * 2, 0.01))
      return rowOf(compareServers({ file: 'a', result }, 'http-node', 'express'), 'express').verdict
    }).filter((verdict) => verdict === 'worse').length
    assert.ok(found / RUNS > 0.9, `${found / RUNS}`)
  })

  test('a server that is exactly 3% slower fails a gate of 3% in 1 of 40 comparisons', () => {
    const failed = share(5, [5, 5], 0.97, fails)
    assert.ok(failed < 0.056, `${failed}`)
  })
})
