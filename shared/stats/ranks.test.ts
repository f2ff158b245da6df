import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrials } from '../test/samples.ts'
import { fitTrials, type TrialsByServer } from './fit.ts'
import { rankIntervals } from './ranks.ts'

function ranksOf(trials: TrialsByServer, isLowerBound: (server: string) => boolean = () => false) {
  const ranks = rankIntervals(fitTrials(trials).contrast, [...trials.keys()], isLowerBound)
  return Object.fromEntries([...ranks].map(([name, { best, worst }]) => [name, [best, worst]]))
}

/** On a machine whose speed differs from round to round. */
const machine = [1, 3, 0.2, 1.7, 0.6]
const on = (...rates: number[]) => rates.map((rate, i) => rate * (machine[i] as number))
const trials = sampleTrials({
  a: on(1000, 1012, 990, 1004, 1000),
  b: on(1003, 999, 1004, 996, 990),
  c: on(800, 790, 804, 806, 801),
  d: on(600, 606, 594, 602, 600),
})

test('servers that do not differ significantly share ranks, whatever the machine’s effect on a group', () => {
  assert.deepEqual(ranksOf(trials), { a: [1, 2], b: [1, 2], c: [3, 3], d: [4, 4] })
})

test('ranks are undetermined with one round, and for servers that were not compared', () => {
  assert.deepEqual(ranksOf(sampleTrials({ a: [100], b: [1] })), { a: [1, 2], b: [1, 2] })
  const apart = [sampleTrials({ a: [100, 100] }, 1), sampleTrials({ b: [1, 1] }, 2)]
  assert.deepEqual(ranksOf(new Map(apart.flatMap((each) => [...each]))), { a: [1, 2], b: [1, 2] })
})

test('a generator-limited number is a lower bound: no server ranks above it, but others may rank below', () => {
  const ranks = ranksOf(trials, (name) => name === 'c')
  assert.deepEqual(ranks, { a: [1, 3], b: [1, 3], c: [1, 3], d: [4, 4] })
})
