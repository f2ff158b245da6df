/** An open loop: requests are due at instants of their own, whatever the server does with those before. */
import type { Quantiles } from '../../charts/instruments/latency/format.ts'
import type { LoadReport, LoadSession, LoadWatch } from './generator.ts'

/** Arrivals: `poisson`, as from many independent clients, or `constant`, evenly spaced. */
export type ArrivalKind = 'poisson' | 'constant'

export interface OpenLoad {
  arrivals: ArrivalKind
  /** Requests/s. */
  rate: number
  /** Length of the window whose requests count. */
  seconds: number
  /** Seed of the arrival times. */
  seed: number
}

/** Where the requests stand that were due in the window; all of them together are `scheduled`. */
export interface OpenCounts {
  scheduled: number
  /** Answered as a whole, however late. */
  completed: number
  /** Their connection broke, or the response came too late. */
  failed: number
  /** Never sent: no connection was free in time. */
  unsent: number
}

export interface OpenReport extends OpenCounts {
  /** As a closed loop reports, without latencies; its window is a little longer, and holds the other one. */
  load: LoadReport
  /** Length of the window in seconds. */
  seconds: number
  /** Requests that were due and had no response when the window ended, less those when it began. */
  backlogGrowth: number
  /** From the instant to the whole response. */
  latency: Quantiles
  /** The same without all that may be the generator's own: sent late though a connection was free, and responses not looked at. */
  least: Quantiles
  /** Milliseconds of the generator's longest turn, in which it looked at nothing else. */
  longestTurn: number
}

/** A generator that can also send at given times. */
export interface OpenSession extends LoadSession {
  /**
   * @param watch its window begins before the first request that counts is due, and ends after the last one is
   * @throws where the generator itself fails
   */
  loadOpen(port: number, load: OpenLoad, watch?: LoadWatch): Promise<OpenReport>
}

/**
 * Milliseconds that the generator may look at nothing, at the most; and no more than a hundredth of a window, which is all
 * that its p99 is made of.
 */
const LONGEST_TURN = 20
const LONGEST_TURN_SHARE = 0.01

/**
 * Returns whether the generator stalled, which does not depend on the server. A load is never left out because of its
 * result.
 */
export function hasStoodStill({ longestTurn, seconds }: Pick<OpenReport, 'longestTurn' | 'seconds'>): boolean {
  return longestTurn > Math.min(LONGEST_TURN, LONGEST_TURN_SHARE * seconds * 1000)
}
