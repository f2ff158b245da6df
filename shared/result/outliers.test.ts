import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { outliersOf } from './outliers.ts'
import { sampleTrial } from './samples.ts'
import { judgeOutliers } from './verdicts.ts'

test('a value unlike the others is an outlier, on either side', () => {
  assert.deepEqual(outliersOf([100, 101, 99, 102, 98, 60]), [5])
  assert.deepEqual(outliersOf([140, 100, 101, 99, 102, 98]), [0])
  assert.deepEqual(outliersOf([100, 101, 99, 50, 100.5]), [3])
})

test('several are found, each among what is left', () => {
  const near100 = [100, 101, 99, 102, 98, 100, 101, 99, 103, 97]
  assert.deepEqual(outliersOf([...near100, 50, 160]).toSorted(), [10, 11])
})

test('a wide spread has no outliers, nor have a few values, nor equal ones', () => {
  assert.deepEqual(outliersOf([80, 90, 100, 110, 120, 60]), [])
  assert.deepEqual(outliersOf([100, 100.1, 99.9, 1]), [])
  assert.deepEqual(outliersOf([100, 100, 100, 100, 100]), [])
})

for (const rounds of [5, 10, 30]) {
  test(`one in a hundred servers without an outlier has one by chance, at ${rounds} rounds`, () => {
    const next = normalNumbers(rounds)
    const runs = 5000
    let marked = 0
    for (let run = 0; run < runs; run++) {
      const rates = Array.from({ length: rounds }, () => 40_000 * Math.exp(0.05 * next()))
      if (outliersOf(rates).length > 0) marked++
    }
    assert.ok(marked > 0.006 * runs && marked < 0.014 * runs, `${marked} of ${runs}`)
  })
}

test('an outlier is labelled and stays', () => {
  const trials = [100, 101, 99, 102, 98, 60].map((rate, i) => sampleTrial(i + 1, rate * 1000))
  judgeOutliers(trials)
  assert.equal(trials.length, 6)
  assert.deepEqual(
    trials.flatMap(({ verdicts }) => verdicts),
    [{ kind: 'outlier', message: '60,000 requests/s in round 6, where the median is 99,500' }],
  )
})
