/** A figure counts only if every response behind it was correct and the report is consistent. */
import { rateOf } from '../../shared/stats/rates.ts'
import { spreadOf } from '../../shared/stats/statistics.ts'
import { TrialFailure, type TrialPhase } from '../host/trial-failure.ts'
import type { LoadReport } from '../load/generator.ts'
import { describeFailure } from '../verify/exchange.ts'
import type { CheckReport } from './checker.ts'
import type { LoadedSlice } from './trial-record.ts'

/**
 * @param inFlight maximum number of requests in flight
 * @param check responses that the checker saw during the load
 * @throws TrialFailure with the first error in a load's responses
 */
export function assertRightAnswers(phase: TrialPhase, report: LoadReport, inFlight: number, check?: CheckReport): void {
  const fail = (reason: string): never => {
    throw new TrialFailure(phase, reason)
  }
  const of = `of ${Math.max(report.requests, report.checked)} responses`
  if (report.firstWrong) {
    const { expected, got } = report.firstWrong
    fail(`${report.wrong} ${of} were wrong, such as ${got.slice(0, 200)} instead of ${expected.slice(0, 200)}`)
  }
  if (report.requests === 0) fail('responded to no request')
  if (report.timeouts > 0) fail(`${report.timeouts} requests timed out`)
  if (report.errors > 0) fail(`${report.errors} connections failed or were closed under load`)
  if (report.non2xx > 0) fail(`${report.non2xx} ${of} had a status other than 2xx`)
  if (check?.failure) fail(`under load, ${describeFailure(check.failure)}`)
  const fault = contradiction(report, inFlight)
  if (fault) throw new TrialFailure('generator', `the load generator's report is inconsistent: ${fault}`)
}

/** @throws TrialFailure if the mean size of the received responses is not that of correct ones */
export function assertRightSizes(slices: readonly LoadedSlice[]): void {
  const sum = (value: (slice: LoadedSlice) => number) => slices.reduce((total, slice) => total + value(slice), 0)
  const bytes = sum(({ report }) => report.bytesReceived - (report.refusals?.bytesReceived ?? 0))
  const mean = bytes / sum(({ report }) => report.requests - (report.refusals?.requests ?? 0))
  const sizes = slices.flatMap(({ check }) => check.sizes)
  if (isSizePlausible(mean, sizes)) return
  throw new TrialFailure('measurement', `its responses under load had ${mean.toFixed(0)} bytes, unlike correct ones`)
}

/** Returns the first inconsistency in a report, or null. */
export function contradiction(report: LoadReport, inFlight: number): string | null {
  const { requests, sent, seconds, latency } = report
  if (sent !== null && requests > sent) return `${requests} responses to ${sent} requests`
  if (sent !== null && sent - requests > inFlight + report.errors + report.timeouts) {
    return `${sent - requests} requests without a response, but only ${inFlight} can be in flight`
  }
  if (latency.p50 > latency.p99 || latency.p99 > latency.max) return 'latency percentiles that decrease'
  if (latency.mean > latency.max) return `a mean latency of ${latency.mean} ms above the maximum of ${latency.max} ms`
  // Little's law (J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9, 1961): the mean number in
  // flight is throughput times mean latency. Its bound: all connections busy throughout the window, plus the longest
  // latency before it.
  const concurrency = rateOf(report) * (latency.mean / 1000)
  const most = inFlight * (1 + latency.max / 1000 / seconds)
  if (concurrency > most * ROUNDING) {
    return `${concurrency.toFixed(0)} requests in flight by Little's law, but only ${most.toFixed(0)} can be`
  }
  return null
}

/** Tolerance for rounded figures. */
const ROUNDING = 1.05

/**
 * Returns whether a mean response size matches that of correct responses, within four standard errors plus 2%.
 * @param perResponse mean bytes per response under load
 * @param sizes bytes of correct responses
 */
export function isSizePlausible(perResponse: number, sizes: readonly number[]): boolean {
  if (sizes.length < 5) return true
  const { mean, sd } = spreadOf(sizes)
  return Math.abs(perResponse - mean) <= 4 * (sd / Math.sqrt(sizes.length)) + mean * 0.02
}
