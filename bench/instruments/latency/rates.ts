/** Which rates a process is loaded at, and for how long. */

import type { LatencyPoint, LatencyProtocol } from '../../../charts/instruments/latency/format.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { turnPlanOf } from '../../run/warm-up.ts'

/** A rate above the maximum by that factor is not loaded: all that would be seen is a queue that grows. */
export const HOPELESS = 1.2

const { warmupSeconds, durationSeconds, sliceSeconds } = defaultProtocol

/** The default: about ten minutes for a dozen servers. */
export const defaultLatencyProtocol = {
  connections: 100,
  rates: [1_000, 5_000],
  shares: [0.5, 0.8],
  seconds: 1,
  leastRequests: 2_000,
  rounds: 5,
  groupSize: 3,
  closedLoop: { warmupSeconds, durationSeconds, sliceSeconds },
  objective: null,
} as const satisfies Omit<LatencyProtocol, 'seed'>

/** Seconds of load at a rate: a low one is loaded for longer, so that its p99 rests on enough requests. */
export function secondsAt(
  rate: number,
  { seconds, leastRequests }: Pick<LatencyProtocol, 'seconds' | 'leastRequests'>,
) {
  return Math.max(seconds, leastRequests / rate)
}

/** Where a process is to be loaded. @param maximum requests/s */
export function pointsOf(
  { rates, shares }: Pick<LatencyProtocol, 'rates' | 'shares'>,
  maximum: number,
): Pick<LatencyPoint, 'rate' | 'share'>[] {
  return [
    ...rates.map((rate) => ({ rate, share: null })),
    ...shares.map((share) => ({ rate: Math.max(1, Math.round(share * maximum)), share })),
  ]
}

/** Seconds that starting, checking and ending a process take, and those of a load beside its window. */
const PROCESS_SECONDS = 1.2
const LOAD_SECONDS = 0.4
/** Seconds of a slice of the closed loop beside its window. */
const SLICE_SECONDS = 0.06
/** Loads of a search for an objective. */
const LOOKS = 6

/** How long a run takes, about, in seconds. */
export function expectedLatencySeconds(protocol: LatencyProtocol, servers: number): number {
  const { rates, shares, rounds, seconds, closedLoop, objective } = protocol
  const { least, counted } = turnPlanOf(closedLoop)
  const looks = shares.length + (objective === null ? 0 : LOOKS)
  const loads = [...rates.map((rate) => secondsAt(rate, protocol)), ...Array<number>(looks).fill(seconds)]
  const loaded = loads.reduce((sum, each) => sum + each + LOAD_SECONDS, 0)
  const closed = (least + counted) * (closedLoop.sliceSeconds + SLICE_SECONDS)
  return servers * rounds * (PROCESS_SECONDS + closed + loaded)
}
