/**
 * Histograms of microseconds as files hold them: HdrHistogram's own compressed form (G. Tene, HdrHistogram,
 * http://hdrhistogram.org), so that what was measured apart can be merged later. A quantile is always read off a merged
 * histogram, never averaged.
 */
import * as hdr from 'hdr-histogram-js'

/** Longest latency that is told apart, in microseconds. */
export const LONGEST_LATENCY = 60_000_000

/** Latencies of requests, and how many there are that never had an answer: each of those is longer than all others. */
export interface Latencies {
  histogram: hdr.Histogram
  /** Requests that were due, and failed or were never sent. */
  endless: number
}

/** @param parts at least one */
export function mergeHistograms(parts: readonly string[]): hdr.Histogram {
  const [first, ...others] = parts.map((text) => hdr.decodeFromCompressedBase64(text))
  if (!first) throw new Error('there is no histogram')
  for (const other of others) first.add(other)
  return first
}

/**
 * The latency in milliseconds that a share of all requests does not exceed, those without an answer among them.
 * @param share above 0; 1 is the longest
 * @returns null where it is one without an answer, or there are none at all
 */
export function quantileOf({ histogram, endless }: Latencies, share: number): number | null {
  const total = histogram.totalCount + endless
  // The rank of the value, counted from 1; a product such as 0.99 * 100 may come out a little above what it is.
  const rank = Math.max(1, Math.ceil(share * total - 1e-6))
  if (total === 0 || rank > histogram.totalCount) return null
  // A percentile is the upper end of its bucket, which may lie above the greatest value.
  const microseconds = histogram.getValueAtPercentile((rank / histogram.totalCount) * 100)
  return Math.min(microseconds, histogram.maxValue) / 1000
}
