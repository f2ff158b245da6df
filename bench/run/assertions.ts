/** A figure counts only if every response was correct, the report is consistent, and the server used only its own CPUs. */
import { shortened } from '../../shared/basics/text.ts'
import { GeneratorFailure, type LoadPlan, type LoadReport } from '../load/generator.ts'
import { allowedCpus } from '../machine/cpus.ts'
import { contentsOf, threadFiles } from '../processes/proc.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'
import { describeFailure } from '../verify/exchange.ts'
import type { CheckReport } from './checker.ts'

/**
 * @param load connections, and the requests in flight on each
 * @param check responses that the checker saw during the load
 * @throws TrialFailure with the first error in a load's responses; GeneratorFailure for a report that cannot be
 */
export function assertCorrect(
  phase: TrialPhase,
  report: LoadReport,
  { connections, pipelining = 1 }: Pick<LoadPlan, 'connections' | 'pipelining'>,
  check?: CheckReport,
): void {
  const fault =
    faultOf(report, pipelining) ??
    (check?.failure && `under load, ${describeFailure(check.failure)}`)
  if (fault) throw new TrialFailure(phase, fault)
  const inconsistency = inconsistencyOf(report, connections * pipelining)
  if (inconsistency)
    throw new GeneratorFailure(`the load generator's report is inconsistent: ${inconsistency}`)
}

function faultOf(report: LoadReport, pipelining: number): string | null {
  const { checked, wrong, firstWrong, requests, timeouts, errors, non2xx } = report
  const { outOfOrder, lost } = report
  const inFlight = pipelining > 1 ? `, with ${pipelining} in flight per connection` : ''
  if (outOfOrder > 0)
    return `responded out of order: ${outOfOrder} of ${checked} responses came after that of a later request${inFlight}`
  if (firstWrong) {
    const [got, expected] = [shortened(firstWrong.got), shortened(firstWrong.expected)]
    return `${wrong} of ${checked} responses were wrong, such as ${got} instead of ${expected}`
  }
  if (lost > 0)
    return errors > 0
      ? `lost ${lost} pipelined requests: it closed ${errors} connections${inFlight}`
      : `lost ${lost} pipelined requests: it responded only to later ones${inFlight}`
  if (requests === 0) return 'responded to no request'
  if (timeouts > 0) return `${timeouts} requests timed out${inFlight}`
  if (errors > 0) return `${errors} connections failed or were closed under load`
  if (non2xx > 0) return `${non2xx} of ${checked} responses had a status other than 2xx`
  return null
}

/** Returns whether there was no response and no error. */
export function isSilent({ requests, wrong, errors }: LoadReport): boolean {
  return requests + wrong + errors === 0
}

/** Tolerance for rounded figures. */
const ROUNDING = 1.05

/** Returns the first inconsistency in a report, or null. */
export function inconsistencyOf(report: LoadReport, inFlight: number): string | null {
  const { requests, sent, seconds, latency } = report
  const { mean, p50, p95, p99, max } = latency
  if (requests > sent) return `${requests} responses to ${sent} requests`
  if (sent - requests > inFlight + report.errors + report.timeouts)
    return `${sent - requests} requests without a response, but only ${inFlight} can be in flight`
  if (p50 > p95 || p95 > p99 || p99 > max) return 'latency percentiles that decrease'
  if (mean > max) return `a mean latency of ${mean} ms above the maximum of ${max} ms`
  // Little's law (J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9, 1961): the mean number in
  // flight is throughput times mean latency. Its bound: all connections busy throughout the window, plus the longest
  // latency before it.
  const concurrency = (requests / seconds) * (mean / 1000)
  const bound = inFlight * (1 + max / 1000 / seconds)
  if (concurrency <= bound * ROUNDING) return null
  return `${concurrency.toFixed(0)} requests in flight by Little's law, but only ${bound.toFixed(0)} can be`
}

/**
 * Tolerance of the CPU-time check: seconds, since the kernel accounts in ticks of 10 ms per process, and a share, since the
 * ends of the window are not read at the same instant.
 */
const SLACK_SECONDS = 0.05
const SLACK_SHARE = 0.05

interface Window {
  /** All processes of the server. */
  pids: readonly number[]
  /** The server's CPUs. */
  cpus: readonly number[]
  seconds: number
  /** CPU seconds of the server's processes. */
  used: number
}

/** @throws TrialFailure naming a process that may run on another CPU, or if the CPUs cannot have provided that much time */
export function assertPinned(phase: TrialPhase, { pids, cpus, seconds, used }: Window): void {
  for (const pid of pids) {
    const allowed = new Set([...threadFiles(pid, 'status').values()].flatMap(allowedCpus))
    const others = [...allowed.difference(new Set(cpus))]
    if (others.length === 0) continue
    const command = contentsOf(`/proc/${pid}/comm`).trim() || 'ended process'
    const where = `on CPU ${others.join(', ')}, but the server has only CPU ${cpus.join(', ')}`
    throw new TrialFailure(
      phase,
      `its process ${command} (pid ${pid}) may run ${where}: it must not change its affinity`,
    )
  }
  if (used <= cpus.length * seconds * (1 + SLACK_SHARE) + SLACK_SECONDS) return
  const percent = (share: number) => `${Math.round(share * 100)}%`
  throw new TrialFailure(
    phase,
    `its processes used ${percent(used / seconds)} of a CPU, more than the ${percent(cpus.length)} of its CPUs: part of its work runs on other CPUs`,
  )
}
