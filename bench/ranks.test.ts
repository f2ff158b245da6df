import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from './fixtures.ts'
import { type Contender, pairedRatios, rank } from './ranks.ts'
import { medianOf } from './statistics.ts'

function contender(name: string, rates: number[], limited = false): Contender {
  const trials = rates.map((rate, i) => {
    const trial = sampleTrial(i + 1, rate)
    return limited ? { ...trial, verdicts: [{ kind: 'generator-limited' as const, message: '' }] } : trial
  })
  return { name, trials, rate: medianOf(rates).median }
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

test('two numbers of the load generator are never ranked apart', () => {
  const a = contender('a', steady(100), true)
  const b = contender('b', steady(90), true)
  assert.deepEqual(ranksOf(a, b), { a: 1, b: 1 })
  assert.deepEqual(ranksOf(a, contender('b', steady(90))), { a: 1, b: 2 })
  assert.deepEqual(ranksOf(a, contender('c', steady(95)), b), { a: 1, b: 1, c: 3 }, 'with another one between them')
})

test('one round tells nothing apart', () => {
  assert.deepEqual(ranksOf(contender('a', [100]), contender('b', [1])), { a: 1, b: 1 })
})

test('ratios are paired by round; a round that only one has is passed over', () => {
  const trials = [sampleTrial(1, 100), sampleTrial(3, 300)]
  assert.deepEqual(pairedRatios(trials, [sampleTrial(3, 100), sampleTrial(2, 7), sampleTrial(1, 50)]), [2, 3])
})

test('trials of one group are compared directly, whatever other groups did', () => {
  const baseline = [sampleTrial(1, 100, 1), sampleTrial(1, 400, 2)]
  assert.deepEqual(pairedRatios([sampleTrial(1, 200, 2)], baseline), [0.5])
  assert.deepEqual(pairedRatios(baseline, [sampleTrial(1, 200, 2)]), [2])
})

test('trials of different groups are compared by what each is to its own baseline', () => {
  // In the second group the machine was twice as fast: both servers are half of the baseline.
  const baseline = [sampleTrial(1, 100, 1), sampleTrial(1, 200, 2)]
  const [slow, fast] = [[sampleTrial(1, 50, 1)], [sampleTrial(1, 100, 2)]]
  assert.deepEqual(pairedRatios(slow, fast, baseline), [1])
  assert.deepEqual(pairedRatios(slow, fast), [0.5], 'without a baseline there is nothing better')
  const ranks = rank(
    [1, 2, 3]
      .map((round) => [sampleTrial(round, 50, 1), sampleTrial(round, 100, 2)] as const)
      .reduce<Contender[]>(
        ([a, b], [first, second]) => [
          { name: 'a', rate: 50, trials: [...(a?.trials ?? []), first] },
          { name: 'b', rate: 100, trials: [...(b?.trials ?? []), second] },
        ],
        [],
      ),
    [1, 2, 3].flatMap((round) => [sampleTrial(round, 100, 1), sampleTrial(round, 200, 2)]),
  )
  assert.deepEqual(Object.fromEntries(ranks), { a: 1, b: 1 })
})
