/**
 * How fast a machine was during a run, by the fixed work that the probe did before each slice. The name of a CPU does not tell:
 * virtual machines of one name differ by factors.
 */
import * as statistics from 'simple-statistics'
import type { ServerResult } from './format.ts'

/** The part of a result that says it; a description of a machine that measured nothing has none. */
export interface Probed {
  servers?: readonly Pick<ServerResult, 'trials'>[]
  copy?: Pick<ServerResult, 'trials'> | null
}

/** Medians of one machine at two hours stay within this factor. */
const SAME_SPEED = 1.5

/** @returns microseconds that the fixed work took on the server's CPU before a slice; null where no probe was at work */
export function medianProbeTime({ servers = [], copy }: Probed): number | null {
  const trials = [...servers, ...(copy ? [copy] : [])].flatMap((server) => server.trials)
  const times = trials.flatMap(({ slices }) => slices.flatMap(({ probe }) => probe?.server ?? []))
  return times.length > 0 ? statistics.median(times) : null
}

/** Whether two medians may be one machine's; where one is not known they may. */
export function isSameSpeed(one: number | null, other: number | null): boolean {
  return one === null || other === null || Math.max(one, other) <= SAME_SPEED * Math.min(one, other)
}
