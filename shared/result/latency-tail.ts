/**
 * p99 over mean latency: how uneven a server's answers are. Under a closed loop the mean follows from requests/s (Little's
 * law), and p99 mostly with it; their quotient says what requests/s does not.
 */
import type { Median, Trial } from './format.ts'
import { overRounds } from './summary.ts'

/** The quotient is taken within each trial of the first load, and then summarized over the rounds; it has no unit. */
export function latencyTail(trials: readonly Trial[]): Median {
  return overRounds(trials, ({ latency }) => latency.p99 / latency.mean)
}
