/** Compares simulated runs with a known ratio: log-normal noise per trial, on a drifting machine. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers, shareOf } from '../basics/testing.ts'
import { run } from '../probes/run.ts'
import { type Rates, resultOf, rowOf } from '../test/compare-fixtures.ts'
import { compareFiles, compareServers } from './compare.ts'
import type { Comparison } from './comparison.ts'
import { RUN_TO_RUN } from './runs.ts'

const ROUND_DRIFT = 0.1
const RUN_DRIFT = 0.03
/** Of one run, so that the difference of two has the deviation that `compare` expects. */
const RUN_STATE = Math.sqrt((RUN_TO_RUN.variance?.value ?? 0) / 2)
/** The standard error of a 5% rate is 1.6%; tests allow 2.7 standard errors. */
const RUNS = 180

interface Run {
  rounds: number
  /** Ratio of express to what it has by default. */
  truth: number
  noise?: number
  /** Spread of the server's ratio from run to run. */
  state?: number
}

function runOf(next: () => number, { rounds, truth, noise = 0.02, state = RUN_STATE }: Run): Rates {
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

const differs = (comparison: Comparison) => {
  const { low, high } = rowOf(comparison, 'express')
  return low !== null && high !== null && (low > 1 || high < 1)
}
const fails = ({ gate }: Comparison) => gate?.failed.includes('express: × http-node') ?? false

const cases: [
  what: string,
  rounds: number,
  truth: number,
  says: typeof differs,
  least: number,
  most: number,
][] = [
  ['false alarms are about 5% whatever the machine’s drift', 5, 1, differs, 0, 0.093],
  ['false alarms are about 5%, also with more rounds', 12, 1, differs, 0, 0.093],
  ['a server that is 25% slower is nearly always detected', 5, 0.75, differs, 0.98, 1],
  ['a server that is 25% slower fails a gate of 3%', 5, 0.75, fails, 0.8, 1],
  ['one that is 3% slower fails a gate of 3% in 1 of 40 comparisons', 5, 0.97, fails, 0, 0.056],
]
for (const [i, [what, rounds, truth, says, least, most]] of cases.entries()) {
  test(what, () => {
    const next = normalNumbers(i + 1)
    const share = shareOf(RUNS, () => {
      const old = { file: 'a', contents: resultOf(runOf(next, { rounds: 5, truth: 1 })) }
      const recent = { file: 'b', contents: resultOf(runOf(next, { rounds, truth })) }
      return says(compareFiles(run, old, recent, { failBelow: 0.03 }))
    })
    assert.ok(share >= least && share <= most, `${share}`)
  })
}

test('five rounds on a quiet machine detect a difference of 3% between interleaved servers', () => {
  const next = normalNumbers(6)
  const found = shareOf(RUNS, () => {
    const run = runOf(next, { rounds: 5, truth: 0.97 * 2, noise: 0.01, state: 0 })
    const file = { file: 'a', contents: resultOf(run) }
    return rowOf(compareServers(file, 'http-node', 'express'), 'express').verdict === 'worse'
  })
  assert.ok(found > 0.9, `${found}`)
})
