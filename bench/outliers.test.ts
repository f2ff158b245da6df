import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTrial } from './fixtures.ts'
import { farOut, labelOutliers } from './outliers.ts'

test('a value far beyond the quartiles is far out, on either side', () => {
  assert.deepEqual(farOut([100, 101, 99, 102, 98, 60]), [5])
  assert.deepEqual(farOut([140, 100, 101, 99, 102, 98]), [0])
})

test('a wide spread has no outliers, nor have a few values', () => {
  assert.deepEqual(farOut([80, 90, 100, 110, 120, 60]), [])
  assert.deepEqual(farOut([100, 100, 100, 1]), [])
})

test('an outlier is labelled and stays', () => {
  const trials = [100, 101, 99, 102, 98, 60].map((rate, i) => sampleTrial(i + 1, rate * 1000))
  labelOutliers(trials)
  assert.equal(trials.length, 6)
  assert.deepEqual(
    trials.flatMap(({ verdicts }) => verdicts),
    [{ kind: 'outlier', message: '60,000 requests/s in round 6, where the median is 99,500' }],
  )
})
