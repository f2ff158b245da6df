/** Counts instructions per request of servers and their variants, in fresh processes under valid requests. */
import type { Counting } from '../../shared/results/counting.ts'
import { javascriptOf } from '../../shared/results/counts-summary.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { type Counter, readyCounter } from '../counters/counter.ts'
import { lanesFor } from '../counters/lanes.ts'
import type { Runtime } from '../host/runtimes.ts'
import type { Server } from '../host/servers.ts'
import { withEagerCompilers, withPinnedTickMap } from '../variants/runtime.ts'
import { countProcesses } from './counts.ts'
import type { Found } from './variants.ts'

interface CountedVariant {
  /** What the variant lacks; null: it is the whole server. */
  without: string | null
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
 * Counts servers and their variants in rounds, each in another random order. Servers without variants are not counted, and
 * where a variant fails its server is disqualified.
 */
export async function countVariants(
  { found, attempts, pinning }: Pick<Found, 'found' | 'attempts' | 'pinning'>,
  { processes, seed, amounts, runtimeOf = (runtime) => runtime }: CountPlan,
  counter?: Counter,
): Promise<{ counting: Counting; variantsOf: (server: Server) => CountedVariant[] }> {
  const ready = counter ?? (await readyCounter())
  const { lanes } = lanesFor(pinning)
  const how = { counter: 'qemu' as const, ...amounts }
  const subjects = found
    .filter(({ server, variants }) => variants.length > 1 && attempts.reasonOf(server) === null)
    .flatMap(({ server, variants }) =>
      variants.map(({ without, entry }) => {
        const name = `${server.name}${without === null ? '' : `: - ${without}`}`
        const runtime = withPinnedTickMap(runtimeOf(server.runtime))
        return { ...server, of: server, without, name, runtime, entry, builds: false }
      }),
    )
  const counted = await countProcesses({
    ...{ counter: ready, scenario: updateUser, servers: subjects, lanes, validOnly: true },
    protocol: { ...how, processes, sideBySide: lanes.length, seed },
  })
  for (const { server, refusal } of counted)
    if (refusal !== null)
      await attempts.attempt(server.of, () => Promise.reject(new Error(`${server.name}: ${refusal}`)))
  return {
    counting: { ...how, counterVersion: ready.version, selfCheck: ready.selfCheck },
    variantsOf: (of) =>
      counted
        .filter(({ server }) => server.of === of && attempts.reasonOf(of) === null)
        .map(({ server: { without }, processes: own }) => ({
          without,
          instructions: own.map(javascriptOf),
          settled: own.every(({ settled }) => settled),
        })),
  }
}

/** Of processes whose compilers are eager. */
const EAGER = { requests: 2_000, step: 500, shortestWarmUp: 2_000, longestWarmUp: 3_000 }
export const QUICK = { requests: 200, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

/** Counts each server and its variants by eager compilers. */
export function countPairs(
  found: Pick<Found, 'found' | 'attempts' | 'pinning'>,
  { processes, seed, quick }: { processes: number; seed: number; quick: boolean },
) {
  const amounts = quick ? QUICK : EAGER
  return countVariants(found, { processes, seed, amounts, runtimeOf: withEagerCompilers })
}
