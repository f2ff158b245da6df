import type * as hdr from 'hdr-histogram-js'
import type { Latency } from './generator.ts'

/** What a histogram of microseconds says, in milliseconds. */
export function latencyOf(histogram: hdr.Histogram): Latency {
  const milliseconds = (microseconds: number) => microseconds / 1000
  // A percentile is the upper end of its bucket, which may lie above the greatest value.
  const percentile = (p: number) => milliseconds(Math.min(histogram.getValueAtPercentile(p), histogram.maxValue))
  return {
    mean: milliseconds(histogram.totalCount > 0 ? histogram.mean : 0),
    sd: milliseconds(histogram.totalCount > 0 ? histogram.stdDeviation : 0),
    p50: percentile(50),
    p90: percentile(90),
    p97_5: percentile(97.5),
    p99: percentile(99),
    p99_9: percentile(99.9),
    max: milliseconds(histogram.maxValue),
  }
}
