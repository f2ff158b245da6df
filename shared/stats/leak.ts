/**
 * Detects leaks: the slope of bytes in use over requests, with a 95% interval, and a verdict.
 *
 * Slope and interval are Theil's and Sen's (P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau",
 * Journal of the American Statistical Association 63, 1968), which are robust against outliers. They assume independent points,
 * but successive measurements of memory are correlated. So each point is the median of a long block, and the remaining
 * autocorrelation widens the interval (K. H. Hamed, A. R. Rao, "A modified Mann-Kendall trend test for autocorrelated data",
 * Journal of Hydrology 204, 1998, with the first lag only).
 */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { CONFIDENCE, meanEstimate } from './intervals.ts'

/** Seconds since the load began, responses by then, bytes in use. */
export type UsePoint = [seconds: number, requests: number, bytes: number]

export interface Growth {
  /** Bytes per request. */
  slope: number
  /** Ends of a 95% interval. */
  low: number
  high: number
  /** Slope × requests of the judged time, in bytes. */
  grown: number
  /** The second half grew less than half as fast as the first. */
  slows: boolean
}

/** Share of the time that is not judged, while compilers, caches and the heap still grow. */
export const SETTLING = 0.4
/** Number of blocks of the judged time. */
const BLOCKS = 12
/** Least number of blocks for a slope. */
const FEWEST = 6
/** Least relevant slope, in bytes per request: 170 MB a day at 1,000 requests/s. */
export const RELEVANT = 2
/** Bytes by which a runtime's heap varies anyway, even with few requests. */
export const MOVING = 64 * 1024

/** Returns null with too few points. */
export function growthOf(points: readonly UsePoint[]): Growth | null {
  const end = points.at(-1)?.[0] ?? 0
  const judged = points.filter(([seconds]) => seconds >= SETTLING * end)
  const blocks = blocksOf(judged, Math.min(BLOCKS, judged.length))
  if (blocks.length < FEWEST) return null
  const slopes = pairSlopes(blocks)
  const slope = statistics.medianSorted(slopes)
  const n = blocks.length
  const z = jStat.normal.inv(1 - (1 - CONFIDENCE) / 2, 0, 1)
  const reach = z * Math.sqrt((n * (n - 1) * (2 * n + 5)) / 18) * widening(blocks, slope)
  const slopeAt = (position: number) =>
    slopes[Math.max(0, Math.min(slopes.length - 1, Math.round(position)))] as number
  const half = Math.floor(n / 2)
  const [first, second] = [blocks.slice(0, half), blocks.slice(n - half)].map((part) =>
    statistics.medianSorted(pairSlopes(part)),
  ) as [number, number]
  return {
    slope,
    grown: slope * ((blocks.at(-1)?.[0] ?? 0) - (blocks[0]?.[0] ?? 0)),
    low: slopeAt((slopes.length - reach) / 2 - 1),
    high: slopeAt((slopes.length + reach) / 2),
    slows: first > 0 && second < first / 2,
  }
}

/** Classifies growth; a negative or irrelevant slope is `none`. */
export function verdictOf({ slope, low, grown, slows }: Growth): 'leak' | 'settling' | 'none' {
  if (low <= 0 || slope < RELEVANT || grown < MOVING) return 'none'
  return slows ? 'settling' : 'leak'
}

type Block = readonly [requests: number, bytes: number]

function blocksOf(points: readonly UsePoint[], number: number): Block[] {
  return Array.from({ length: number }, (_, i) => {
    const part = points.slice(
      Math.floor((i * points.length) / number),
      Math.floor(((i + 1) * points.length) / number),
    )
    return [
      statistics.median(part.map(([, requests]) => requests)),
      statistics.median(part.map(([, , bytes]) => bytes)),
    ]
  })
}

/** Returns the slopes of all pairs, sorted. */
function pairSlopes(blocks: readonly Block[]): number[] {
  return blocks
    .flatMap(([x, y], i) =>
      blocks.slice(i + 1).flatMap(([x2, y2]) => (x2 > x ? [(y2 - y) / (x2 - x)] : [])),
    )
    .sort((a, b) => a - b)
}

/** Returns the factor, at least 1, by which autocorrelation widens the interval. */
function widening(blocks: readonly Block[], slope: number): number {
  const rests = blocks.map(([x, y]) => y - slope * x)
  // The estimate of r is biased by about −1/n.
  const lagged = statistics.sampleCorrelation(rests.slice(1), rests.slice(0, -1)) || 0
  const r = Math.min(0.8, Math.max(0, lagged + 1 / blocks.length))
  return Math.sqrt((1 + r) / (1 - r))
}

/** Combines a server's processes: the mean of their slopes with Student's t interval; a single process keeps its own. */
export function growthOver(processes: readonly Growth[]): Growth | null {
  const [first] = processes
  if (!first || processes.length === 1) return first ?? null
  const slopes = processes.map(({ slope }) => slope)
  const { value: slope, low, high } = meanEstimate(slopes)
  const grown = statistics.mean(processes.map((each) => each.grown))
  return {
    slope,
    low: low ?? slope,
    high: high ?? slope,
    grown,
    slows: processes.some(({ slows }) => slows),
  }
}
