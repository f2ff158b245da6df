/** Counts instructions per request of servers and their variants, in fresh processes under valid requests. */
import { messageOf } from '../../shared/basics/errors.ts'
import { grouped } from '../../shared/basics/text.ts'
import type { Counting } from '../../shared/results/counting.ts'
import { javascriptOf } from '../../shared/results/counts-summary.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { countProcess } from '../counters/count-process.ts'
import { type Counter, readyCounter } from '../counters/counter.ts'
import { inLanes, lanesFor } from '../counters/lanes.ts'
import { requestsFor } from '../counters/requests.ts'
import type { Runtime } from '../host/runtimes.ts'
import type { Server } from '../host/servers.ts'
import { say } from '../terminal/output.ts'
import { withEagerCompilers, withPinnedTickMap } from '../variants/runtime.ts'
import { partOfJournal } from './journal.ts'
import type { Found } from './variants.ts'

/** A server, or a variant of it, and what was counted of it. */
interface CountedVariant {
  title: string
  /** What the variant lacks; null: it is the whole server. */
  without: string | null
  runtime: Runtime
  entry: string
  /** Per request, of the first thread, a process each. */
  instructions: number[]
  /** Whether every process had settled. */
  settled: boolean
}

interface CountPlan {
  processes: number
  seed: number
  amounts: Pick<Counting, 'requests' | 'step' | 'shortestWarmUp' | 'longestWarmUp'>
  runtimeOf?: (runtime: Runtime) => Runtime
}

/**
 * Counts each server right beside its variants in rounds, each in another random order. Servers without variants are not
 * counted, and where a variant fails its server is disqualified.
 */
export async function countVariants(
  { found, attempts, pinning, random }: Pick<Found, 'found' | 'attempts' | 'pinning' | 'random'>,
  { processes, seed, amounts, runtimeOf = (runtime) => runtime }: CountPlan,
  counter?: Counter,
): Promise<{ counting: Counting; variantsOf: (server: Server) => CountedVariant[] }> {
  const ready = counter ?? (await readyCounter())
  const { lanes } = lanesFor(pinning)
  const how = { counter: 'qemu' as const, ...amounts }
  const protocol = { ...how, processes, sideBySide: lanes.length, seed }
  const groups = new Map(
    found.map(({ server, variants }) => [
      server,
      variants.map(({ without, entry }): CountedVariant => {
        const title = `${server.name}${without === null ? '' : `: - ${without}`}`
        const runtime = withPinnedTickMap(runtimeOf(server.runtime))
        return { title, without, runtime, entry, instructions: [], settled: true }
      }),
    ]),
  )
  const beside = [...groups].filter(([, { length }]) => length > 1)
  const kept = partOfJournal()
  for (let round = 1; round <= processes; round++) {
    const next = random
      .shuffle(beside)
      .flatMap(([server, group]) => random.shuffle(group).map((variant) => ({ server, variant })))
    await inLanes(lanes, next, ({ server, variant }, cpus) =>
      attempts.attempt(server, async () => {
        const ring = () => requestsFor({ scenario: updateUser, protocol }, server, { validOnly: true })
        const process = await kept(`${variant.title}/${round}`, () =>
          countProcess({ counter: ready, protocol, ring }, variant, cpus).catch((error: unknown) => {
            throw new Error(`${variant.title}: ${messageOf(error)}`)
          }),
        )
        variant.instructions.push(javascriptOf(process))
        variant.settled &&= process.settled
        const cost = `${grouped(javascriptOf(process))} instructions per request`
        say(`${round}/${processes}  ${variant.title.padEnd(32)} ${cost}`)
      }),
    )
  }
  return {
    counting: { ...how, counterVersion: ready.version, selfCheck: ready.selfCheck },
    variantsOf: (server) => (attempts.reasonOf(server) === null && groups.get(server)) || [],
  }
}

/** Of processes whose compilers are eager. */
const EAGER = { requests: 1_000, step: 250, shortestWarmUp: 1_000, longestWarmUp: 1_000 }
export const QUICK = { requests: 200, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

/** Counts each server beside its variants, by eager compilers. */
export function countPairs(
  found: Pick<Found, 'found' | 'attempts' | 'pinning' | 'random'>,
  { processes, seed, quick }: { processes: number; seed: number; quick: boolean },
) {
  const amounts = quick ? QUICK : EAGER
  return countVariants(found, { processes, seed, amounts, runtimeOf: withEagerCompilers })
}
