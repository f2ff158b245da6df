/** Several kinds of load on one and the same server process, in turn and in random order. */

import { createRandom } from '../../../shared/basics/random.ts'
import type { Protocol, Trial } from '../../../shared/result/format.ts'
import { rateOf } from '../../../shared/result/rates.ts'
import type { Server } from '../../contenders/servers.ts'
import type { LoadSession } from '../../load/generator.ts'
import type { Pinning } from '../../machine/cpus.ts'
import { RunningTrial } from '../../measure/running-trial.ts'
import { sliceRecord } from '../../measure/trial-record.ts'
import { scenario } from './experiment.ts'

/** Seconds of load by all kinds together, before any of it counts. */
const WARM_UP_SECONDS = 4

/** A way to load the server. */
export interface LoadKind {
  name: string
  session: LoadSession
  /** How many requests the checker sends meanwhile. */
  checksPerSecond: number
  /** Requests in flight on each connection, where they are not the protocol's. */
  pipelining?: number
}

/** Requests/s of each sweep, by kind of load: figures of one sweep belong together. */
export type RatesByKind = Record<string, number[]>

/** The slices of each sweep, by kind of load. */
export type SlicesByKind = Record<string, Trial['slices']>

export async function loadSameServer(...args: Parameters<typeof slicesOfSameServer>): Promise<RatesByKind> {
  const slices = await slicesOfSameServer(...args)
  return Object.fromEntries(Object.entries(slices).map(([kind, list]) => [kind, list.map(rateOf)]))
}

export async function slicesOfSameServer(
  server: Server,
  kinds: readonly LoadKind[],
  protocol: Protocol,
  sweeps: number,
  pinning: Pinning,
): Promise<SlicesByKind> {
  const random = createRandom(protocol.seed)
  // External generators count bytes each in their own way, so that sizes are not compared here.
  const plan = {
    server,
    scenario,
    protocol,
    pinning,
    round: 1,
    group: 1,
    seed: protocol.seed,
    countsReceived: null,
    calibration: null,
  }
  const trial = await RunningTrial.start(plan, () => {})
  try {
    const warmUp = Math.ceil(WARM_UP_SECONDS / protocol.sliceSeconds / kinds.length)
    const byKind: SlicesByKind = {}
    for (let sweep = 1; sweep <= warmUp + sweeps; sweep++) {
      for (const [index, kind] of random.shuffle(kinds).entries()) {
        const { session, pipelining = protocol.pipelining, checksPerSecond } = kind
        const slice = await trial.loadSlice(session, sweep, index + 1, pipelining, checksPerSecond)
        if (sweep > warmUp) byKind[kind.name] = [...(byKind[kind.name] ?? []), sliceRecord(slice, false)]
      }
    }
    await trial.finish(false)
    return byKind
  } finally {
    await trial.abandon()
  }
}

/** The sweeps' ratios of one kind of load to another. */
export function ratiosOf(rates: RatesByKind, kind: string, base: string): number[] {
  return (rates[kind] ?? []).map((rate, sweep) => rate / (rates[base]?.[sweep] ?? Number.NaN))
}
