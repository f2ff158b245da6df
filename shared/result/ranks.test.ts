import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import type { Trial } from './format.ts'
import { ratioInterval } from './intervals.ts'
import { type Contender, rank } from './ranks.ts'
import { pairedRatios } from './ratios.ts'
import { sampleTrial } from './samples.ts'

/** @param limited in how many of the first rounds the load generator was the limit */
function contender(name: string, rates: number[], limited = 0): Contender {
  const trials = rates.map((rate, i): Trial => {
    const trial = sampleTrial(i + 1, rate)
    return i < limited ? { ...trial, verdicts: [{ kind: 'generator-limited', message: '' }] } : trial
  })
  return { name, trials }
}

const ranksOf = (...contenders: Contender[]) => Object.fromEntries(rank(contenders))

/** Drift that all servers share, round by round. */
const drift = [1, 0.8, 1.2, 0.9, 1.1]
const steady = (rate: number) => drift.map((factor) => rate * factor)
const waver = [1, 1.1, 0.93, 1.1, 0.93]
/** Of one round more, of the next less, so that it can't be told from the steady one; the median is the rate. */
const wavering = (rate: number) => drift.map((factor, i) => rate * factor * (waver[i] ?? 1))

test('servers that differ in every round have ranks of their own, whatever the rounds do', () => {
  const ranks = ranksOf(contender('c', steady(90)), contender('a', steady(100)), contender('b', steady(95)))
  assert.deepEqual(ranks, { a: 1, b: 2, c: 3 })
})

test('servers that cannot be told apart share a rank, and the next one counts them', () => {
  const ranks = ranksOf(contender('a', steady(100)), contender('b', wavering(99)), contender('c', steady(50)))
  assert.deepEqual(ranks, { a: 1, b: 1, c: 3 })
})

test('of a chain of ties only those belong together that tie with the first', () => {
  // a and b tie, b and c tie, a and c do not.
  const a = contender('a', steady(100))
  const b = contender('b', wavering(97))
  const c = contender('c', steady(94))
  assert.deepEqual(ranksOf(a, b), { a: 1, b: 1 })
  assert.deepEqual(ranksOf(b, c), { b: 1, c: 1 })
  assert.deepEqual(ranksOf(a, c), { a: 1, c: 2 })
  assert.deepEqual(ranksOf(c, b, a), { a: 1, b: 1, c: 3 })
})

test('two numbers of the load generator are never ranked apart, nor is one that stands between them', () => {
  const a = contender('a', steady(100), 5)
  const b = contender('b', steady(90), 3)
  assert.deepEqual(ranksOf(a, b), { a: 1, b: 1 })
  assert.deepEqual(ranksOf(a, contender('b', steady(90))), { a: 1, b: 2 })
  const [between, below] = [contender('c', steady(95)), contender('d', steady(80))]
  assert.deepEqual(ranksOf(a, between, b, below), { a: 1, b: 1, c: 1, d: 4 })
})

test('a number that was the load generator’s in some trials only is the server’s own', () => {
  const ranks = ranksOf(contender('a', steady(100), 2), contender('c', steady(95)), contender('b', steady(90), 2))
  assert.deepEqual(ranks, { a: 1, b: 3, c: 2 })
})

test('nobody stands above a server that is faster with confidence, however the machine drifts', () => {
  const next = normalNumbers(1)
  const rounds = [1, 2, 3, 4, 5]
  for (let run = 0; run < 100; run++) {
    const drift = new Map(rounds.flatMap((round) => [1, 2].map((group) => [`${round} ${group}`, 0.2 * next()])))
    const trial = (truth: number, round: number, group: number) =>
      sampleTrial(round, truth * Math.exp((drift.get(`${round} ${group}`) ?? 0) + 0.02 * next()), group)
    const baseline = rounds.flatMap((round) => [trial(100, round, 1), trial(100, round, 2)])
    const others = [104, 103, 102, 99, 98, 96].map((truth, i) => ({
      name: `server ${i}`,
      trials: rounds.map((round) => trial(truth, round, 1 + ((i + round) % 2))),
    }))
    const all = [...others, { name: 'baseline', trials: baseline }]
    const ranks = rank(all, baseline)
    for (const a of all) {
      for (const b of all) {
        const ratio = ratioInterval(pairedRatios(a.trials, b.trials, baseline))
        if (a !== b && ratio && ratio.low > 1) assert.ok((ranks.get(a.name) ?? 0) <= (ranks.get(b.name) ?? 0))
      }
    }
  }
})

test('one round tells nothing apart', () => {
  assert.deepEqual(ranksOf(contender('a', [100]), contender('b', [1])), { a: 1, b: 1 })
})
