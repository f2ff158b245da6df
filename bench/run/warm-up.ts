/**
 * Decides when a server is warm and when a trial has enough slices. A trial is a sequence of turns, of which the first are
 * warm-up: as many as the rate keeps growing, not a guessed time. Later slices count.
 */
import jStat from 'jstat'
import type { Protocol } from '../../shared/format/format.ts'
import { sum } from '../../shared/stats/statistics.ts'

/** Seconds of load that never count: during them, compilers change the rate of every server. */
export const LEAST_WARM_UP = 1
/** Turns to repeat because of noise, at most, as a share of the counted ones. */
export const REPEATS = 0.5
/** Share of servers with a constant rate that get one more turn. */
const SIGNIFICANCE = 0.05

/** Numbers of turns. */
export interface TurnPlan {
  /** Shortest warm-up; 0 without a warm-up. */
  least: number
  /** Longest warm-up. */
  longest: number
  /** Turns that count, at least, and their requests. */
  counted: number
  countedRequests: number
  /** Minimum requests of the warm-up. */
  requests: number
}

/** In seconds: the longest warm-up, the counted load, and a slice. */
type LoadTimes = Pick<Protocol, 'warmupSeconds' | 'durationSeconds' | 'sliceSeconds'> &
  Partial<Pick<Protocol, 'warmupRequests' | 'requests'>>

export function turnPlanOf(times: LoadTimes): TurnPlan {
  const { warmupSeconds, warmupRequests = 0, durationSeconds, sliceSeconds, requests = 0 } = times
  const turns = (seconds: number) => Math.max(1, Math.round(seconds / sliceSeconds))
  const longest = warmupSeconds === 0 ? 0 : turns(warmupSeconds)
  const least = Math.min(longest, turns(LEAST_WARM_UP))
  const counted = turns(durationSeconds)
  return { least, longest, counted, countedRequests: requests, requests: warmupRequests }
}

export interface TurnedSlice {
  /** Turn, from 1. */
  slice: number
  requests: number
  /** Requests/s. */
  rate: number
  noise: string | null
}

export interface WarmedUp {
  /** Turns of the warm-up. Later slices count. */
  turns: number
  settled: boolean
}

/**
 * Returns the end of the warm-up, once there are enough quiet slices after it.
 * @returns null if another turn is needed
 */
export function warmedUp(slices: readonly TurnedSlice[], plan: TurnPlan): WarmedUp | null {
  const { longest } = plan
  const least = leastTurns(slices, plan)
  if (least === null) return null
  const after = (turn: number) => slices.filter(({ slice }) => slice > turn)
  const quietAfter = (turn: number) => after(turn).filter(({ noise }) => noise === null)
  const isEnough = (turn: number) => slices.length > 0 && hasEnough(quietAfter(turn), plan)
  const isGivenUp = (turn: number) => hasEnough(after(turn), plan, 1 + REPEATS)
  const settledAfter = (turn: number) =>
    longest > 0 &&
    requestsUntil(slices, turn) >= plan.requests &&
    !isGrowing(quietAfter(turn).map(({ rate }) => rate))
  if (!isEnough(least))
    return isGivenUp(least) ? { turns: least, settled: settledAfter(least) } : null
  let turns = least
  while (isEnough(turns + 1)) turns++
  const settled = settledAfter(turns)
  return settled || turns >= longest || isGivenUp(longest) ? { turns, settled } : null
}

/** Returns whether there are as many slices and requests as count, or a multiple of them. */
function hasEnough(
  slices: readonly TurnedSlice[],
  { counted, countedRequests }: TurnPlan,
  multiple = 1,
): boolean {
  return (
    slices.length >= Math.ceil(multiple * counted) &&
    sum(slices, ({ requests }) => requests) >= multiple * countedRequests
  )
}

/** Returns the turns of the shortest warm-up, by seconds and by requests; null if it is not over. */
function leastTurns(
  slices: readonly TurnedSlice[],
  { least, longest, requests }: TurnPlan,
): number | null {
  if (longest === 0) return 0
  const isOver = (turn: number) =>
    turn >= longest || (turn >= least && requestsUntil(slices, turn) >= requests)
  return slices.find(({ slice }) => isOver(slice))?.slice ?? null
}

/** Returns the number of requests up to and including a turn. */
function requestsUntil(slices: readonly TurnedSlice[], turn: number): number {
  return sum(slices, ({ slice, requests }) => (slice <= turn ? requests : 0))
}

/**
 * Returns whether rates grow, by the one-sided Mann-Kendall test at 5%. Source: H. B. Mann, "Nonparametric tests against
 * trend", Econometrica 13, 1945.
 * @param rates in chronological order
 */
export function isGrowing(rates: readonly number[]): boolean {
  const n = rates.length
  const variance = (n * (n - 1) * (2 * n + 5)) / 18
  // Scores differ by at least 2, so the continuity correction of the normal approximation is 1.
  return (
    variance > 0 &&
    (kendallScore(rates) - 1) / Math.sqrt(variance) > jStat.normal.inv(1 - SIGNIFICANCE, 0, 1)
  )
}

/** Returns the number of pairs that increase over time, minus those that decrease. */
function kendallScore(values: readonly number[]): number {
  return sum([...values.entries()], ([i, later]) =>
    sum(values.slice(0, i), (earlier) => Math.sign(later - earlier)),
  )
}
