/** An open loop: requests are sent at scheduled times, independent of earlier responses. */

import type { Quantiles } from '../../shared/probes/latency.ts'
import type { LoadReport, LoadSession, LoadWatch } from './generator.ts'

export interface OpenLoad {
  /** Unit: requests/s. */
  rate: number
  /** Duration of the measurement window. */
  seconds: number
  /** Seed of the arrival times. */
  seed: number
}

export interface OpenReport {
  /** Requests due in the window: the sum of the three outcomes. */
  scheduled: number
  /** With a response within the timeout, which counts from when the request was due. */
  completed: number
  /** The connection broke, or there was no response within the timeout. */
  failed: number
  /** Not sent: no connection became free within the timeout. */
  unsent: number
  /** Report of the closed-loop kind, without latencies, on all requests. */
  load: LoadReport
  /** Duration of the window in seconds. */
  seconds: number
  /** Due requests without a response at the end of the window, minus those at its start. */
  backlogGrowth: number
  /** From the due time to the complete response. */
  latency: Quantiles
  /** Lower bound of `latency`: without delays that the generator may have caused by sending or reading late. */
  least: Quantiles
  /** Longest turn of the generator's event loop, in ms. */
  longestTurn: number
}

/** An open loop around a server's capacity, by clients that give up. */
export interface Overload {
  /** Milliseconds from due until the client gives up. */
  patience: number
  /** Seconds at half the capacity, at the multiple, and at half the capacity again. */
  beforeSeconds: number
  seconds: number
  afterSeconds: number
  /** Unit: requests/s. */
  capacity: number
  /** Relative to the capacity. */
  multiple: number
  /** Number at a time, at most. */
  connections: number
  /**
   * All connections are open before the load, and a request that finds none free fails at once, as with a proxy that does not
   * queue. Otherwise a connection is opened for it, and beyond their number it waits.
   */
  isPool: boolean
  seed: number
}

/** Outcomes of a request. `good`: the correct response in time. */
export const OUTCOMES = [
  'good',
  // With status 429 or 503 in time.
  'rejected',
  // Without a response in time: the client closed its connection.
  'late',
  // The connection could not be opened.
  'refused',
  // The server reset or closed the connection instead of a response.
  'reset',
  // No connection was free in time; in a pool, none at once.
  'unsent',
] as const

export type Outcome = (typeof OUTCOMES)[number]

export interface LoadOutcome extends Record<Outcome, number> {
  /** Requests due at the multiple: the sum of the outcomes. */
  scheduled: number
  /** Scheduled requests that the load generator was too busy to send when they were due. */
  behind: number
  /** ms from due to response, of the good ones; null without any. */
  p99: number | null
  /** ms after the load fell until responses were good again; null: not while loaded. */
  recovery: number | null
}

export interface OverloadReport extends LoadOutcome {
  /** Report on all phases. What the outcomes count is no error in it. */
  load: LoadReport
}

export type ReportOf<L> = L extends Overload ? OverloadReport : OpenReport

/** A session that also runs open loops. */
export interface OpenSession extends LoadSession {
  /**
   * @param watch its window begins before the first request is due, and ends when the last one has ended
   * @throws if the generator itself fails
   */
  loadOpen<L extends OpenLoad | Overload>(
    port: number,
    load: L,
    watch?: LoadWatch,
  ): Promise<ReportOf<L>>
}

/** A longer turn of the generator is a stall, as a share of the window: it would decide p99. */
const LONGEST_TURN = 0.01

/** Returns whether the generator stalled. That is independent of the server, so no load is excluded for its result. */
export function hasStalled({
  longestTurn,
  seconds,
}: Pick<OpenReport, 'longestTurn' | 'seconds'>): boolean {
  return longestTurn > LONGEST_TURN * seconds * 1000
}
