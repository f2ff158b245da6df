import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitTrials } from './fit.ts'
import { outliersOf } from './outliers.ts'
import { sampleTrial } from './samples.ts'
import { simulator, TYPICAL } from './simulated-run.ts'
import { judgeOutliers } from './verdicts.ts'

/** Four servers whose rates vary by half a percent, on a machine that is three times as fast in its third round. */
function run(change: { server: string; round: number; factor: number } | null) {
  const names = ['a', 'b', 'c', 'd']
  const rounds = [1, 2, 3, 4, 5, 6]
  return new Map(
    names.map((name, i) => [
      name,
      rounds.map((round) => {
        const factor = change?.server === name && change.round === round ? change.factor : 1
        const wobble = 1 + (((i * 7 + round * 3) % 5) - 2) * 0.0025
        return sampleTrial(round, Math.round(40_000 * (round === 3 ? 3 : 1) * wobble * factor))
      }),
    ]),
  )
}

test('a trial unlike what its server and its group let expect is an outlier, on either side', () => {
  for (const factor of [0.7, 1.4]) {
    const found = outliersOf(fitTrials(run({ server: 'b', round: 5, factor })))
    assert.deepEqual(
      found.map(({ server, trial }) => [server, trial.round]),
      [['b', 5]],
    )
  }
})

test('a round in which the machine was fast for all is none', () => {
  assert.deepEqual(outliersOf(fitTrials(run(null))), [])
})

test('a few trials and equal ones have none', () => {
  const few = new Map(
    ['a', 'b', 'c'].map((name, i) => [
      name,
      [1, 2, 3].map((round) => sampleTrial(round, i === 0 && round === 2 ? 100 : 1000)),
    ]),
  )
  assert.deepEqual(outliersOf(fitTrials(few)), [])
  const equal = new Map(['a', 'b', 'c'].map((name) => [name, [1, 2, 3, 4, 5].map((round) => sampleTrial(round, 1000))]))
  assert.deepEqual(outliersOf(fitTrials(equal)), [])
})

test('they are rare: of runs without any, about one in twenty has one', () => {
  const simulate = simulator(3)
  let marked = 0
  const runs = 200
  for (let i = 0; i < runs; i++) {
    const trials = simulate({ ...TYPICAL, truth: Array(10).fill(0), rounds: 6 })
    if (outliersOf(fitTrials(trials)).length > 0) marked++
  }
  assert.ok(marked > 0 && marked < 0.1 * runs, `${marked} of ${runs}`)
})

test('an outlier is labelled with what was to be expected, and stays', () => {
  const trials = run({ server: 'b', round: 5, factor: 0.7 })
  judgeOutliers(fitTrials(trials))
  assert.equal(trials.get('b')?.length, 6)
  const verdicts = [...trials.values()].flat().flatMap((trial) => trial.verdicts)
  assert.equal(verdicts.length, 1)
  assert.match(
    verdicts[0]?.message ?? '',
    /^2\d,\d{3} requests\/s in round 5, where its other rounds and its group let expect \d\d,\d{3}$/,
  )
})
