/**
 * Detects changes of level in a series of measurements.
 *
 * The series is cut into segments of constant level that minimize the weighted sum of squares plus a penalty per cut. Optimal
 * partitioning finds the exact minimum (B. Jackson et al., "An algorithm for optimal partitioning of data on an interval", IEEE
 * Signal Processing Letters 12, 2005). PELT (R. Killick, P. Fearnhead, I. A. Eckley, "Optimal detection of changepoints with a
 * linear computational cost", JASA 107, 2012) finds the same, and would be faster only for longer series.
 *
 * The points' errors are known from their intervals, so the penalty follows from the rate of false alarms. One cut reduces the
 * sum of squares by the square of Student's t between both sides; Bonferroni's correction covers its m − 1 positions. Simulations
 * check the rate.
 */
import jStat from 'jstat'
import * as statistics from 'simple-statistics'
import { CONFIDENCE } from './intervals.ts'

/** Limit of the share of series with a false alarm; there are hundreds of series. */
export const FALSE_ALARMS = 0.001

/** A mean with its 95% interval from `n` independent observations, null if unknown. */
export interface Measurement {
  mean: number
  low: number | null
  high: number | null
  n: number
}

export interface ChangePoint {
  /** Index of the first point of the new level. */
  at: number
  /** New level relative to the old one, with a 95% interval. */
  ratio: number
  low: number
  high: number
}

/** A series' logarithms with variances and their degrees of freedom. */
interface Weighted {
  logs: readonly number[]
  variances: readonly number[]
  degreesOfFreedom: number
}

/** Noise of a series beyond the points' intervals. */
export interface Noise {
  /** Standard deviation of the logarithm between points, beyond their intervals. */
  between: number
  /** Whether single points may be outliers, so that a neighbour must confirm a change. */
  confirmed?: boolean
  falseAlarms?: number
}

/**
 * @param points in chronological order
 * @returns changes in chronological order; none without intervals
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
 * Returns a point's variance: its own, or the pooled one of the series if that is larger, since few observations may agree by
 * chance.
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

/** Returns the variance of log(mean), from the half width of Student's interval; null without one. */
export function ownVariance({ mean, low, high, n }: Measurement): number | null {
  if (low === null || high === null || n < 2) return null
  return ((high - low) / 2 / mean / student(CONFIDENCE, n - 1)) ** 2
}

/** Standard deviations that a value may exceed what its neighbours confirm. */
const UNCONFIRMED = 2

/**
 * Limits each value's distance from the median of itself and its two neighbours; the first and last value are compared with their
 * only neighbour. A step of two points is unaffected, a single outlier is removed.
 */
function heldBack({ logs, variances }: Weighted): number[] {
  const middle = logs.map((_, i) => statistics.median(logs.slice(Math.max(0, i - 1), i + 2)))
  return logs.map((value, i) => {
    const center = middle[Math.min(Math.max(i, 1), Math.max(1, logs.length - 2))] as number
    const most = UNCONFIRMED * Math.sqrt(variances[i] as number)
    return Math.min(center + most, Math.max(center - most, value))
  })
}

/** Returns the two-sided quantile of Student's t. */
function student(confidence: number, degreesOfFreedom: number): number {
  // Beyond that, Student's t is practically normal.
  return jStat.studentt.inv(1 - (1 - confidence) / 2, Math.min(degreesOfFreedom, 1e6))
}

function penaltyOf(points: number, degreesOfFreedom: number, falseAlarms: number): number {
  return student(1 - falseAlarms / (points - 1), degreesOfFreedom) ** 2
}

/** Returns the weighted mean of the points in [from, to), and its variance. */
function level({ logs, variances }: Weighted, from: number, to: number): { mean: number; variance: number } {
  const weights = variances.slice(from, to).map((variance) => 1 / variance)
  const total = statistics.sum(weights)
  const mean = weights.reduce((sum, weight, i) => sum + weight * (logs[from + i] as number), 0) / total
  return { mean, variance: 1 / total }
}

/** Returns the starts of all segments but the first. */
function bestCuts({ logs, variances }: Weighted, penalty: number): number[] {
  const center = statistics.mean([...logs])
  // Prefix sums of weights, weighted values and their squares, which give any segment's cost.
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
  // The least cost of the first `to` points, and the start of their last segment.
  const best = [{ cost: -penalty, start: 0 }]
  for (let to = 1; to <= logs.length; to++) {
    const ways = best.map((way, start) => ({ cost: way.cost + cost(start, to) + penalty, start }))
    best.push(ways.reduce((least, way) => (way.cost < least.cost ? way : least)))
  }
  const cuts: number[] = []
  for (let to = logs.length; to > 0; to = best[to]?.start as number) cuts.unshift(best[to]?.start as number)
  return cuts.slice(1)
}

/** Change of the logarithm between successive points of unchanged code, and the variance that their intervals explain. */
export interface UnchangedPair {
  difference: number
  variance: number
}

/** Least number of pairs for an estimate. */
const LEAST_PAIRS = 8
/** Median absolute value of a normal distribution, in standard deviations. */
const MEDIAN_SIZE = 0.6745

/**
 * Estimates the standard deviation between points of unchanged code beyond their intervals, from the median absolute change, which
 * is robust against a few real changes.
 * @param least lower bound, and the result with too few pairs
 */
export function betweenPoints(pairs: readonly UnchangedPair[], least: number): number {
  if (pairs.length < LEAST_PAIRS) return least
  const size = statistics.median(pairs.map(({ difference }) => Math.abs(difference))) / MEDIAN_SIZE
  const explained = statistics.median(pairs.map(({ variance }) => variance))
  return Math.max(least, Math.sqrt(Math.max(0, (size ** 2 - explained) / 2)))
}
