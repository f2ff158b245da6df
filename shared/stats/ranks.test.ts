import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Trial } from '../format/format.ts'
import { sampleTrial } from '../test/samples.ts'
import { fitTrials, type TrialsByServer } from './fit.ts'
import { rankIntervals } from './ranks.ts'

/** Requests/s by server and round. */
type Rates = Record<string, readonly number[]>

const trialsOf = (rates: Rates): TrialsByServer =>
  new Map(
    Object.entries(rates).map(([name, list]) => [
      name,
      list.map((rate, i) => sampleTrial(i + 1, rate)),
    ]),
  )

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

  test('are intervals: servers that do not differ significantly share ranks', () => {
    assert.deepEqual(ranksOf(trialsOf(rates)), { a: [1, 2], b: [1, 2], c: [3, 3], d: [4, 4] })
  })

  test('are undetermined with one round, and for servers that were not compared', () => {
    assert.deepEqual(ranksOf(trialsOf({ a: [100], b: [1] })), { a: [1, 2], b: [1, 2] })
    const apart = (group: number, rate: number): Trial[] =>
      [1, 2, 3].map((round) => sampleTrial(round, rate, group))
    const untied = new Map([
      ['a', apart(1, 100)],
      ['b', apart(2, 1)],
    ])
    assert.deepEqual(ranksOf(untied), { a: [1, 2], b: [1, 2] })
  })

  test('a generator-limited number is a lower bound: no server ranks above it, but others may rank below', () => {
    const lower = ranksOf(trialsOf(rates), (name) => name === 'c')
    assert.deepEqual(lower, { a: [1, 3], b: [1, 3], c: [1, 3], d: [4, 4] })
  })

  test('do not depend on the machine’s effect on a group', () => {
    const machine = [1, 3, 0.2, 1.7, 0.6]
    const drifting = Object.fromEntries(
      Object.entries(rates).map(([name, list]) => [
        name,
        list.map((rate, i) => rate * (machine[i] as number)),
      ]),
    )
    assert.deepEqual(ranksOf(trialsOf(drifting)), ranksOf(trialsOf(rates)))
  })
})
