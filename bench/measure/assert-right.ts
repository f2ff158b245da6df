/** A number counts only when every response behind it was a right one, and when it does not contradict itself. */

import { TrialFailure, type TrialPhase } from '../contenders/trial-failure.ts'
import { describeFailure } from '../contract/exchange.ts'
import type { LoadReport } from '../load/generator.ts'
import type { CheckReport } from './checker.ts'
import { contradiction, isSizePlausible } from './sanity.ts'
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

/** @throws TrialFailure where the bytes that the generator received are not those of right answers */
export function assertRightSizes(slices: readonly LoadedSlice[]): void {
  const sum = (value: (slice: LoadedSlice) => number) => slices.reduce((total, slice) => total + value(slice), 0)
  const bytes = sum(({ report }) => report.bytesReceived - (report.refusals?.bytesReceived ?? 0))
  const mean = bytes / sum(({ report }) => report.requests - (report.refusals?.requests ?? 0))
  const sizes = slices.flatMap(({ check }) => check.sizes)
  if (isSizePlausible(mean, sizes)) return
  throw new TrialFailure('measurement', `its responses under load had ${mean.toFixed(0)} bytes, unlike right answers`)
}
