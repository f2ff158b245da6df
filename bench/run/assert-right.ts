/** A figure counts only if every response behind it was correct and the report is consistent. */
import { requestsPerSecond } from '../../shared/stats/rates.ts'
import type { LoadReport } from '../load/generator.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'
import { describeFailure } from '../verify/exchange.ts'
import type { CheckReport } from './checker.ts'

/**
 * @param inFlight maximum number of requests in flight
 * @param check responses that the checker saw during the load
 * @throws TrialFailure with the first error in a load's responses
 */
export function assertRightAnswers(
  phase: TrialPhase,
  report: LoadReport,
  inFlight: number,
  check?: CheckReport,
): void {
  const fail = (reason: string): never => {
    throw new TrialFailure(phase, reason)
  }
  const of = `of ${report.checked} responses`
  if (report.firstWrong) {
    const { expected, got } = report.firstWrong
    fail(
      `${report.wrong} ${of} were wrong, such as ${got.slice(0, 200)} instead of ${expected.slice(0, 200)}`,
    )
  }
  if (report.requests === 0) fail('responded to no request')
  if (report.timeouts > 0) fail(`${report.timeouts} requests timed out`)
  if (report.errors > 0) fail(`${report.errors} connections failed or were closed under load`)
  if (report.non2xx > 0) fail(`${report.non2xx} ${of} had a status other than 2xx`)
  if (check?.failure) fail(`under load, ${describeFailure(check.failure)}`)
  const fault = contradiction(report, inFlight)
  if (fault)
    throw new TrialFailure('generator', `the load generator's report is inconsistent: ${fault}`)
}

/** Returns the first inconsistency in a report, or null. */
export function contradiction(report: LoadReport, inFlight: number): string | null {
  const { requests, sent, seconds, latency } = report
  if (requests > sent) return `${requests} responses to ${sent} requests`
  if (sent - requests > inFlight + report.errors + report.timeouts) {
    return `${sent - requests} requests without a response, but only ${inFlight} can be in flight`
  }
  if (latency.p50 > latency.p95 || latency.p95 > latency.p99 || latency.p99 > latency.max)
    return 'latency percentiles that decrease'
  if (latency.mean > latency.max)
    return `a mean latency of ${latency.mean} ms above the maximum of ${latency.max} ms`
  // Little's law (J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9, 1961): the mean number in
  // flight is throughput times mean latency. Its bound: all connections busy throughout the window, plus the longest
  // latency before it.
  const concurrency = requestsPerSecond(report) * (latency.mean / 1000)
  const most = inFlight * (1 + latency.max / 1000 / seconds)
  if (concurrency > most * ROUNDING) {
    return `${concurrency.toFixed(0)} requests in flight by Little's law, but only ${most.toFixed(0)} can be`
  }
  return null
}

/** Tolerance for rounded figures. */
const ROUNDING = 1.05
