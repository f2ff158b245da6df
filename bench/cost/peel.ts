/** Measures servers layer by layer, from the whole one to what is left of it. */
import type { LayeredServer } from '../../shared/result/cost.ts'
import { type Measured, type MeasurePlan, measureParts } from './climb.ts'
import type { Layered, Variant } from './layers.ts'
import { type Part, withHeldTick } from './parts.ts'
import { type CostObserver, CostTally } from './tally.ts'

interface Peeled {
  layered: Layered
  parts: Part[]
  /** What is left when all layers are gone, measured beside them; null of the server that stands on nothing. */
  anchor: Part | null
}

/**
 * A server of which a variant does not do its work is refused, and the others go on.
 * @throws where what a server stands on fails beside it
 */
export async function peel(servers: readonly Layered[], plan: MeasurePlan, observer: CostObserver): Promise<Measured> {
  const tally = new CostTally(observer)
  const peeled = servers.map((layered): Peeled => {
    const parts = layered.variants.map((variant) => partOf(layered, variant))
    return { layered, parts, anchor: anchorOf(layered) }
  })
  const parts = peeled.flatMap((each) => each.parts)
  const groups = peeled.map(({ parts, anchor }) => (anchor ? [anchor, ...parts] : parts))
  const timed = await measureParts(plan, parts, groups, tally)
  return { common: [], libraries: [], servers: peeled.map((each) => recordOf(each, tally)), timed }
}

function partOf(layered: Layered, { layer, entry }: Variant): Part {
  const { manifest } = layered.server
  const runtime = withHeldTick(layered.server.runtime)
  const title = `${layered.name}${layer === null ? '' : `: - ${layer}`}`
  const answers = { wire: manifest.wire, invalid: 'left out' } as const
  return { title, owner: layered, rung: null, isAnchor: false, runtime, entry, answers }
}

/** Without its validation, as all that stands on it is. */
function anchorOf(layered: Layered): Part | null {
  const { below } = layered
  const variant = below?.variants[1]
  if (!below || !variant) return null
  return { ...partOf(below, variant), owner: layered, isAnchor: true }
}

function recordOf({ layered, parts, anchor }: Peeled, tally: CostTally): LayeredServer {
  const { name, server, variants, below, code } = layered
  const refusal = tally.refusalOf(layered)
  return {
    name,
    displayName: server.manifest.name ?? name,
    version: server.version,
    code,
    below: below?.name ?? null,
    variants:
      refusal === null ? parts.map((part, i) => ({ layer: variants[i]?.layer ?? null, ...tally.costsOf(part) })) : [],
    anchor: refusal === null && anchor ? tally.costsOf(anchor).microseconds : [],
    refusal,
  }
}
