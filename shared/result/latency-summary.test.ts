import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { histogramText, samplePoint, sampleSliceOf } from './latency-fixtures.ts'
import { mergeHistograms, quantileOf } from './latency-histogram.ts'
import { standstill, summarizePoint } from './latency-summary.ts'
import { quantileText } from './latency-text.ts'

/** So many latencies from 1 ms up, evenly. */
const evenly = (count: number, from = 1, step = 0.1) => Array.from({ length: count }, (_, i) => from + i * step)

/** Within what a histogram of two digits tells apart. */
function near(value: number | null | undefined, expected: number): void {
  assert.ok(value != null && Math.abs(value / expected - 1) < 0.01, `${value} instead of ${expected}`)
}

describe('a quantile', () => {
  test('is read off the merged histogram, which percentiles of percentiles are not', () => {
    const [fast, slow] = [Array.from({ length: 990 }, () => 1), Array.from({ length: 10 }, () => 100)]
    // One process in three has all the slow answers: of the merged ones 0.33% are slow, and its own p99.9 alone is 100.
    const parts = [
      [...fast, ...slow],
      [...fast, ...fast.slice(0, 10)],
      [...fast, ...fast.slice(0, 10)],
    ]
    const merged = { histogram: mergeHistograms(parts.map((part) => histogramText(part))), endless: 0 }
    near(quantileOf(merged, 0.99), 1)
    near(quantileOf(merged, 0.996), 1)
    near(quantileOf(merged, 0.998), 100)
    near(quantileOf(merged, 1), 100)
  })

  test('of what is below its rank and not above it', () => {
    const latencies = { histogram: mergeHistograms([histogramText([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])]), endless: 0 }
    for (const [share, value] of [
      [0.1, 1],
      [0.5, 5],
      [0.51, 6],
      [0.9, 9],
      [0.91, 10],
      [1, 10],
    ] as const) {
      near(quantileOf(latencies, share), value)
    }
  })

  test('is unknown as soon as requests without an answer reach down to it, and moved by those that do not', () => {
    const histogram = mergeHistograms([histogramText(evenly(980))])
    near(quantileOf({ histogram, endless: 0 }, 0.98), evenly(980)[960] as number)
    near(quantileOf({ histogram, endless: 20 }, 0.98), evenly(980)[979] as number)
    assert.equal(quantileOf({ histogram, endless: 20 }, 0.99), null)
    assert.equal(quantileOf({ histogram: mergeHistograms([histogramText([])]), endless: 0 }, 0.5), null)
  })
})

describe('the generator', () => {
  const latencies = evenly(1_000)

  test('refuses itself where it looked at nothing for a hundredth of the slice, or for 20 ms', () => {
    assert.equal(standstill({ seconds: 1.5, longestTurn: 14.9 }), null)
    assert.match(standstill({ seconds: 1.5, longestTurn: 15.1 }) ?? '', /looked at nothing for 15\.1 ms/)
    assert.equal(standstill({ seconds: 10, longestTurn: 19 }), null)
    assert.match(standstill({ seconds: 10, longestTurn: 50 }) ?? '', /for 50\.0 ms, where 20 /)
  })

  test('tells of each quantile from where to where it may be, if its own part is more than a little', () => {
    const least = histogramText(latencies.map((each, i) => (i < 900 ? each - 0.01 : each - 30)))
    const { quantiles } = summarizePoint(samplePoint(1_000, [latencies], { slice: { least } })) ?? assert.fail()
    const milliseconds = (value: number) => value.toFixed(0)
    assert.ok(quantiles)
    assert.equal(quantileText(quantiles.p50, milliseconds), '51')
    assert.equal(quantileText(quantiles.max, milliseconds), '91…101')
    near(quantiles['p99.9'].value, 100.8)
    near(quantiles['p99.9'].least, 90.8)
    assert.equal(quantileText({ value: null, least: 5, processes: null }, milliseconds), '∞')
  })

  test('has no slice left out for what came out of it', () => {
    const slow = sampleSliceOf(latencies, { least: histogramText(latencies.map(() => 0.1)) })
    const fast = sampleSliceOf(
      latencies.map((each) => each / 100),
      { least: histogramText(latencies.map(() => 0.01)) },
    )
    assert.deepEqual([standstill(slow), standstill(fast)], [null, null])
  })
})

describe('a rate', () => {
  const latencies = evenly(1_000)

  test('is held where nothing queues up, and the figures say how far processes differ', () => {
    const processes = [1, 2, 3, 4, 5].map((factor) => latencies.map((each) => each * factor))
    const summary = summarizePoint(samplePoint(5_000, processes))
    assert.equal(summary?.fails, null)
    const p50 = summary?.quantiles?.p50
    near(p50?.processes?.least, 50.95)
    near(p50?.processes?.greatest, 5 * 50.95)
    assert.ok(p50?.value && p50.processes && p50.value > p50.processes.least && p50.value < p50.processes.greatest)
    near(summary?.cpu?.value, 50)
    const four = summarizePoint(samplePoint(5_000, processes.slice(0, 4)))
    near(four?.quantiles?.p50.processes?.greatest, 4 * 50.95)
    assert.equal(four?.cpu?.low, null, 'of four processes there is no interval')
  })

  test('is not held where answers are missing, or the backlog grows in most processes', () => {
    const missing = summarizePoint(samplePoint(5_000, [latencies, latencies], { slice: { unsent: 100 } }))
    assert.equal(missing?.fails, 'answered 91% of the requests')
    assert.equal(missing?.quantiles?.p99.value, null)
    const growing = { backlog: { begin: 5, end: 105 } }
    const grows = samplePoint(5_000, [latencies, latencies, latencies], { slice: growing })
    assert.equal(summarizePoint(grows)?.fails, 'its backlog grew by 10% of the requests')
    // One stall at the end of a window is none of the rate's.
    const calm = samplePoint(5_000, [latencies, latencies])
    assert.equal(
      summarizePoint({ ...grows, processes: [...grows.processes.slice(0, 1), ...calm.processes] })?.fails,
      null,
    )
  })

  test('that was not loaded says why; one in which the generator always stood still has no summary', () => {
    const skipped = summarizePoint(samplePoint(5_000, [], { skipped: 'its first process had 3,000/s at most' }))
    assert.deepEqual([skipped?.fails, skipped?.quantiles], ['its first process had 3,000/s at most', null])
    const late = { round: 1, quantiles: null, slices: [], refused: ['late'] }
    assert.equal(
      summarizePoint({ rate: 1, share: null, skipped: null, latency: null, least: null, processes: [late] }),
      null,
    )
  })
})
