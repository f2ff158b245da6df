import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLatencyProtocol, expectedLatencySeconds, pointsAtRates, pointsAtShares, slicesAt } from './rates.ts'

const protocol = { ...defaultLatencyProtocol, rates: [1_000, 5_000, 20_000], shares: [0.5, 0.95], seed: 1 }

test('a rate far above the maximum is not loaded and says so, one a little above it is', () => {
  assert.deepEqual(
    pointsAtRates(protocol, 4_400).map(({ rate, skipped }) => [rate, skipped]),
    [
      [1_000, null],
      [5_000, null],
      [20_000, 'its first process had 4,400/s at most'],
    ],
  )
})

test('shares are those of the median of all maxima: one may lie far off', () => {
  assert.deepEqual(
    pointsAtShares(protocol, [8_000, 4_300, 4_400, 4_500, 4_400]).map(({ rate, share }) => [rate, share]),
    [
      [2_200, 0.5],
      [4_180, 0.95],
    ],
  )
})

test('a low rate has as many slices as give its tail enough requests', () => {
  assert.deepEqual(
    [500, 1_000, 2_000, 20_000].map((rate) => slicesAt(rate, protocol)),
    [4, 2, 1, 1],
  )
})

test('a dozen of servers takes about half an hour', () => {
  const minutes =
    expectedLatencySeconds(
      {
        ...defaultLatencyProtocol,
        rates: [...defaultLatencyProtocol.rates],
        shares: [...defaultLatencyProtocol.shares],
        seed: 1,
      },
      12,
    ) / 60
  assert.ok(minutes > 15 && minutes < 32, `${minutes} min`)
})
