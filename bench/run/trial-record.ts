/** Summarizes the slices of a trial for the result file. */

import type { Trial } from '../../shared/format/format.ts'
import { countedSlices, type Slice } from '../../shared/format/slices.ts'
import { medianOf, sixDigits, sum } from '../../shared/stats/statistics.ts'
import type { LoadReport } from '../load/generator.ts'
import type { Noise } from '../machine/noise.ts'
import type { Usage } from '../processes/sampler.ts'
import type { CheckReport } from './checker.ts'
import type { WarmedUp } from './warm-up.ts'

export interface LoadedSlice {
  /** Counted from 1. */
  slice: number
  report: LoadReport
  usage: Usage
  check: CheckReport
  /** Reason why it does not count, if other processes disturbed it. */
  noise: string | null
  /** CPU time of other processes on the trial's CPUs, from the kernel's accounting. */
  others: Noise['raw'] | null
}

/** Summarizes the slices that count. Adds no caveats. */
export function trialRecord(
  { round, group }: { round: number; group: number },
  slices: readonly LoadedSlice[],
  { turns, settled }: WarmedUp,
): Trial {
  const isWarm = ({ slice }: LoadedSlice) => slice > turns
  const [warm, cold] = [slices.filter(isWarm), slices.filter((slice) => !isWarm(slice))]
  const { requests, generator, ...values } = loadFigures(warm)
  return sixDigits({
    round,
    values: {
      ...values,
      peakMemory: Math.max(...slices.map(({ usage }) => usage.peakMemory)),
    },
    evidence: {
      group,
      warmUp: { settled, seconds: sum(cold, ({ report }) => report.loadedSeconds) },
      slices: slices.map((slice) => sliceRecord(slice, !isWarm(slice))),
      requests,
      generator,
      checked: sum(slices, ({ report }) => report.checked),
      checkedApart: sum(slices, ({ check }) => check.correct),
      caveats: [],
    },
  })
}

function sliceRecord({ slice, report, usage, noise, others }: LoadedSlice, warmUp: boolean): Slice {
  return {
    slice,
    seconds: report.seconds,
    requests: report.requests,
    cpuSeconds: usage.cpuSeconds,
    generatorCpuSeconds: report.cpuSeconds,
    generatorBusyPercent: report.eventLoopPercent,
    warmUp,
    userSeconds: usage.kernel?.userSeconds ?? null,
    systemSeconds: usage.kernel?.systemSeconds ?? null,
    contextSwitches: usage.kernel?.contextSwitches ?? null,
    interrupts: usage.kernel?.interrupts ?? null,
    stealSeconds: others?.stealSeconds ?? null,
    foreignSeconds: others?.foreignSeconds ?? null,
    noise,
  }
}

/** @param measured slices after the warm-up */
function loadFigures(measured: readonly LoadedSlice[]) {
  const counted = countedSlices(measured)
  const reports = counted.map(({ report }) => report)
  const total = (numberOf: (slice: LoadedSlice) => number) => sum(counted, numberOf)
  const seconds = total(({ report }) => report.seconds)
  const requests = total(({ report }) => report.requests)
  const percentile = (key: 'p50' | 'p95' | 'p99') =>
    medianOf(reports.map(({ latency }) => latency[key]))
  return {
    requests,
    requestsPerSecond: requests / seconds,
    p50: percentile('p50'),
    p95: percentile('p95'),
    p99: percentile('p99'),
    max: Math.max(...reports.map(({ latency }) => latency.max)),
    receivedPerSecond: total(({ report }) => report.bytesReceived) / seconds,
    cpuMean: (total(({ usage }) => usage.cpuSeconds) / seconds) * 100,
    cpuPeak:
      Math.max(...counted.map(({ usage, report }) => usage.cpuSeconds / report.seconds)) * 100,
    generator: {
      cpuPercent: (total(({ report }) => report.cpuSeconds) / seconds) * 100,
      eventLoopPercent: total(({ report }) => report.eventLoopPercent * report.seconds) / seconds,
    },
  }
}
