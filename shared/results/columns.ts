/**
 * A server's columns besides requests/s, from the same estimate of it. What a trial shows is first put per request: what the machine
 * did to that trial then cancels, as far as it slowed requests and their CPU time alike. Times requests/s, or over it, it is the
 * column. So two columns never contradict each other: CPU time × requests/s is the share of its CPUs that the server used, and
 * servers with equal responses differ in bytes/s as they do in requests/s.
 */
import * as statistics from 'simple-statistics'
import { medianEstimate } from '../stats/estimates.ts'
import type { Estimate } from '../stats/intervals.ts'
import { trialRate } from '../stats/rates.ts'
import type { Summary, Trial } from './format.ts'

type Columns = Pick<
  Summary,
  'latencyP50' | 'latencyP99' | 'cpuPerRequest' | 'receivedPerSecond' | 'peakMemory' | 'cpuMean' | 'cpuMax'
>

/**
 * @param units trials by what is independent of each other: in a run each trial by itself, over several runs those of each run
 * @param rate requests/s; the intervals of CPU time and of bytes/s are its own, since what they are made of varies far less
 */
export function columnsOf(units: readonly (readonly Trial[])[], rate: Estimate): Columns {
  const mean = (of: (trial: Trial) => number) => statistics.mean(units.map((trials) => statistics.mean(trials.map(of))))
  const median = (of: (trial: Trial) => number) =>
    medianEstimate(units.map((trials) => statistics.median(trials.map(of))))
  const cpuMean = mean(({ cpu }) => cpu.meanPercent)
  const responseBytes = mean((trial) => trial.receivedPerSecond / trialRate(trial))
  const latency = (percentile: 'p50' | 'p99') =>
    scaled(
      median((trial) => trial.latency[percentile] * trialRate(trial)),
      1 / rate.value,
    )
  return {
    latencyP50: latency('p50'),
    latencyP99: latency('p99'),
    cpuPerRequest: scaled(inverse(rate), cpuMean * PERCENT_TO_MICROSECONDS),
    receivedPerSecond: scaled(rate, responseBytes),
    peakMemory: median(({ peakMemory }) => peakMemory),
    cpuMean: { value: cpuMean, low: null, high: null },
    cpuMax: median(({ cpu }) => cpu.maxPercent),
  }
}

/** 1% of a CPU is 10,000 µs of CPU time per second. */
const PERCENT_TO_MICROSECONDS = 10_000

function scaled({ value, low, high }: Estimate, factor: number): Estimate {
  return { value: value * factor, low: low === null ? null : low * factor, high: high === null ? null : high * factor }
}

function inverse({ value, low, high }: Estimate): Estimate {
  return { value: 1 / value, low: high === null ? null : 1 / high, high: low === null ? null : 1 / low }
}
