/**
 * Where a series of measured numbers changed its level.
 *
 * Method: of all ways to cut the series into stretches of one level each, the one with the least weighted sum of squares plus a
 * penalty for each cut. It is found exactly by optimal partitioning (B. Jackson et al., "An algorithm for optimal partitioning
 * of data on an interval", IEEE Signal Processing Letters 12, 2005); PELT (R. Killick, P. Fearnhead, I. A. Eckley, "Optimal
 * detection of changepoints with a linear computational cost", JASA 107, 2012) finds the same, and is faster on series longer
 * than these.
 *
 * The penalty is not chosen by taste: the errors of the points are known from their own intervals, so that it is what a series
 * without any change exceeds as seldom as is wanted. With one cut, the sum of squares falls by the square of Student's t between
 * both sides; the largest of its m − 1 places is held below the penalty by Bonferroni's rule. A simulation proves the rate.
 */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { CONFIDENCE } from './intervals.ts'

/** Of series without a change those in which one is found, at the most: hundreds of series are looked at. */
export const FALSE_ALARMS = 0.001

/** A measured number: `low` and `high` are its 95% interval, from `n` independent observations; null where none is known. */
export interface Measurement {
  mean: number
  low: number | null
  high: number | null
  n: number
}

export interface ChangePoint {
  /** Index of the first point of the new level. */
  at: number
  /** New level over old, with a 95% interval. */
  ratio: number
  low: number
  high: number
}

/** Logarithms of a series with their variances, and the degrees of freedom of these. */
interface Weighted {
  logs: readonly number[]
  variances: readonly number[]
  degreesOfFreedom: number
}

/** What is known of a series besides its points. */
export interface Noise {
  /** Standard deviation of the logarithm from point to point that no interval holds: each is measured at another hour. */
  between: number
  /** Whether a single point may be odd by a bad hour, so that its neighbour must confirm what it says. */
  confirmed?: boolean
  falseAlarms?: number
}

/**
 * @param points in the order of time
 * @returns the changes in the order of time; none where no point has an interval
 */
export function changePoints(points: readonly Measurement[], noise: Noise): ChangePoint[] {
  const { between, confirmed = false, falseAlarms = FALSE_ALARMS } = noise
  const known = weighted(points, between)
  if (!known || points.length < 2) return []
  const series = confirmed ? { ...known, logs: heldBack(known) } : known
  const cuts = bestCuts(series, penaltyOf(points.length, series.degreesOfFreedom, falseAlarms))
  return cuts.map((at, index) => {
    const [before, after] = [
      level(series, cuts[index - 1] ?? 0, at),
      level(series, at, cuts[index + 1] ?? points.length),
    ]
    const difference = after.mean - before.mean
    const half = student(CONFIDENCE, series.degreesOfFreedom) * Math.sqrt(before.variance + after.variance)
    return {
      at,
      ratio: Math.exp(difference),
      low: Math.exp(difference - half),
      high: Math.exp(difference + half),
    }
  })
}

/**
 * A point's variance is what its own interval says, or what all of the series say together where that is more: few
 * observations may lie close together by chance.
 */
function weighted(points: readonly Measurement[], between: number): Weighted | null {
  const own = points.map(ownVariance)
  const known = points.flatMap(({ n }, i) => (own[i] === null ? [] : [{ n, single: n * (own[i] as number) }]))
  const degreesOfFreedom = known.reduce((sum, { n }) => sum + n - 1, 0)
  if (degreesOfFreedom === 0) return null
  const pooled = known.reduce((sum, { n, single }) => sum + (n - 1) * single, 0) / degreesOfFreedom
  return {
    logs: points.map(({ mean }) => Math.log(mean)),
    variances: points.map(({ n }, i) => Math.max(own[i] ?? 0, pooled / n) + between ** 2),
    degreesOfFreedom,
  }
}

/** Of the logarithm of the mean, from the half of Student's interval; null where there is none. */
export function ownVariance({ mean, low, high, n }: Measurement): number | null {
  if (low === null || high === null || n < 2) return null
  return ((high - low) / 2 / mean / student(CONFIDENCE, n - 1)) ** 2
}

