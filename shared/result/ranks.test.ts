import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fitTrials, type TrialsByServer } from './fit.ts'
import type { Trial } from './format.ts'
import { type Standing, standings } from './ranks.ts'
import { sampleTrial } from './samples.ts'

/** Requests/s of each round. */
type Rates = Record<string, readonly number[]>

const trialsOf = (rates: Rates): TrialsByServer =>
  new Map(Object.entries(rates).map(([name, list]) => [name, list.map((rate, i) => sampleTrial(i + 1, rate))]))

const nobody = () => false

function standingsOf(trials: TrialsByServer, isLowerBound: (server: string) => boolean = nobody) {
  return Object.fromEntries(standings(fitTrials(trials), [...trials.keys()], isLowerBound))
}

const ranks = (standing: Standing | undefined) => [standing?.ranks.best, standing?.ranks.worst]

describe('ranks', () => {
  const rates = {
    a: [1000, 1012, 990, 1004, 1000],
    b: [1003, 999, 1004, 996, 990],
    c: [800, 790, 804, 806, 801],
    d: [600, 606, 594, 602, 600],
  }

  test('are intervals: who cannot be told apart may have any of the ranks that they share', () => {
    const found = standingsOf(trialsOf(rates))
    assert.deepEqual(
      Object.values(found).map((standing) => ranks(standing)),
      [
        [1, 2],
        [1, 2],
        [3, 3],
        [4, 4],
      ],
    )
    assert.deepEqual(
      Object.values(found).map(({ mayBeFastest }) => mayBeFastest),
      [true, true, false, false],
    )
  })

  test('say nothing with one round, nor of servers that nothing ties together', () => {
    const one = standingsOf(trialsOf({ a: [100], b: [1] }))
    assert.deepEqual([one.a, one.b].map(ranks), [
      [1, 2],
      [1, 2],
    ])
    const apart = (group: number, rate: number): Trial[] => [1, 2, 3].map((round) => sampleTrial(round, rate, group))
    const untied = standingsOf(
      new Map([
        ['a', apart(1, 100)],
        ['b', apart(2, 1)],
      ]),
    )
    assert.deepEqual(ranks(untied.b), [1, 2])
    assert.equal(untied.b?.mayBeFastest, true)
  })

  test('a number that is the load generator’s is a lower bound: nothing stands above it, and others may be below it', () => {
    const found = standingsOf(trialsOf(rates), (name) => name === 'c')
    assert.deepEqual(ranks(found.c), [1, 3], 'it is faster than d')
    assert.equal(found.c?.mayBeFastest, true)
    assert.deepEqual(ranks(found.a), [1, 3], 'nobody is known to be slower than a but d')
    assert.deepEqual(ranks(found.d), [4, 4])
  })

  test('do not follow the machine: what it does to a group falls on all of it', () => {
    const machine = [1, 3, 0.2, 1.7, 0.6]
    const drifting = Object.fromEntries(
      Object.entries(rates).map(([name, list]) => [name, list.map((rate, i) => rate * (machine[i] as number))]),
    )
    assert.deepEqual(standingsOf(trialsOf(drifting)), standingsOf(trialsOf(rates)))
  })
})
