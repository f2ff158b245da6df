/** Which rates a server is loaded at, and how often. */
import type { LatencyProtocol } from '../../shared/result/latency.ts'
import type { MeasuredPoint } from '../../shared/result/latency-measured.ts'
import { medianOf } from '../../shared/result/statistics.ts'

/** A rate above the maximum by that factor is not loaded: all that would be seen is a queue that grows. */
const HOPELESS = 1.2

/** The default: about half an hour for a dozen of servers. */
export const defaultLatencyProtocol = {
  arrivals: 'poisson',
  connections: 100,
  rates: [1_000, 5_000, 10_000, 20_000],
  shares: [0.2, 0.5, 0.8, 0.95],
  sliceSeconds: 1.5,
  leastRequests: 3_000,
  rounds: 5,
  groupSize: 3,
  warmUpSeconds: 1,
  maximumSeconds: 1,
  objective: null,
} as const satisfies Omit<LatencyProtocol, 'seed'>

/** Slices of each process at a rate. */
export function slicesAt(rate: number, { sliceSeconds, leastRequests }: LatencyProtocol): number {
  return Math.max(1, Math.ceil(leastRequests / (rate * sliceSeconds)))
}

/** The points of a server at the rates that all have, nothing loaded yet. @param maximum of its first process */
export function pointsAtRates({ rates }: Pick<LatencyProtocol, 'rates'>, maximum: number): MeasuredPoint[] {
  return rates.map((rate) => {
    const skipped = rate > HOPELESS * maximum ? `its first process had ${thousands(maximum)}/s at most` : null
    return { rate, share: null, processes: [], skipped }
  })
}

/**
 * The points of a server at shares of its maximum, nothing loaded yet: one rate for all processes, so that their histograms
 * are of one load.
 * @param maxima of several processes: that of a single one may lie far off; at least one
 */
export function pointsAtShares(
  { shares }: Pick<LatencyProtocol, 'shares'>,
  maxima: readonly number[],
): MeasuredPoint[] {
  const maximum = medianOf(maxima).median
  return shares.map((share) => {
    return { rate: Math.max(1, Math.round(share * maximum)), share, processes: [], skipped: null }
  })
}

/** Shares have rounds of their own, behind those in which the maxima were taken. */
export function roundsOf({ rounds, shares }: Pick<LatencyProtocol, 'rounds' | 'shares'>): number {
  return shares.length > 0 ? 2 * rounds : rounds
}

const thousands = (value: number) => Math.round(value).toLocaleString('en-US')

/** Seconds that starting, checking and ending a process take, and those of a slice beside its window. */
const PROCESS_SECONDS = 1.2
const SLICE_SECONDS = 0.4
/** Looks of a search for an objective, and fresh processes that look again. */
const SEARCH = { looks: 12, processes: 6 }

/** How long a run takes, about, in seconds. */
export function expectedLatencySeconds(protocol: LatencyProtocol, servers: number): number {
  const { rates, shares, rounds, sliceSeconds, warmUpSeconds, maximumSeconds, objective } = protocol
  const atRates = rates.reduce((sum, rate) => sum + slicesAt(rate, protocol), 0)
  const slices = atRates + shares.length
  const process = PROCESS_SECONDS + warmUpSeconds + maximumSeconds
  const slice = sliceSeconds + SLICE_SECONDS
  const search =
    objective === null ? 0 : SEARCH.processes * process + (SEARCH.looks + 2 * (SEARCH.processes - 1)) * slice
  return servers * (roundsOf(protocol) * process + rounds * slices * slice + search)
}
