/** Measures servers layer by layer, from the whole one to what is left of it: in instructions, in CPU time, or in both. */
import type { Random } from '../../shared/basics/random.ts'
import { javascriptOf } from '../../shared/result/counts-summary.ts'
import type { CountsProtocol } from '../../shared/result/instructions.ts'
import type { LayeredServer } from '../../shared/result/layers.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { countProcess } from '../counters/count-process.ts'
import type { Counter } from '../counters/counter.ts'
import { inLanes } from '../counters/lanes.ts'
import { requestsFor } from '../counters/requests.ts'
import { attempt, type Layered, type LayersObserver, type Part, partOf } from './parts.ts'
import { type TimePlan, timeParts } from './time-parts.ts'

interface CountPlan {
  counter: Counter
  protocol: CountsProtocol
  /** Of each part that is counted at a time; null where nothing is pinned. */
  lanes: readonly (number[] | null)[]
}

export interface MeasurePlan {
  /** Null where no instructions are counted. */
  counting: CountPlan | null
  /** Null where no CPU time is measured. */
  timing: Omit<TimePlan, 'random'> | null
  random: Random
}

interface MeasuredLayers {
  servers: LayeredServer[]
  /** Slices that were loaded again because others were at work. */
  noisySlices: number
  /** Titles of parts of which a process or more still cost less from slice to slice after the longest warm-up. */
  unsettled: string[]
}

/** A server of which a variant does not do its work is refused, and the others go on. */
export async function measureLayers(
  all: readonly Layered[],
  { counting, timing, random }: MeasurePlan,
  observer: LayersObserver,
): Promise<MeasuredLayers> {
  for (const layered of all) if (layered.refusal !== null) observer.refused(layered)
  const measured = all.map((layered) => {
    const parts = layered.variants.map((variant) => partOf(layered, variant, layered))
    // What is left when all layers are gone: without its validation, as all that stands on it is.
    const { below } = layered
    const left = below?.variants[1]
    return { layered, parts, anchor: below && left ? partOf(below, left, layered) : null }
  })
  if (counting) {
    const parts = measured.flatMap((each) => each.parts)
    await countParts(counting, parts, random, observer)
  }
  const groups = measured.map(({ parts, anchor }) => (anchor ? [anchor, ...parts] : parts))
  const timed = timing ? await timeParts({ ...timing, random }, groups, observer) : { noisySlices: 0, unsettled: [] }
  const servers = measured.map(({ layered: { server, below, code, refusal }, parts, anchor }): LayeredServer => {
    return {
      name: server.name,
      displayName: server.manifest.name ?? server.name,
      version: server.version,
      code,
      below: below?.server.name ?? null,
      variants: refusal === null ? parts.map(({ costs }) => costs) : [],
      anchor: refusal === null ? (anchor?.costs.microseconds ?? []) : [],
      refusal,
    }
  })
  return { servers, ...timed }
}

/** Fresh processes of each part, in a random order that is another one in each round. */
async function countParts(
  { counter, protocol, lanes }: CountPlan,
  parts: readonly Part[],
  random: Random,
  observer: LayersObserver,
): Promise<void> {
  const ring = ({ wire }: Part) =>
    requestsFor({ scenario: updateUser, protocol }, { manifest: { wire } }, { validOnly: true })
  for (let round = 1; round <= protocol.processes; round++) {
    await inLanes(lanes, random.shuffle(parts), (part, cpus) =>
      attempt(part, observer, async () => {
        const counted = await countProcess({ counter, protocol, ring }, part, cpus)
        part.costs.instructions.push(javascriptOf(counted))
        part.costs.settled &&= counted.settled
        observer.counted(part)
      }),
    )
  }
}
