import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sampleLatencyServer, samplePoint } from '../../test/latency.ts'
import type { LatencyPoint, SearchStep } from './format.ts'
import { isHeld, type ObjectiveSummary, placesOf, summarizeObjective, summarizePoints } from './summary.ts'

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
    const { quantiles, cpu } = summaryOf([1, 1.1, 1.2, 0.9, 100].map((p50) => samplePoint(1_000, p50)))
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
    assert.ok(isHeld(summaryOf([samplePoint(1_000, 1, { completed: 990, failed: 10, backlogGrowth: 10 })])))
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
      summaryOf(parts.map((generatorPart) => samplePoint(1_000, 1, { generatorPart }))).generatorPart
    assert.equal(of(0.01, 0.19, 3), null)
    assert.equal(of(0.01, 0.21, 3), 0.21)
  })

  test('is noisy if every load that counts was noisy', () => {
    const noisy = samplePoint(1_000, 1, { noise: 'others' })
    assert.deepEqual([summaryOf([noisy, noisy]).noisy, summaryOf([noisy, samplePoint(1_000, 1)]).noisy], [true, false])
  })
})

describe('the highest rate within an objective', () => {
  const step = (rate: number, outcome: SearchStep['outcome']): SearchStep => ({ rate, value: 5, outcome })

  test('is the highest that passed in each process, and `next` the lowest that failed', () => {
    const search = [step(1_000, 'passed'), step(2_000, 'failed'), step(1_400, 'passed'), step(1_700, 'unknown')]
    const none = [step(1_000, 'failed'), step(500, 'failed')]
    const all = [step(1_000, 'passed'), step(1_200, 'passed')]
    const summaryOf = (searched: SearchStep[]) =>
      summarizeObjective(sampleLatencyServer('a', [[]], { process: { search: searched } }))
    const bounds = (searched: SearchStep[]) => [summaryOf(searched)?.best.median, summaryOf(searched)?.next.median]
    assert.deepEqual(bounds(search), [1_400, 1_700])
    assert.deepEqual(bounds(none), [0, 500])
    assert.deepEqual(bounds(all), [1_200, Infinity])
    assert.deepEqual([summaryOf(search)?.unknown, summaryOf(none)?.unknown], [1, 0])
    assert.equal(summarizeObjective(sampleLatencyServer('a', [[]])), null)
  })

  test('ties if the processes of two servers overlap, are few, or have unknown ends', () => {
    const server = (min: number, max: number, change: Partial<ObjectiveSummary> = {}): ObjectiveSummary => ({
      best: { median: min, min, max },
      next: { median: max, min: 1.05 * min, max: 1.05 * max },
      processes: 4,
      unknown: 0,
      ...change,
    })
    const placesAmong = (all: ObjectiveSummary[]) => all.map((each) => Object.values(placesOf(each, all)))
    assert.deepEqual(placesAmong([server(100, 110), server(60, 80), server(70, 75), server(50, 57)]), [
      [1, 1],
      [2, 3],
      [2, 3],
      [4, 4],
    ])
    const tied = [
      [1, 2],
      [1, 2],
    ]
    assert.deepEqual(placesAmong([server(100, 110), server(60, 80, { processes: 3 })]), tied)
    assert.deepEqual(placesAmong([server(100, 110), server(60, 80, { unknown: 1 })]), tied)
  })
})
