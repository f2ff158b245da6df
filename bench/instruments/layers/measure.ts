/** Measures servers layer by layer, from the whole one to what is left of it: in instructions, in CPU time, or in both. */
import type { LayeredServer, Variant } from '../../../charts/instruments/layers/format.ts'
import type { Random } from '../../../shared/basics/random.ts'
import { grouped } from '../../../shared/basics/text.ts'
import { javascriptOf } from '../../../shared/results/counts-summary.ts'
import type { CountsProtocol } from '../../../shared/results/instructions.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import { countProcess } from '../../counters/count-process.ts'
import type { Counter } from '../../counters/counter.ts'
import { inLanes } from '../../counters/lanes.ts'
import { requestsFor } from '../../counters/requests.ts'
import type { Attempts } from '../../host/identity.ts'
import type { Server } from '../../host/servers.ts'
import { attempt, type Part, partOf, sayCost } from '../../variants/parts.ts'
import { type TimePlan, timeParts } from '../../variants/time-parts.ts'
import type { VariedServer } from '../../variants/variants.ts'
import { standsOn } from './kind.ts'

export interface CountPlan {
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

interface LayerPart extends Part {
  costs: Variant
}

/** @returns the servers, and what is to be said of the loads besides what they cost */
export async function measureLayers(
  all: readonly VariedServer[],
  { counting, timing, random }: MeasurePlan,
  attempts: Attempts<Server>,
): Promise<{ servers: LayeredServer[]; noisySlices: number; unsettled: string[] }> {
  const measured = all.map((varied) => {
    const parts = varied.variants.map((variant): LayerPart => {
      const part = partOf(varied, variant)
      const { microseconds } = part
      return { ...part, costs: { layer: variant.without, instructions: [], settled: true, microseconds } }
    })
    const below = all.find(({ server }) => server.name === standsOn(varied.server.name))
    // What is left when all layers are gone: without its validation, as all that stands on it is.
    const left = below?.variants[1]
    return { varied, parts, below, anchor: below && left ? partOf(below, left, varied.server) : null }
  })
  if (counting) {
    const parts = measured.flatMap((each) => each.parts)
    await countParts(counting, parts, random, attempts)
  }
  const groups = measured.map(({ parts, anchor }) => (anchor ? [anchor, ...parts] : parts))
  const timed = timing ? await timeParts({ ...timing, random }, groups, attempts) : { noisySlices: 0, unsettled: [] }
  const servers = measured.map(({ varied: { server, code }, parts, below, anchor }): LayeredServer => {
    const refusal = attempts.reasonOf(server)
    return {
      name: server.name,
      displayName: server.manifest.name ?? server.name,
      version: server.version,
      code,
      below: below?.server.name ?? null,
      variants: refusal === null ? parts.map(({ costs }) => costs) : [],
      anchor: refusal === null ? (anchor?.microseconds ?? []) : [],
      refusal,
    }
  })
  return { servers, ...timed }
}

/** Fresh processes of each part, in a random order that is another one in each round. */
async function countParts(
  { counter, protocol, lanes }: CountPlan,
  parts: readonly LayerPart[],
  random: Random,
  attempts: Attempts<Server>,
): Promise<void> {
  const ring = ({ wire }: Part) =>
    requestsFor({ scenario: updateUser, protocol }, { manifest: { wire } }, { validOnly: true })
  for (let round = 1; round <= protocol.processes; round++) {
    await inLanes(lanes, random.shuffle(parts), (part, cpus) =>
      attempt(part, attempts, async () => {
        const counted = await countProcess({ counter, protocol, ring }, part, cpus)
        const instructions = javascriptOf(counted)
        part.costs.instructions.push(instructions)
        part.costs.settled &&= counted.settled
        sayCost(part, round, protocol.processes, `${grouped(instructions)} instructions`)
      }),
    )
  }
}
