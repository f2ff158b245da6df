import type { Summary, Trial } from './result.ts'
import { medianOf } from './statistics.ts'

/**
 * A server's figures over its trials. The ratio compares each trial with the baseline's of the same round, so that what
 * the machine did in that round falls out; it is `null` where there is no such pair.
 */
export function summarize(trials: readonly Trial[], baseline: readonly Trial[]): Summary | null {
  if (trials.length === 0) return null
  const over = (value: (trial: Trial) => number) => medianOf(trials.map(value))
  const ratios = trials.flatMap(({ round, requests }) => {
    const pair = baseline.find((trial) => trial.round === round)
    return pair ? [requests.perSecond.mean / pair.requests.perSecond.mean] : []
  })
  return {
    trials: trials.length,
    requestsPerSecond: over((trial) => trial.requests.perSecond.mean),
    ratioToBaseline: ratios.length > 0 ? medianOf(ratios) : null,
    latencyMean: over((trial) => trial.latency.mean),
    latencyP50: over((trial) => trial.latency.p50),
    latencyP99: over((trial) => trial.latency.p99),
    receivedPerSecond: over((trial) => trial.throughput.received),
    peakMemory: over((trial) => trial.memory.peakBytes),
    cpuMean: over((trial) => trial.cpu.meanPercent),
    cpuMax: over((trial) => trial.cpu.maxPercent),
    cpuPerRequest: over((trial) => trial.cpu.microsecondsPerRequest),
  }
}
