import type * as hdr from 'hdr-histogram-js'
import type { Latency } from './generator.ts'

/** What a histogram of microseconds says, in milliseconds. */
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
