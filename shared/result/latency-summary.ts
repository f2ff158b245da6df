/** What follows from the slices of a server under an open loop: quantiles, whether it held the rate, CPU time a request. */
import { type Estimate, medianInterval } from './intervals.ts'
import {
  type LatencyPoint,
  type LatencyProcess,
  type LatencyServer,
  type OpenSlice,
  SHOWN_QUANTILES,
  type ShownQuantile,
} from './latency.ts'
import { mergeHistograms, quantileOf } from './latency-histogram.ts'
import type { MeasuredSlice } from './latency-measured.ts'
import { medianOf } from './statistics.ts'

/**
 * Milliseconds that the generator may look at nothing, at the most; and no more than a hundredth of a slice, which is all
 * that its p99 is made of.
 */
const LONGEST_TURN = 20
const LONGEST_TURN_SHARE = 0.01

/** Of a rate that a server holds so many requests are answered, and its backlog grows by no larger share of them. */
const HELD = { completed: 0.99, growth: 0.01 }

/**
 * Why a slice says more of the generator than of the server, in one line; null where it does not. It stood still, which
 * nothing that the server does decides: a slice is never left out for what came out of it.
 */
export function standstill({ longestTurn, seconds }: Pick<MeasuredSlice, 'longestTurn' | 'seconds'>): string | null {
  const longest = Math.min(LONGEST_TURN, LONGEST_TURN_SHARE * seconds * 1000)
  if (longestTurn <= longest) return null
  return `the load generator looked at nothing for ${longestTurn.toFixed(1)} ms, where ${longest.toFixed(0)} ms may be`
}

/** Milliseconds, nulls where longer than was waited for. */
export interface Quantile {
  /** At the most: from the instant to the whole answer. */
  value: number | null
  /** At the least: without all that may be the generator's own. */
  least: number | null
  /** The processes' own, at the most; null where one of them has it longer than was waited for. */
  processes: { least: number; greatest: number } | null
}

export interface PointSummary {
  rate: number
  share: number | null
  /** Why the server does not hold the rate, in a few words; null where it does. */
  fails: string | null
  /** Milliseconds; null where no slice counts. */
  quantiles: Record<ShownQuantile, Quantile> | null
  /** Microseconds of CPU time a request; null where nobody tells. */
  cpu: Estimate | null
  /** Whether every slice that counts was disturbed by others. */
  noisy: boolean
}

/** @returns null where nothing of it counts and it was not skipped: the generator stood still each time */
export function summarizePoint(point: LatencyPoint): PointSummary | null {
  const { rate, share, skipped } = point
  const processes = point.processes.filter(({ slices }) => slices.length > 0)
  const slices = processes.flatMap((process) => process.slices)
  if (slices.length === 0) {
    const empty = { rate, share, quantiles: null, cpu: null, noisy: false }
    return skipped === null ? null : { ...empty, fails: skipped }
  }
  return {
    rate,
    share,
    fails: skipped ?? failureOf(processes),
    quantiles: quantilesOf(point, processes),
    cpu: cpuOf(processes),
    noisy: slices.every(({ noise }) => noise !== null),
  }
}

/** By the median of the processes, so that one stall at a window's end is no failure. */
export function failureOf(processes: readonly Pick<LatencyProcess, 'slices'>[]): string | null {
  const median = (value: (slices: readonly OpenSlice[]) => number) =>
    medianOf(processes.map(({ slices }) => value(slices))).median
  const scheduled = (slices: readonly OpenSlice[]) =>
    Math.max(
      1,
      sumOf(slices, (slice) => slice.scheduled),
    )
  const completed = median((slices) => sumOf(slices, (slice) => slice.completed) / scheduled(slices))
  if (completed < HELD.completed) return `answered ${(completed * 100).toFixed(0)}% of the requests`
  const growth = median((slices) => sumOf(slices, ({ backlog }) => backlog.end - backlog.begin) / scheduled(slices))
  return growth > HELD.growth ? `its backlog grew by ${(growth * 100).toFixed(0)}% of the requests` : null
}

function quantilesOf(
  { latency, least }: LatencyPoint,
  processes: readonly LatencyProcess[],
): Record<ShownQuantile, Quantile> | null {
  if (latency === null || least === null) return null
  const endless = sumOf(processes, ({ slices }) => sumOf(slices, ({ failed, unsent }) => failed + unsent))
  const most = { histogram: mergeHistograms([latency]), endless }
  const ownOut = { histogram: mergeHistograms([least]), endless }
  const quantile = (name: ShownQuantile): Quantile => {
    const share = SHOWN_QUANTILES[name]
    const known = processes.flatMap(({ quantiles }) => quantiles?.[name] ?? [])
    return {
      value: quantileOf(most, share),
      least: quantileOf(ownOut, share),
      processes: known.length === processes.length ? { least: Math.min(...known), greatest: Math.max(...known) } : null,
    }
  }
  const names = Object.keys(SHOWN_QUANTILES) as ShownQuantile[]
  return Object.fromEntries(names.map((name) => [name, quantile(name)])) as Record<ShownQuantile, Quantile>
}

function cpuOf(processes: readonly LatencyProcess[]): Estimate | null {
  const each = processes.flatMap(({ slices }) => cpuOfSlices(slices) ?? [])
  return each.length > 0 ? estimateOf(each) : null
}

/** Microseconds a request; null where nobody tells. */
function cpuOfSlices(slices: readonly Pick<OpenSlice, 'cpu'>[]): number | null {
  const requests = sumOf(slices, ({ cpu }) => cpu.requests)
  const known = slices.flatMap(({ cpu }) => cpu.seconds ?? [])
  return known.length === slices.length && requests > 0 ? (1e6 * sumOf(known, (seconds) => seconds)) / requests : null
}

/** Median of the processes, with its interval. */
function estimateOf(values: readonly number[]): Estimate {
  const interval = medianInterval(values)
  return { value: medianOf(values).median, low: interval?.low ?? null, high: interval?.high ?? null }
}

/** Requests/s by a closed loop, and microseconds of CPU time a request there; null where there is no process. */
export function summarizeMaximum({ maxima }: Pick<LatencyServer, 'maxima'>): {
  rate: Estimate
  cpu: Estimate | null
} | null {
  if (maxima.length === 0) return null
  const cpu = maxima.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? [])
  return {
    rate: estimateOf(maxima.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpu: cpu.length > 0 ? estimateOf(cpu) : null,
  }
}

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
