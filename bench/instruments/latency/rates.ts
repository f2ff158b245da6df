/** Rates at which a process is loaded, and for how long. */

import type { LatencyPoint, LatencyProtocol } from '../../../charts/instruments/latency/format.ts'
import { defaultProtocol } from '../../../shared/results/default-protocol.ts'
import { turnPlanOf } from '../../run/warm-up.ts'

/** A rate above the maximum by this factor is skipped: it would only show a growing queue. */
export const HOPELESS = 1.2

const { warmupSeconds, durationSeconds, sliceSeconds } = defaultProtocol

/** About ten minutes for a dozen servers. */
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

/** Returns the seconds of load at a rate: longer at a low one, so that its p99 has enough requests. */
export function secondsAt(
  rate: number,
  { seconds, leastRequests }: Pick<LatencyProtocol, 'seconds' | 'leastRequests'>,
) {
  return Math.max(seconds, leastRequests / rate)
}

/** Returns the rates for a process. @param maximum requests/s */
export function pointsOf(
  { rates, shares }: Pick<LatencyProtocol, 'rates' | 'shares'>,
  maximum: number,
): Pick<LatencyPoint, 'rate' | 'share'>[] {
  return [
    ...rates.map((rate) => ({ rate, share: null })),
    ...shares.map((share) => ({ rate: Math.max(1, Math.round(share * maximum)), share })),
  ]
}

/** Seconds per process for start, checks and stop; and per load beyond its window. */
const PROCESS_SECONDS = 1.2
const LOAD_SECONDS = 0.4
/** Seconds per slice of the closed loop beyond its window. */
const SLICE_SECONDS = 0.06
/** Loads per search for an objective. */
const LOOKS = 6

/** Estimates the duration of a run in seconds. */
export function expectedLatencySeconds(protocol: LatencyProtocol, servers: number): number {
  const { rates, shares, rounds, seconds, closedLoop, objective } = protocol
  const { least, counted } = turnPlanOf(closedLoop)
  const looks = shares.length + (objective === null ? 0 : LOOKS)
  const loads = [...rates.map((rate) => secondsAt(rate, protocol)), ...Array<number>(looks).fill(seconds)]
  const loaded = loads.reduce((sum, each) => sum + each + LOAD_SECONDS, 0)
  const closed = (least + counted) * (closedLoop.sliceSeconds + SLICE_SECONDS)
  return servers * rounds * (PROCESS_SECONDS + closed + loaded)
}
