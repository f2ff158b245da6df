/** Summaries over the processes of a server: medians and ranges, whether it holds a rate, its highest rate within an objective. */

import { medianOf } from '../../../shared/stats/statistics.ts'
import {
  type LatencyPoint,
  type LatencyServer,
  type OpenLoad,
  QUANTILE_NAMES,
  type QuantileName,
  type SearchStep,
} from './format.ts'

/** Median, least and greatest of a server's processes. */
export type Spread = ReturnType<typeof medianOf>

/** Of a rate that a process holds at least this share is completed, and the backlog grows by no larger share. */
const HELD = { completed: 0.99, growth: 0.01 }

/** The load generator's own part of a p99 that needs no caveat: a share of it, or some milliseconds. */
const OWN_LIMIT = { share: 0.05, milliseconds: 0.1 }

export interface PointSummary {
  /** Requests/s: of a share every process has its own. */
  rate: Spread
  share: number | null
  /** Processes that held the rate, of those that count. */
  held: number
  counted: number
  /** Milliseconds, Infinity where longer than was waited for; null where no load counts. */
  quantiles: Record<QuantileName, Spread> | null
  /** Microseconds of CPU time per request; null where not known. */
  cpu: Spread | null
  /** Milliseconds of the median p99 that may be the load generator's own, where that is much of it. */
  generatorPart: number | null
  /** True where others disturbed every load that counts. */
  noisy: boolean
}

/** True where requests neither went without a response nor piled up. */
export function holds({
  scheduled,
  completed,
  backlogGrowth,
}: Pick<OpenLoad, 'scheduled' | 'completed' | 'backlogGrowth'>): boolean {
  return completed >= HELD.completed * scheduled && backlogGrowth <= HELD.growth * scheduled
}

/** True where most processes held the rate. */
export const isHeld = ({ held, counted }: PointSummary) => 2 * held > counted

/** At each rate and share, in the order of the file. */
export function summarizePoints({ processes }: Pick<LatencyServer, 'processes'>): PointSummary[] {
  const points = processes.flatMap((process) => process.points)
  const keyOf = ({ rate, share }: LatencyPoint) => (share === null ? `${rate}` : `share ${share}`)
  return [...Map.groupBy(points, keyOf).values()].map(summarizePoint)
}

function summarizePoint(points: readonly LatencyPoint[]): PointSummary {
  const loads = points.flatMap(({ load }) => load ?? [])
  const cpu = loads.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? [])
  const quantile = (name: QuantileName) => medianOf(loads.map((load) => load[name] ?? Number.POSITIVE_INFINITY))
  return {
    rate: medianOf(points.map(({ rate }) => rate)),
    share: points[0]?.share ?? null,
    held: loads.filter(holds).length,
    // A rate that was not loaded is far above the maximum, and not held.
    counted: points.filter(({ load, stoodStill }) => load !== null || stoodStill === 0).length,
    quantiles:
      loads.length === 0
        ? null
        : (Object.fromEntries(QUANTILE_NAMES.map((name) => [name, quantile(name)])) as Record<QuantileName, Spread>),
    cpu: cpu.length === 0 ? null : medianOf(cpu),
    generatorPart: generatorPartOf(loads),
    noisy: loads.length > 0 && loads.every(({ noise }) => noise !== null),
  }
}

function generatorPartOf(loads: readonly OpenLoad[]): number | null {
  const known = loads.flatMap(({ p99, generatorPart: part }) => (p99 === null || part === null ? [] : [{ p99, part }]))
  if (known.length === 0) return null
  const [p99, part] = [medianOf(known.map((load) => load.p99)), medianOf(known.map((load) => load.part))]
  return part.median > Math.max(OWN_LIMIT.milliseconds, OWN_LIMIT.share * p99.median) ? part.median : null
}

export interface MaximumSummary {
  /** Requests/s by a closed loop. */
  rate: Spread
  /** Microseconds of CPU time per request there. */
  cpu: Spread | null
}

/** Null where the rates of most processes still grew. */
export function summarizeMaximum({ processes }: Pick<LatencyServer, 'processes'>): MaximumSummary | null {
  const settled = processes.map(({ maximum }) => maximum).filter((maximum) => maximum.settled)
  if (2 * settled.length <= processes.length) return null
  const cpu = settled.flatMap(({ cpuMicroseconds }) => cpuMicroseconds ?? [])
  return {
    rate: medianOf(settled.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpu: cpu.length === 0 ? null : medianOf(cpu),
  }
}

export interface ObjectiveSummary {
  /** Requests/s: the highest rate that passed in each process, 0 where none did. */
  best: Spread
  /** Requests/s: the lowest rate above it that did not pass, Infinity where none was found. */
  next: Spread
  processes: number
  /** Those in which the load generator can't tell whether the next rate would have passed. */
  unknown: number
}

/** Null where nothing was searched. */
export function summarizeObjective({ processes }: Pick<LatencyServer, 'processes'>): ObjectiveSummary | null {
  const bounds = processes.flatMap(({ search }) => (search ? [boundsOf(search)] : []))
  if (bounds.length === 0) return null
  return {
    best: medianOf(bounds.map(({ best }) => best)),
    next: medianOf(bounds.map(({ next }) => next)),
    processes: bounds.length,
    unknown: bounds.filter(({ isUnknown }) => isUnknown).length,
  }
}

function boundsOf(steps: readonly SearchStep[]) {
  const best = Math.max(0, ...steps.filter(({ outcome }) => outcome === 'passed').map(({ rate }) => rate))
  const above = steps.filter(({ rate }) => rate > best).toSorted((a, b) => a.rate - b.rate)[0]
  return { best, next: above?.rate ?? Number.POSITIVE_INFINITY, isUnknown: above?.outcome === 'unknown' }
}

/** Of fewer, those of one server lie above those of another by chance in more than 5% of pairs. */
const LEAST_PROCESSES = 4

/**
 * The places that a server may have by its highest rate: it is above another one only where all of its processes are above
 * all of the other's, which of four processes each happens by chance in 1 of 35 pairs, and of fewer too often (H. B. Mann, D. R. Whitney, "On a test
 * of whether one of two random variables is stochastically larger than the other", Annals of Mathematical Statistics 18, 1947).
 */
export function placesOf(own: ObjectiveSummary, all: readonly ObjectiveSummary[]): { first: number; last: number } {
  const isAbove = (a: ObjectiveSummary, b: ObjectiveSummary) =>
    Math.min(a.processes, b.processes) >= LEAST_PROCESSES && b.unknown === 0 && a.best.min >= b.next.max
  return {
    first: 1 + all.filter((other) => isAbove(other, own)).length,
    last: all.length - all.filter((other) => isAbove(own, other)).length,
  }
}
