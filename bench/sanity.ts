/** Whether what a load generator reports can be true; one that contradicts itself refutes the number. */
import type { LoadReport } from './generators/generator.ts'
import { spreadOf } from './statistics.ts'

/** How a report contradicts itself, in one line; `null` where it does not. */
export function contradiction(report: LoadReport, inFlight: number): string | null {
  const { completed, sent, seconds, latency } = report
  if (sent !== null && completed > sent) return `${completed} responses to ${sent} requests`
  if (sent !== null && sent - completed > inFlight + report.errors + report.timeouts) {
    return `${sent - completed} requests without a response, where ${inFlight} can be in flight`
  }
  const ladder = [latency.p50, latency.p90, latency.p97_5, latency.p99, latency.p99_9, latency.max]
  const steps = ladder.filter((value) => value !== null)
  if (steps.some((value, i) => i > 0 && value < (steps[i - 1] as number))) return 'latency percentiles that fall'
  if (latency.mean > latency.max) return `a mean latency of ${latency.mean} ms above the maximum of ${latency.max} ms`
  // Little's law (J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9, 1961): what is in
  // flight on average is throughput times mean latency, and no more can be in flight than the protocol allows.
  const concurrency = (completed / seconds) * (latency.mean / 1000)
  if (concurrency > inFlight * LITTLE_TOLERANCE) {
    return `${concurrency.toFixed(0)} requests in flight by Little's law, where ${inFlight} can be`
  }
  return null
}

/** A load's first and last moments are not steady, so that the law holds only about. */
const LITTLE_TOLERANCE = 1.1

/**
 * Whether the bytes of the load's responses are those of right answers: their mean must be the mean that the checker saw
 * within four standard errors and two percent.
 * @param perResponse mean bytes a response in the load
 * @param sizes bytes of each right answer
 */
export function isSizePlausible(perResponse: number, sizes: readonly number[]): boolean {
  if (sizes.length < 5) return true
  const { mean, sd } = spreadOf(sizes)
  return Math.abs(perResponse - mean) <= 4 * (sd / Math.sqrt(sizes.length)) + mean * 0.02
}
