/** Which rates a server is loaded at, and how often. */
import type { LatencyProtocol } from '../../shared/result/latency.ts'
import type { MeasuredPoint } from '../../shared/result/latency-measured.ts'

/** A rate above the maximum by that factor is not loaded: all that would be seen is a queue that grows. */
const HOPELESS = 1.2

/** The default: at most a quarter of an hour and a little for a dozen of servers. */
export const defaultLatencyProtocol = {
  arrivals: 'poisson',
  connections: 100,
  rates: [1_000, 5_000, 10_000, 20_000],
  shares: [0.5, 0.8, 0.95],
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

/** The points of a server whose maximum is known, nothing loaded yet. */
export function pointsOf({ rates, shares }: LatencyProtocol, maximum: number): MeasuredPoint[] {
  const ofAll = rates.map((rate): MeasuredPoint => {
    const skipped = rate > HOPELESS * maximum ? `its maximum is ${thousands(maximum)}/s` : null
    return { rate, share: null, processes: [], skipped }
  })
  // Of all processes alike, so that their histograms are of one load.
  const own = shares.map((share): MeasuredPoint => {
    return { rate: Math.max(1, Math.round(share * maximum)), share, processes: [], skipped: null }
  })
  return [...ofAll, ...own]
}

const thousands = (value: number) => Math.round(value).toLocaleString('en-US')

/** Seconds that starting, checking and ending a process take, and those of a slice beside its window. */
const PROCESS_SECONDS = 1.2
const SLICE_SECONDS = 0.4

/** How long a run takes, about, in seconds; without the search for an objective. */
export function expectedLatencySeconds(protocol: LatencyProtocol, servers: number): number {
  const { rates, shares, rounds, sliceSeconds, warmUpSeconds, maximumSeconds } = protocol
  const slices = rates.reduce((sum, rate) => sum + slicesAt(rate, protocol), shares.length)
  const process = PROCESS_SECONDS + warmUpSeconds + maximumSeconds + slices * (sliceSeconds + SLICE_SECONDS)
  return rounds * servers * process
}
