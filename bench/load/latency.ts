import type * as hdr from 'hdr-histogram-js'
import { QUANTILE_NAMES, QUANTILES, type Quantiles } from '../../charts/instruments/latency/format.ts'
import type { Latency } from './generator.ts'

/** In microseconds: longer ones are counted as that long. */
export const LONGEST_LATENCY = 60_000_000

/** Converts a histogram of microseconds to milliseconds. */
export function latencyOf(histogram: hdr.Histogram): Latency {
  const milliseconds = (microseconds: number) => microseconds / 1000
  // A percentile is the upper end of its bucket, which may lie above the greatest value.
  const percentile = (p: number) => milliseconds(Math.min(histogram.getValueAtPercentile(p), histogram.maxValue))
  return {
    mean: milliseconds(histogram.totalCount > 0 ? histogram.mean : 0),
    p50: percentile(50),
    p99: percentile(99),
    max: milliseconds(histogram.maxValue),
  }
}

/**
 * Quantiles of all requests, in milliseconds: those that never had a response are longer than all others, and a quantile that
 * reaches down to them is null.
 */
export function quantilesOf(histogram: hdr.Histogram, endless: number): Quantiles {
  const entries = QUANTILE_NAMES.map((name) => [name, quantileOf(histogram, endless, QUANTILES[name])])
  return Object.fromEntries(entries) as Quantiles
}

function quantileOf(histogram: hdr.Histogram, endless: number, share: number): number | null {
  // The rank of the value, counted from 1; a product such as 0.99 * 100 may come out a little above what it is.
  const rank = Math.max(1, Math.ceil(share * (histogram.totalCount + endless) - 1e-6))
  if (rank > histogram.totalCount) return null
  const microseconds = histogram.getValueAtPercentile((rank / histogram.totalCount) * 100)
  return Math.min(microseconds, histogram.maxValue) / 1000
}
