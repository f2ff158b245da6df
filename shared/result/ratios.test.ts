import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairedRatios, ratesByRound, relativeRates } from './ratios.ts'
import { sampleTrial } from './samples.ts'

const near = (values: Iterable<number>, expected: number[]) =>
  assert.deepEqual(
    [...values].map((value) => value.toFixed(9)),
    expected.map((value) => value.toFixed(9)),
  )

/** In the second group the machine was four times as fast. */
const baseline = [sampleTrial(1, 100, 1), sampleTrial(1, 400, 2)]

test('ratios are paired by round; a round that only one has is passed over', () => {
  const trials = [sampleTrial(1, 100), sampleTrial(3, 300)]
  near(pairedRatios(trials, [sampleTrial(3, 100), sampleTrial(2, 7), sampleTrial(1, 50)]), [2, 3])
})

test('servers of one group are compared directly, whatever the baseline did', () => {
  near(pairedRatios([sampleTrial(1, 150, 2)], [sampleTrial(1, 50, 2)], baseline), [3])
})

test('a trial is related to the baseline of its group and of its round alike', () => {
  near(relativeRates([sampleTrial(1, 400, 2)], baseline).values(), [Math.SQRT2])
  near(relativeRates([sampleTrial(1, 400, 2)], baseline, 1).values(), [1])
  near(relativeRates([sampleTrial(1, 400, 2)], baseline, 0).values(), [2])
})

test('the baseline relative to itself is 1', () => {
  near(relativeRates(baseline, baseline).values(), [1])
})

test('servers of different groups are compared by what each is to the baseline', () => {
  const [slow, fast] = [[sampleTrial(1, 50, 1)], [sampleTrial(1, 200, 2)]]
  near(pairedRatios(slow, fast), [0.25])
  near(pairedRatios(slow, fast, baseline), [0.5])
})

test('a round without the baseline is left out; without any baseline rates stay what they are', () => {
  const trials = [sampleTrial(1, 100), sampleTrial(2, 900)]
  near(relativeRates(trials, [sampleTrial(2, 300), sampleTrial(4, 1)]).keys(), [2])
  near(relativeRates(trials, []).values(), [100, 900])
})

test('several trials of one round are one number', () => {
  near(ratesByRound([...baseline, sampleTrial(2, 9)]).values(), [200, 9])
})
