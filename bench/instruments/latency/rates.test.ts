import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LatencyProtocol } from '../../../charts/instruments/latency/format.ts'
import { defaultLatencyProtocol, expectedLatencySeconds, pointsOf, secondsAt } from './rates.ts'

const { rates, shares, ...others } = defaultLatencyProtocol
const protocol: LatencyProtocol = { ...others, rates: [...rates], shares: [...shares], seed: 1 }

test('shares refer to the maximum of the process', () => {
  assert.deepEqual(pointsOf({ rates: [1_000], shares: [0.5, 0.95] }, 4_400), [
    { rate: 1_000, share: null },
    { rate: 2_200, share: 0.5 },
    { rate: 4_180, share: 0.95 },
  ])
})

test('a low rate is loaded long enough for its p99', () => {
  assert.deepEqual(
    [500, 1_000, 2_000, 20_000].map((rate) => secondsAt(rate, protocol)),
    [4, 2, 1, 1],
  )
})

test('a dozen servers take about ten minutes', () => {
  const minutes = expectedLatencySeconds(protocol, 12) / 60
  assert.ok(minutes > 8 && minutes < 12, `${minutes} min`)
})
