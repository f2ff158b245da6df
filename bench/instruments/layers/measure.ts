/** Measures servers layer by layer, in instructions, CPU time or both. */
import type { LayeredServer, Variant } from '../../../charts/instruments/layers/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import type { Attempts } from '../../host/identity.ts'
import type { Server } from '../../host/servers.ts'
import { partOf } from '../../variants/parts.ts'
import { type TimePlan, timeParts } from '../../variants/time-parts.ts'
import type { VariedServer } from '../../variants/variants.ts'
import { type CountPlan, countParts } from '../count-parts.ts'
import { standsOn } from './kind.ts'

export interface MeasurePlan {
  /** Null to count no instructions. */
  counting: CountPlan | null
  /** Null to measure no CPU time. */
  timing: Omit<TimePlan, 'random'> | null
  random: Random
}

/** @returns the servers, and what is to be said of the loads besides what they cost */
export async function measureLayers(
  all: readonly VariedServer[],
  { counting, timing, random }: MeasurePlan,
  attempts: Attempts<Server>,
): Promise<{ servers: LayeredServer[]; noisySlices: number; unsettled: string[] }> {
  const measured = all.map((varied) => {
    const parts = varied.variants.map((variant) => partOf(varied, variant))
    const below = all.find(({ server }) => server.name === standsOn(varied.server.name))
    // The remainder when all layers are removed is the server underneath, without its validation.
    const left = below?.variants[1]
    return { varied, parts, below, anchor: below && left ? partOf(below, left, varied.server) : null }
  })
  if (counting) {
    const own = measured.map(({ parts }) => parts)
    await countParts(counting, own, random, attempts)
  }
  const groups = measured.map(({ parts, anchor }) => (anchor ? [anchor, ...parts] : parts))
  const timed = timing ? await timeParts({ ...timing, random }, groups, attempts) : { noisySlices: 0, unsettled: [] }
  const servers = measured.map(({ varied: { server, code, variants }, parts, below, anchor }): LayeredServer => {
    const refusal = attempts.reasonOf(server)
    const costs = parts.map(({ instructions, settled, microseconds }, i): Variant => {
      return { layer: variants[i]?.without ?? null, instructions, settled, microseconds }
    })
    return {
      name: server.name,
      displayName: server.manifest.name ?? server.name,
      version: server.version,
      code,
      below: below?.server.name ?? null,
      variants: refusal === null ? costs : [],
      anchor: refusal === null ? (anchor?.microseconds ?? []) : [],
      refusal,
    }
  })
  return { servers, ...timed }
}
