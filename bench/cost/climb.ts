/** Measures parts in instructions, in CPU time, or in both: the whole ladder, or the layers of frameworks. */
import type { Random } from '../../shared/basics/random.ts'
import type { Cost, CostLibrary } from '../../shared/result/cost.ts'
import type { Pinning } from '../machine/cpus.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { type CountPlan, countParts } from './count-parts.ts'
import type { Library } from './libraries.ts'
import { anchorPart, commonParts, libraryParts, loadedPart, type Part } from './parts.ts'
import { type CostObserver, CostTally } from './tally.ts'
import { type Timed, type TimePlan, timeParts } from './time-parts.ts'

/** How parts are measured. */
export interface MeasurePlan {
  runtime: Runtime
  counting: Omit<CountPlan, 'parts' | 'random'> | null
  timing: Omit<TimePlan, 'groups' | 'random' | 'pinning'> | null
  pinning: Pinning
  random: Random
}

/** Of either kind; what was not asked for is empty. */
export interface Measured extends Pick<Cost, 'common' | 'libraries' | 'servers'> {
  timed: Timed
}

/**
 * A library whose steps break the contract, or whose rungs answer wrongly, is refused, and the others go on.
 * @throws where a rung fails that is part of every ladder
 */
export async function climb(
  libraries: readonly Library[],
  plan: MeasurePlan,
  observer: CostObserver,
): Promise<Measured> {
  const tally = new CostTally(observer)
  const common = commonParts(plan.runtime)
  const ladders = libraries.map((library) => {
    return { library, parts: libraryParts(library), anchor: anchorPart(library), loaded: loadedPart(library) }
  })
  const parts = [...common, ...ladders.flatMap((ladder) => [ladder.loaded, ...ladder.parts])]
  const groups = [common, ...ladders.map(({ anchor, loaded, parts }) => [anchor, loaded, ...parts])]
  const timed = await measureParts(plan, parts, groups, tally)
  return {
    common: common.map((part, rung) => ({ rung, ...tally.costsOf(part) })),
    libraries: ladders.map((ladder) => recordOf(ladder, tally)),
    servers: [],
    timed,
  }
}

/**
 * @param parts to be counted
 * @param groups of parts that stand ready together to be timed; anchors are among them
 * @returns what is to be said of the loads; nothing where none was
 */
export async function measureParts(
  { counting, timing, pinning, random }: MeasurePlan,
  parts: readonly Part[],
  groups: readonly (readonly Part[])[],
  tally: CostTally,
): Promise<Timed> {
  for (const { owner } of parts) if (owner?.flaw) tally.refuse(owner, owner.flaw)
  if (counting) await countParts({ ...counting, parts, random }, tally)
  return timing ? timeParts({ ...timing, pinning, groups, random }, tally) : { noisySlices: 0, unsettled: [] }
}

interface Ladder {
  library: Library
  parts: readonly Part[]
  anchor: Part
  loaded: Part
}

function recordOf({ library, parts, anchor, loaded }: Ladder, tally: CostTally): CostLibrary {
  const { name, version, code, server } = library
  const refusal = tally.refusalOf(library)
  const whole = parts.find(({ rung }) => rung === null)
  return {
    folder: server.name,
    library: name,
    version,
    code,
    rungs:
      refusal === null
        ? parts.flatMap((part) => (part.rung === null ? [] : { rung: part.rung, ...tally.costsOf(part) }))
        : [],
    anchor: refusal === null ? tally.costsOf(anchor).microseconds : [],
    ...(refusal === null && { loaded: tally.costsOf(loaded) }),
    server:
      whole && refusal === null
        ? {
            name: server.name,
            displayName: server.manifest.name ?? server.name,
            bare: !server.manifest.router,
            ...tally.costsOf(whole),
          }
        : null,
    refusal,
  }
}
