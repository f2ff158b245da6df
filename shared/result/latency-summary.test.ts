import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { histogramText, samplePoint, sampleSliceOf } from './latency-fixtures.ts'
import { mergeHistograms, quantileOf } from './latency-histogram.ts'
import { lateness, summarizePoint } from './latency-summary.ts'

/** So many latencies from 1 ms up, evenly. */
const ladder = (count: number, from = 1, step = 0.1) => Array.from({ length: count }, (_, i) => from + i * step)

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
    const histogram = mergeHistograms([histogramText(ladder(980))])
    near(quantileOf({ histogram, endless: 0 }, 0.98), ladder(980)[960] as number)
    near(quantileOf({ histogram, endless: 20 }, 0.98), ladder(980)[979] as number)
    assert.equal(quantileOf({ histogram, endless: 20 }, 0.99), null)
    assert.equal(quantileOf({ histogram: mergeHistograms([histogramText([])]), endless: 0 }, 0.5), null)
  })
})

describe('the generator', () => {
  const latencies = ladder(1_000)

  test('refuses itself where it looked at nothing for a hundredth of the slice, or for 20 ms', () => {
    assert.equal(lateness(sampleSliceOf(latencies, { longestTurn: 14.9 })), null)
    assert.match(lateness(sampleSliceOf(latencies, { longestTurn: 15.1 })) ?? '', /looked at nothing for 15\.1 ms/)
    assert.equal(lateness(sampleSliceOf(latencies, { longestTurn: 19, seconds: 10 })), null)
    assert.match(lateness(sampleSliceOf(latencies, { longestTurn: 50, seconds: 10 })) ?? '', /for 50\.0 ms, where 20 /)
  })

  test('refuses itself where it was late at p99 by more than a share of it', () => {
    const late = (milliseconds: number, share: number) => {
      const own = latencies.map((_, i) => (i < share * latencies.length ? milliseconds : 0.01))
      return lateness(sampleSliceOf(latencies, { own: histogramText(own, 1) }))
    }
    // p99 is 99.9 ms: a twentieth of it is 5.
    assert.equal(late(4, 0.02), null)
    assert.match(
      late(8, 0.02) ?? '',
      /^the load generator was late itself: by up to \d\.\d\d ms at p99, which is 100\.\d\d ms/,
    )
    assert.equal(late(8, 0.005), null, 'what is less than a hundredth is not in p99')
  })

  test('keeps the quantiles that are its own to itself, and no others', () => {
    const own = histogramText(
      latencies.map((_, i) => (i < 3 ? 14 : 0.01)),
      1,
    )
    const quantiles = summarizePoint(samplePoint(1_000, [latencies], { slice: { own } }))?.quantiles
    near(quantiles?.p99.value, 99.9)
    assert.deepEqual([quantiles?.['p99.9'].value, quantiles?.['p99.9'].unknown], [null, 'own'])
    assert.deepEqual([quantiles?.max.value, quantiles?.max.unknown], [null, 'own'])
  })
})

describe('a rate', () => {
  const latencies = ladder(1_000)

  test('is held where nothing queues up, and the figures have intervals over five processes', () => {
    const processes = [1, 2, 3, 4, 5].map((factor) => latencies.map((each) => each * factor))
    const summary = summarizePoint(samplePoint(5_000, processes))
    assert.equal(summary?.fails, null)
    assert.equal(summary?.scheduled, 5_000)
    const p50 = summary?.quantiles?.p50
    near(p50?.low, 50.95)
    near(p50?.high, 5 * 50.95)
    assert.ok(p50 && p50.value !== null && p50.value > (p50.low ?? 0) && p50.value < (p50.high ?? 0))
    near(summary?.cpu?.value, 50)
    assert.equal(summarizePoint(samplePoint(5_000, processes.slice(0, 4)))?.quantiles?.p50.low, null)
  })

  test('is not held where answers are missing, or the backlog grows in most processes', () => {
    const missing = summarizePoint(samplePoint(5_000, [latencies, latencies], { slice: { unsent: 100 } }))
    assert.equal(missing?.fails, 'answered 91% of the requests')
    assert.equal(missing?.quantiles?.p99.unknown, 'endless')
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

  test('that was not loaded says why; one in which the generator was always late has no summary', () => {
    const skipped = summarizePoint(samplePoint(5_000, [], { skipped: 'its maximum is 3,000/s' }))
    assert.deepEqual([skipped?.fails, skipped?.quantiles], ['its maximum is 3,000/s', null])
    const late = { round: 1, quantiles: null, slices: [], refused: ['late'] }
    assert.equal(
      summarizePoint({ rate: 1, share: null, skipped: null, latency: null, own: null, processes: [late] }),
      null,
    )
  })
})
