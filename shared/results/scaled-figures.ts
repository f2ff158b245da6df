/**
 * Calculates a server's other figures from the estimate of its requests/s. Each trial's figure is first put per request, which
 * cancels a machine's slowdown as far as it affects requests and CPU time alike, then multiplied or divided by requests/s. So
 * figures never contradict each other: CPU time × requests/s is the used share of the CPUs, and servers with equal responses
 * differ in bytes/s as they do in requests/s.
 */
import * as statistics from 'simple-statistics'
import type { Summary, Trial } from '../format/format.ts'
import { type Estimate, mapEstimate } from '../stats/estimate.ts'
import { medianEstimate } from '../stats/intervals.ts'

type ScaledFigures = Required<
  Omit<
    Summary,
    'trials' | 'requestsPerSecond' | 'ratioToBaseline' | 'ranks' | 'processes' | 'caveats'
  >
>

/**
 * @param units independent groups of trials: each trial within a run, the trials of each run over several runs
 * @param rate requests/s; CPU time and bytes/s have its relative interval, since the other factor varies far less
 */
export function scaledFigures(units: readonly (readonly Trial[])[], rate: Estimate): ScaledFigures {
  const mean = (numberOf: (trial: Trial) => number) =>
    statistics.mean(units.map((trials) => statistics.mean(trials.map(numberOf))))
  const median = (numberOf: (trial: Trial) => number) =>
    medianEstimate(units.map((trials) => statistics.median(trials.map(numberOf))))
  const cpuMean = mean(({ values }) => values.cpuMean)
  const responseBytes = mean(({ values }) => values.receivedPerSecond / values.requestsPerSecond)
  const latencyOf = (percentileIn: (values: Trial['values']) => number) =>
    mapEstimate(
      median(({ values }) => percentileIn(values) * values.requestsPerSecond),
      (value) => value * (1 / rate.value),
    )
  const hasP95 = units.flat().every(({ values }) => values.p95 !== null)
  return {
    latencyP50: latencyOf(({ p50 }) => p50),
    latencyP95: hasP95 ? latencyOf(({ p95 }) => p95 ?? 0) : null,
    latencyP99: latencyOf(({ p99 }) => p99),
    cpuPerRequest: mapEstimate(
      rate,
      (perSecond) => (1 / perSecond) * (cpuMean * PERCENT_TO_MICROSECONDS),
    ),
    receivedPerSecond: mapEstimate(rate, (perSecond) => perSecond * responseBytes),
    peakMemory: median(({ values }) => values.peakMemory),
    cpuMean: { value: cpuMean, low: null, high: null },
  }
}

/** 1% of a CPU is 10,000 µs of CPU time per second. */
const PERCENT_TO_MICROSECONDS = 10_000
