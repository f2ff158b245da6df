import type * as hdr from 'hdr-histogram-js'
import { QUANTILE_NAMES, QUANTILES, type Quantiles } from '../../charts/instruments/latency/format.ts'
import type { Latency } from './generator.ts'

/** Unit: microseconds. Longer latencies count as this. */
export const LONGEST_LATENCY = 60_000_000

/** Converts a histogram of microseconds to milliseconds. */
export function latencyOf(histogram: hdr.Histogram): Latency {
  const milliseconds = (microseconds: number) => microseconds / 1000
  // A percentile is the upper end of its bucket, which may exceed the maximum.
  const percentile = (p: number) => milliseconds(Math.min(histogram.getValueAtPercentile(p), histogram.maxValue))
  return {
    mean: milliseconds(histogram.totalCount > 0 ? histogram.mean : 0),
    p50: percentile(50),
    p99: percentile(99),
    max: milliseconds(histogram.maxValue),
  }
}

/**
 * Returns latency quantiles over all requests, in ms. Requests without a response count as longer than any latency; a
 * quantile that falls among them is null.
 * @param unanswered number of requests without a response
 */
export function quantilesOf(histogram: hdr.Histogram, unanswered: number): Quantiles {
  const entries = QUANTILE_NAMES.map((name) => [name, quantileOf(histogram, unanswered, QUANTILES[name])])
  return Object.fromEntries(entries) as Quantiles
}

function quantileOf(histogram: hdr.Histogram, unanswered: number, share: number): number | null {
  // Rank of the value, from 1. The tolerance absorbs rounding: 0.07 * 100 is slightly more than 7.
  const rank = Math.max(1, Math.ceil(share * (histogram.totalCount + unanswered) - 1e-6))
  if (rank > histogram.totalCount) return null
  const microseconds = histogram.getValueAtPercentile((rank / histogram.totalCount) * 100)
  return Math.min(microseconds, histogram.maxValue) / 1000
}
