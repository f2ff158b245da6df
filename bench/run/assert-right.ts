/** A number counts only when every response behind it was a right one, and when it does not contradict itself. */
import { rateOf } from '../../shared/stats/rates.ts'
import { spreadOf } from '../../shared/stats/statistics.ts'
import { TrialFailure, type TrialPhase } from '../host/trial-failure.ts'
import type { LoadReport } from '../load/generator.ts'
import { describeFailure } from '../verify/exchange.ts'
import type { CheckReport } from './checker.ts'
import type { LoadedSlice } from './trial-record.ts'

/**
 * @param inFlight requests that can be under way at once
 * @param check what the checker saw meanwhile
 * @throws TrialFailure with the first thing that is wrong with a load's answers
 */
export function assertRightAnswers(phase: TrialPhase, report: LoadReport, inFlight: number, check?: CheckReport): void {
  const refuse = (reason: string): never => {
    throw new TrialFailure(phase, reason)
  }
  const of = `of ${Math.max(report.requests, report.checked)} responses`
  if (report.firstWrong) {
    const { expected, got } = report.firstWrong
    refuse(`${report.wrong} ${of} were wrong, such as ${got.slice(0, 200)} instead of ${expected.slice(0, 200)}`)
  }
  if (report.requests === 0) refuse('answered no request')
  if (report.timeouts > 0) refuse(`${report.timeouts} requests timed out`)
  if (report.errors > 0) refuse(`${report.errors} connections failed or were closed under load`)
  if (report.non2xx > 0) refuse(`${report.non2xx} ${of} had a status other than 2xx`)
  if (check?.failure) refuse(`under load, ${describeFailure(check.failure)}`)
  const flaw = contradiction(report, inFlight)
  if (flaw) throw new TrialFailure('generator', `the load generator contradicts itself: it reports ${flaw}`)
}

/** @throws TrialFailure where the bytes that the generator received are not those of correct responses */
export function assertRightSizes(slices: readonly LoadedSlice[]): void {
  const sum = (value: (slice: LoadedSlice) => number) => slices.reduce((total, slice) => total + value(slice), 0)
  const bytes = sum(({ report }) => report.bytesReceived - (report.refusals?.bytesReceived ?? 0))
  const mean = bytes / sum(({ report }) => report.requests - (report.refusals?.requests ?? 0))
  const sizes = slices.flatMap(({ check }) => check.sizes)
  if (isSizePlausible(mean, sizes)) return
  throw new TrialFailure('measurement', `its responses under load had ${mean.toFixed(0)} bytes, unlike right answers`)
}

/** Returns in one line how a report contradicts itself; `null` if it does not. */
export function contradiction(report: LoadReport, inFlight: number): string | null {
  const { requests, sent, seconds, latency } = report
  if (sent !== null && requests > sent) return `${requests} responses to ${sent} requests`
  if (sent !== null && sent - requests > inFlight + report.errors + report.timeouts) {
    return `${sent - requests} requests without a response, where ${inFlight} can be in flight`
  }
  if (latency.p50 > latency.p99 || latency.p99 > latency.max) return 'latency percentiles that fall'
  if (latency.mean > latency.max) return `a mean latency of ${latency.mean} ms above the maximum of ${latency.max} ms`
  // Little's law (J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9, 1961): what is in
  // flight on average is throughput times mean latency. The responses of a window have waited no longer than all that can
  // be in flight for the length of the window, and for the longest latency before it.
  const concurrency = rateOf(report) * (latency.mean / 1000)
  const most = inFlight * (1 + latency.max / 1000 / seconds)
  if (concurrency > most * ROUNDING) {
    return `${concurrency.toFixed(0)} requests in flight by Little's law, where ${most.toFixed(0)} can be`
  }
  return null
}

/** Tolerance for rounded figures. */
const ROUNDING = 1.05

/**
 * Returns whether the mean size of the load's responses matches that of correct ones, within four standard errors and
 * two percent.
 * @param perResponse mean bytes per response in the load
 * @param sizes bytes of each correct response
 */
export function isSizePlausible(perResponse: number, sizes: readonly number[]): boolean {
  if (sizes.length < 5) return true
  const { mean, sd } = spreadOf(sizes)
  return Math.abs(perResponse - mean) <= 4 * (sd / Math.sqrt(sizes.length)) + mean * 0.02
}
