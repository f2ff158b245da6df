/**
 * When a server is warm, and when enough of a trial counts. A trial is turns of slices, and its warm-up is the first of
 * them: the slices themselves show how many, not a guessed time. What is loaded after the rate
 * has stopped growing counts.
 */
import jStat from 'jstat'
import type { Protocol } from '../../shared/results/format.ts'

/** Seconds of load that never count: in them compilers change the rate of every server. */
export const LEAST_WARM_UP = 1
/** Turns that may be loaded again because of noise, as a share of those that count. */
export const REPEATS = 0.5
/** Of servers whose rate does not grow, this share is loaded for one more turn. */
const SIGNIFICANCE = 0.05

/** Numbers of turns. */
export interface TurnPlan {
  /** The shortest warm-up by time; none without any. */
  least: number
  /** The longest. */
  longest: number
  /** Turns that count. */
  counted: number
  /** Requests of the shortest warm-up, to all processes of the server together. */
  requests: number
}

/** Seconds: of the longest warm-up, of what counts, and of a slice. */
type LoadTimes = Pick<Protocol, 'warmupSeconds' | 'durationSeconds' | 'sliceSeconds'> &
  Partial<Pick<Protocol, 'warmupRequests' | 'workers'>>

export function turnPlanOf(times: LoadTimes): TurnPlan {
  const { warmupSeconds, warmupRequests = 0, durationSeconds, sliceSeconds, workers = 1 } = times
  const turns = (seconds: number) => Math.max(1, Math.round(seconds / sliceSeconds))
  const longest = warmupSeconds === 0 ? 0 : turns(warmupSeconds)
  const least = Math.min(longest, turns(LEAST_WARM_UP))
  return { least, longest, counted: turns(durationSeconds), requests: warmupRequests * workers }
}

export interface TurnedSlice {
  /** Turn, counted from 1. */
  slice: number
  requests: number
  /** Requests/s. */
  rate: number
  noise: string | null
}

export interface WarmedUp {
  /** Turns of the warm-up: slices of later ones count. */
  turns: number
  settled: boolean
}

/**
 * Where the warm-up of a trial ends, once there are enough quiet slices after it.
 * @returns null where another turn is needed
 */
export function warmedUp(slices: readonly TurnedSlice[], plan: TurnPlan): WarmedUp | null {
  const { longest, counted } = plan
  const least = leastTurns(slices, plan)
  if (least === null) return null
  const last = Math.max(0, ...slices.map(({ slice }) => slice))
  const quietAfter = (turn: number) => slices.filter((each) => each.slice > turn && each.noise === null)
  const isEnough = (turn: number) => slices.length > 0 && quietAfter(turn).length >= counted
  const settledAfter = (turn: number) =>
    longest > 0 && requestsUntil(slices, turn) >= plan.requests && !isGrowing(quietAfter(turn).map(({ rate }) => rate))
  const repeats = Math.ceil(REPEATS * counted)
  if (!isEnough(least)) return last >= least + counted + repeats ? { turns: least, settled: settledAfter(least) } : null
  let turns = least
  while (isEnough(turns + 1)) turns++
  const settled = settledAfter(turns)
  return settled || turns >= longest || last >= longest + counted + repeats ? { turns, settled } : null
}

/** Turns of the shortest warm-up, by seconds and by requests; null where they are not over. */
function leastTurns(slices: readonly TurnedSlice[], { least, longest, requests }: TurnPlan): number | null {
  if (longest === 0) return 0
  const isOver = (turn: number) => turn >= longest || (turn >= least && requestsUntil(slices, turn) >= requests)
  return slices.find(({ slice }) => isOver(slice))?.slice ?? null
}

/** Requests of all turns up to this one. */
function requestsUntil(slices: readonly TurnedSlice[], turn: number): number {
  return slices.reduce((sum, { slice, requests }) => (slice <= turn ? sum + requests : sum), 0)
}

/**
 * Returns whether rates grow, by the Mann-Kendall test, one-sided, at 5%. Source: H. B. Mann, "Nonparametric tests
 * against trend", Econometrica 13, 1945.
 * @param rates in the order of time
 */
export function isGrowing(rates: readonly number[]): boolean {
  const n = rates.length
  const variance = (n * (n - 1) * (2 * n + 5)) / 18
  // Scores go in steps of two: the normal approximation is corrected by half of one.
  return variance > 0 && (kendallScore(rates) - 1) / Math.sqrt(variance) > jStat.normal.inv(1 - SIGNIFICANCE, 0, 1)
}

/** Returns the number of pairs that grow from the earlier to the later, minus those that fall. */
function kendallScore(values: readonly number[]): number {
  let score = 0
  for (const [i, later] of values.entries()) {
    for (const earlier of values.slice(0, i)) score += Math.sign(later - earlier)
  }
  return score
}
