import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Trial } from '../results/format.ts'
import { sampleTrial } from '../results/samples.ts'
import { fitTrials, type TrialsByServer } from './fit.ts'
import { rankIntervals } from './ranks.ts'

/** Requests/s of each round. */
type Rates = Record<string, readonly number[]>

const trialsOf = (rates: Rates): TrialsByServer =>
  new Map(Object.entries(rates).map(([name, list]) => [name, list.map((rate, i) => sampleTrial(i + 1, rate))]))

const nobody = () => false

function ranksOf(trials: TrialsByServer, isLowerBound: (server: string) => boolean = nobody) {
  const ranks = rankIntervals(fitTrials(trials).contrast, [...trials.keys()], isLowerBound)
  return Object.fromEntries([...ranks].map(([name, { best, worst }]) => [name, [best, worst]]))
}

describe('ranks', () => {
  const rates = {
    a: [1000, 1012, 990, 1004, 1000],
    b: [1003, 999, 1004, 996, 990],
    c: [800, 790, 804, 806, 801],
    d: [600, 606, 594, 602, 600],
  }

  test('are intervals: who cannot be told apart may have any of the ranks that they share', () => {
    assert.deepEqual(ranksOf(trialsOf(rates)), { a: [1, 2], b: [1, 2], c: [3, 3], d: [4, 4] })
  })

  test('say nothing with one round, nor of servers that nothing ties together', () => {
    assert.deepEqual(ranksOf(trialsOf({ a: [100], b: [1] })), { a: [1, 2], b: [1, 2] })
    const apart = (group: number, rate: number): Trial[] => [1, 2, 3].map((round) => sampleTrial(round, rate, group))
    const untied = new Map([
      ['a', apart(1, 100)],
      ['b', apart(2, 1)],
    ])
    assert.deepEqual(ranksOf(untied), { a: [1, 2], b: [1, 2] })
  })

  test('a number that is the load generator’s is a lower bound: nothing stands above it, and others may be below it', () => {
    const lower = ranksOf(trialsOf(rates), (name) => name === 'c')
    assert.deepEqual(lower, { a: [1, 3], b: [1, 3], c: [1, 3], d: [4, 4] })
  })

  test('do not follow the machine: what it does to a group falls on all of it', () => {
    const machine = [1, 3, 0.2, 1.7, 0.6]
    const drifting = Object.fromEntries(
      Object.entries(rates).map(([name, list]) => [name, list.map((rate, i) => rate * (machine[i] as number))]),
    )
    assert.deepEqual(ranksOf(trialsOf(drifting)), ranksOf(trialsOf(rates)))
  })
})