/** Standard deviations by which a value may be away from what its neighbours confirm. */
const UNCONFIRMED = 2

/**
 * A value that is far from the median of itself and its two neighbours counts as so far away, and no further; the first and the
 * last value are held against their only neighbour's. A step that lasts for two points is untouched, a single odd value is none.
 */
function heldBack({ logs, variances }: Weighted): number[] {
  const middle = logs.map((_, i) => statistics.median(logs.slice(Math.max(0, i - 1), i + 2)))
  return logs.map((value, i) => {
    const center = middle[Math.min(Math.max(i, 1), Math.max(1, logs.length - 2))] as number
    const most = UNCONFIRMED * Math.sqrt(variances[i] as number)
    return Math.min(center + most, Math.max(center - most, value))
  })
}

/** Quantile of Student's distribution, of both sides. */
function student(confidence: number, degreesOfFreedom: number): number {
  // Above that it is the normal distribution.
  return jStat.studentt.inv(1 - (1 - confidence) / 2, Math.min(degreesOfFreedom, 1e6))
}

function penaltyOf(points: number, degreesOfFreedom: number, falseAlarms: number): number {
  return student(1 - falseAlarms / (points - 1), degreesOfFreedom) ** 2
}

/** Weighted mean of the points from one index to before another, and its variance. */
function level({ logs, variances }: Weighted, from: number, to: number): { mean: number; variance: number } {
  const weights = variances.slice(from, to).map((variance) => 1 / variance)
  const total = statistics.sum(weights)
  const mean = weights.reduce((sum, weight, i) => sum + weight * (logs[from + i] as number), 0) / total
  return { mean, variance: 1 / total }
}

/** Indices at which a new stretch begins, the first stretch left out. */
function bestCuts({ logs, variances }: Weighted, penalty: number): number[] {
  const center = statistics.mean([...logs])
  // Sums over the first points of weights, of weighted values and of their squares: any stretch's cost follows from two.
  const sums = [{ weight: 0, first: 0, second: 0 }]
  for (const [i, variance] of variances.entries()) {
    const { weight, first, second } = sums[i] as (typeof sums)[number]
    const value = (logs[i] as number) - center
    sums.push({
      weight: weight + 1 / variance,
      first: first + value / variance,
      second: second + value ** 2 / variance,
    })
  }
  const cost = (from: number, to: number) => {
    const [a, b] = [sums[from], sums[to]] as [(typeof sums)[number], (typeof sums)[number]]
    return b.second - a.second - (b.first - a.first) ** 2 / (b.weight - a.weight)
  }
  // The least cost of the first `to` points, and where their last stretch begins.
  const best = [{ cost: -penalty, start: 0 }]
  for (let to = 1; to <= logs.length; to++) {
    const ways = best.map((way, start) => ({ cost: way.cost + cost(start, to) + penalty, start }))
    best.push(ways.reduce((least, way) => (way.cost < least.cost ? way : least)))
  }
  const cuts: number[] = []
  for (let to = logs.length; to > 0; to = best[to]?.start as number) cuts.unshift(best[to]?.start as number)
  return cuts.slice(1)
}

/** A change from one point to the next of the same, unchanged thing: of the logarithm, and the variance that the points' own intervals explain. */
export interface UnchangedPair {
  difference: number
  variance: number
}

/** Pairs below which they say nothing of the whole. */
const LEAST_PAIRS = 8
/** Of a normal distribution the median size over the standard deviation. */
const MEDIAN_SIZE = 0.6745

/**
 * What differs between points of unchanged things beyond their own intervals, as a standard deviation: from the median size of
 * their changes, which some that are changed after all do not move.
 * @param least what it is taken to be at the least, and where there are too few pairs
 */
export function betweenPoints(pairs: readonly UnchangedPair[], least: number): number {
  if (pairs.length < LEAST_PAIRS) return least
  const size = statistics.median(pairs.map(({ difference }) => Math.abs(difference))) / MEDIAN_SIZE
  const explained = statistics.median(pairs.map(({ variance }) => variance))
  return Math.max(least, Math.sqrt(Math.max(0, (size ** 2 - explained) / 2)))
}
