/**
 * Whether a server's memory grows for ever: the slope of what is in use over the requests that it has answered, with a 95%
 * interval, and a word for it.
 *
 * Slope and interval are Theil's and Sen's (P. K. Sen, "Estimates of the regression coefficient based on Kendall's tau",
 * Journal of the American Statistical Association 63, 1968), which a few odd points do not move. They want points that do
 * not depend on each other, and memory a moment later is much the same: so the points are medians of long stretches, and
 * what dependence is left widens the interval (K. H. Hamed, A. R. Rao, "A modified Mann-Kendall trend test for
 * autocorrelated data", Journal of Hydrology 204, 1998, with the first lag only).
 */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { CONFIDENCE, meanEstimate } from '../../../shared/stats/intervals.ts'

/** Seconds since the load began, requests answered by then, bytes in use. */
export type UsePoint = [seconds: number, requests: number, bytes: number]

/** Bytes a request, with a 95% interval. */
export interface Growth {
  slope: number
  low: number
  high: number
  /** Bytes that the slope makes of all requests that are judged. */
  grown: number
  /** Whether the second half of what is judged grows less than half as fast as the first: it settles, and has not yet. */
  slows: boolean
}

export type LeakVerdict = 'leak' | 'settling' | 'none'

/** Share of the time that is not judged: compilers, caches and the heap itself grow at first. */
export const SETTLING = 0.4
/** Stretches of the rest. */
const BLOCKS = 12
/** Fewer say nothing. */
const FEWEST = 6
/** Bytes a request from which a slope matters: 170 MB a day at 1,000 requests/s. */
export const RELEVANT = 2
/** Bytes by which a runtime's own heap moves while it warms up, however few requests there are. */
export const MOVING = 64 * 1024

/** Null where there are too few points. */
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
  const at = (position: number) => slopes[Math.max(0, Math.min(slopes.length - 1, Math.round(position)))] as number
  const half = Math.floor(n / 2)
  const [first, second] = [blocks.slice(0, half), blocks.slice(n - half)].map((part) =>
    statistics.medianSorted(pairSlopes(part)),
  ) as [number, number]
  return {
    slope,
    grown: slope * ((blocks.at(-1)?.[0] ?? 0) - (blocks[0]?.[0] ?? 0)),
    low: at((slopes.length - reach) / 2 - 1),
    high: at((slopes.length + reach) / 2),
    slows: first > 0 && second < first / 2,
  }
}

/** One word for it. A slope that goes down is none, and one that is too small to matter is none either. */
export function verdictOf({ slope, low, grown, slows }: Growth): LeakVerdict {
  if (low <= 0 || slope < RELEVANT || grown < MOVING) return 'none'
  return slows ? 'settling' : 'leak'
}

type Block = readonly [requests: number, bytes: number]

function blocksOf(points: readonly UsePoint[], number: number): Block[] {
  return Array.from({ length: number }, (_, i) => {
    const part = points.slice(Math.floor((i * points.length) / number), Math.floor(((i + 1) * points.length) / number))
    return [
      statistics.median(part.map(([, requests]) => requests)),
      statistics.median(part.map(([, , bytes]) => bytes)),
    ]
  })
}

/** Slopes of all pairs, sorted. */
function pairSlopes(blocks: readonly Block[]): number[] {
  return blocks
    .flatMap(([x, y], i) => blocks.slice(i + 1).flatMap(([x2, y2]) => (x2 > x ? [(y2 - y) / (x2 - x)] : [])))
    .sort((a, b) => a - b)
}

/** By how much neighbours that are alike widen the interval: never narrower. */
function widening(blocks: readonly Block[], slope: number): number {
  const rests = blocks.map(([x, y]) => y - slope * x)
  const mean = statistics.mean(rests)
  const deviations = rests.map((rest) => rest - mean)
  const power = deviations.reduce((sum, each) => sum + each * each, 0)
  if (power === 0) return 1
  const lagged = deviations.slice(1).reduce((sum, each, i) => sum + each * (deviations[i] as number), 0)
  // Of so few points the estimate is too small by about one over their number.
  const r = Math.min(0.8, Math.max(0, lagged / power + 1 / blocks.length))
  return Math.sqrt((1 + r) / (1 - r))
}

/** Several processes of a server together: mean and Student's t interval of their slopes; of one its own. */
export function growthOver(processes: readonly Growth[]): Growth | null {
  const [first] = processes
  if (!first || processes.length === 1) return first ?? null
  const slopes = processes.map(({ slope }) => slope)
  const { value: slope, low, high } = meanEstimate(slopes)
  const grown = statistics.mean(processes.map((each) => each.grown))
  return { slope, low: low ?? slope, high: high ?? slope, grown, slows: processes.some(({ slows }) => slows) }
}
