/** An open loop: requests are due at instants of their own, whatever the server does with those before. */
import type { ArrivalKind } from '../../shared/result/latency.ts'
import type { LoadReport, LoadSession, LoadWatch } from './generator.ts'

export interface OpenLoad {
  arrivals: ArrivalKind
  /** Requests/s. */
  rate: number
  /** Of the window, whose requests count. */
  seconds: number
  /** Of the instants. */
  seed: number
}

/** Where the requests stand that were due in the window; all of them together are `scheduled`. */
export interface OpenCounts {
  scheduled: number
  /** Answered as a whole, however late. */
  completed: number
  /** Their connection broke, or there was no answer when nobody waited any more. */
  failed: number
  /** Never sent: no connection was free until nobody waited any more. */
  unsent: number
}

/** What came back of one. */
export interface OpenReport extends OpenCounts {
  /** As a closed loop reports, without latencies; its window is a little longer, and holds the other one. */
  load: LoadReport
  /** Length of the window in seconds. */
  seconds: number
  /** Requests that were due and not answered when the window began, and when it ended. */
  backlog: { begin: number; end: number }
  /** Requests that found no connection free when they were due. */
  waited: number
  /** Histograms of microseconds, as HdrHistogram compresses them: from the instant to the whole answer. */
  latency: string
  /** The same without all that may be the generator's own: sent late though a connection was free, and answers not looked at. */
  least: string
  /** Milliseconds of the generator's longest turn, in which it looked at nothing else. */
  longestTurn: number
}

/** A generator that can be told when to send, too. */
export interface OpenSession extends LoadSession {
  /**
   * @param watch its window begins before the first request that counts is due, and ends after the last one is
   * @throws where the generator itself fails
   */
  loadOpen(port: number, load: OpenLoad, watch?: LoadWatch): Promise<OpenReport>
}
