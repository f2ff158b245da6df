import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sampleLatencyServer, samplePoint } from '../../test/latency.ts'
import type { LatencyPoint } from './format.ts'
import { isHeld, summarizePoints } from './summary.ts'

/** Summarizes a server with one process per point. */
function summaryOf(points: readonly LatencyPoint[]) {
  const [summary, ...others] = summarizePoints(
    sampleLatencyServer(
      'a',
      points.map((point) => [point]),
    ),
  )
  assert.equal(others.length, 0)
  return summary ?? assert.fail()
}

describe('a rate', () => {
  test('has the median and range of its processes: one slow process affects only the range', () => {
    const { quantiles, cpu } = summaryOf(
      [1, 1.1, 1.2, 0.9, 100].map((p50) => samplePoint(1_000, p50)),
    )
    assert.deepEqual(quantiles?.p99, { median: 4.4, min: 3.6, max: 400 })
    assert.deepEqual(quantiles?.p50, { median: 1.1, min: 0.9, max: 100 })
    assert.deepEqual(cpu, { median: 50, min: 50, max: 50 })
  })

  test('is held if most processes responded to all requests without a growing backlog', () => {
    const good = samplePoint(1_000, 1)
    const missing = samplePoint(1_000, 1, { completed: 980, unsent: 20 })
    const growing = samplePoint(1_000, 1, { backlogGrowth: 11 })
    const hopeless = samplePoint(1_000, null)
    for (const bad of [missing, growing, hopeless]) {
      const few = summaryOf([good, good, bad])
      assert.deepEqual([isHeld(few), few.held, few.counted], [true, 2, 3])
      const most = summaryOf([good, bad, bad])
      assert.deepEqual([isHeld(most), most.held, most.counted], [false, 1, 3])
    }
    assert.ok(
      isHeld(summaryOf([samplePoint(1_000, 1, { completed: 990, failed: 10, backlogGrowth: 10 })])),
    )
  })

  test('is infinite if a latency exceeds the timeout', () => {
    const endless = samplePoint(1_000, 1, { p99: null, generatorPart: null })
    const { quantiles } = summaryOf([samplePoint(1_000, 1), endless, endless])
    assert.deepEqual(quantiles?.p99, { median: Infinity, min: 4, max: Infinity })
    assert.equal(quantiles?.p50.max, 1)
  })

  test('does not count if the generator stalled', () => {
    const still = samplePoint(1_000, null, { stoodStill: 3 })
    const { counted, quantiles } = summaryOf([still, still])
    assert.deepEqual([counted, quantiles], [0, null])
    assert.equal(summaryOf([still, samplePoint(1_000, 1)]).counted, 1)
  })

  test('has the generator’s part if it is large within p99, in the median process', () => {
    const of = (...parts: number[]) =>
      summaryOf(parts.map((generatorPart) => samplePoint(1_000, 1, { generatorPart })))
        .generatorPart
    assert.equal(of(0.01, 0.19, 3), null)
    assert.equal(of(0.01, 0.21, 3), 0.21)
  })

  test('is noisy if every load that counts was noisy', () => {
    const noisy = samplePoint(1_000, 1, { noise: 'others' })
    assert.deepEqual(
      [summaryOf([noisy, noisy]).noisy, summaryOf([noisy, samplePoint(1_000, 1)]).noisy],
      [true, false],
    )
  })
})
