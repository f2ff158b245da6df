/** Summarizes a server's processes: medians and ranges, and whether it holds a rate. */

import { medianOf } from '../../../shared/stats/statistics.ts'
import {
  type LatencyPoint,
  type LatencyServer,
  type OpenLoad,
  QUANTILE_NAMES,
  type QuantileName,
} from './format.ts'

/** Median and range of a server's processes. */
export type Spread = ReturnType<typeof medianOf>

/** A process holds a rate if it completes at least this share of requests and the backlog grows by at most that share. */
const HELD = { completed: 0.99, growth: 0.01 }

/** Limits of the load generator's part of p99 without a caveat: as a share of it, or in ms. */
const OWN_LIMIT = { share: 0.05, milliseconds: 0.1 }

export interface PointSummary {
  /** Requests/s. */
  rate: number
  /** Number of processes that held the rate, of those that count. */
  held: number
  counted: number
  /** ms, Infinity if longer than the timeout; null if no load counts. */
  quantiles: Record<QuantileName, Spread> | null
  /** µs of CPU time per request; null if unknown. */
  cpu: Spread | null
  /** ms of the median p99 that may be the load generator's, if that is much of it; else null. */
  generatorPart: number | null
  /** Whether every load that counts was noisy. */
  noisy: boolean
}

/** Returns whether a process held a rate (`HELD`). */
export function holds({
  scheduled,
  completed,
  backlogGrowth,
}: Pick<OpenLoad, 'scheduled' | 'completed' | 'backlogGrowth'>): boolean {
  return completed >= HELD.completed * scheduled && backlogGrowth <= HELD.growth * scheduled
}

/** Returns whether most processes held the rate. */
export const isHeld = ({ held, counted }: PointSummary) => 2 * held > counted

/** Returns a summary per rate, in the order of the file. */
export function summarizePoints({ processes }: Pick<LatencyServer, 'processes'>): PointSummary[] {
  const points = processes.flatMap((process) => process.points)
  return [...Map.groupBy(points, ({ rate }) => rate)].map(([rate, own]) => ({
    rate,
    ...summaryOf(own),
  }))
}

function summaryOf(points: readonly LatencyPoint[]): Omit<PointSummary, 'rate'> {
  const loads = points.flatMap(({ load }) => load ?? [])
  const cpu = loads.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? [])
  const quantile = (name: QuantileName) =>
    medianOf(loads.map((load) => load[name] ?? Number.POSITIVE_INFINITY))
  return {
    held: loads.filter(holds).length,
    // A rate that was not loaded is far above the maximum, and not held.
    counted: points.filter(({ load, stoodStill }) => load !== null || stoodStill === 0).length,
    quantiles:
      loads.length === 0
        ? null
        : (Object.fromEntries(QUANTILE_NAMES.map((name) => [name, quantile(name)])) as Record<
            QuantileName,
            Spread
          >),
    cpu: cpu.length === 0 ? null : medianOf(cpu),
    generatorPart: generatorPartOf(loads),
    noisy: loads.length > 0 && loads.every(({ noise }) => noise !== null),
  }
}

function generatorPartOf(loads: readonly OpenLoad[]): number | null {
  const known = loads.flatMap(({ p99, generatorPart: part }) =>
    p99 === null || part === null ? [] : [{ p99, part }],
  )
  if (known.length === 0) return null
  const [p99, part] = [
    medianOf(known.map((load) => load.p99)),
    medianOf(known.map((load) => load.part)),
  ]
  return part.median > Math.max(OWN_LIMIT.milliseconds, OWN_LIMIT.share * p99.median)
    ? part.median
    : null
}
