/** Counts instructions per request of servers and their variants, in fresh processes under valid requests. */
import type { Counting } from '../../shared/results/counting.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import type { WireName } from '../../shared/wires/wires.ts'
import { javascriptOf } from '../counters/count-process.ts'
import { type Counter, readyCounter } from '../counters/counter.ts'
import { lanesFor } from '../counters/lanes.ts'
import type { Server } from '../folders/servers.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { countProcesses } from './counts.ts'
import type { Found } from './variants.ts'

interface CountPlan {
  processes: number
  seed: number
  quick: boolean
}

interface Counted extends Pick<Found, 'found' | 'attempts' | 'pinning'> {
  /** Default: the wire of the manifest. */
  wireOf?: (server: Server) => WireName
}

const PINNED_TICK_MAP = new URL('../variants/pinned-tick-map.mjs', import.meta.url).href

/** Requests of a process with eager compilers. */
const AMOUNTS = { requests: 2_000, step: 500, shortestWarmUp: 2_000, longestWarmUp: 3_000 }
const QUICK = { requests: 200, step: 100, shortestWarmUp: 300, longestWarmUp: 300 }

/**
 * Counts servers and their variants in rounds, each in another random order. Servers without variants are not counted, and
 * where a variant fails its server is disqualified.
 * @returns what was counted, and a function of the instructions, one per process, of a server or its variant; none: not counted
 */
export async function countVariants(
  { found, attempts, pinning, wireOf = ({ manifest }) => manifest.wire }: Counted,
  { processes, seed, quick }: CountPlan,
  counter?: Counter,
): Promise<{
  counting: Counting
  instructionsOf: (server: Server, without: string | null) => number[]
}> {
  const ready = counter ?? (await readyCounter())
  const { lanes } = lanesFor(pinning)
  const how = { counter: 'qemu' as const, ...(quick ? QUICK : AMOUNTS) }
  const subjects = found
    .filter(({ server, variants }) => variants.length > 1 && attempts.reasonOf(server) === null)
    .flatMap(({ server, variants }) =>
      variants.map(({ without, entry }) => {
        const name = `${server.name}${without === null ? '' : `: - ${without}`}`
        const manifest = { ...server.manifest, wire: wireOf(server) }
        const runtime = withPinnedTicks(server.runtime)
        return { ...server, of: server, without, name, manifest, runtime, entry, builds: false }
      }),
    )
  const counted = await countProcesses({
    counter: ready,
    scenario: updateUser,
    servers: subjects,
    lanes,
    protocol: { ...how, processes, seed },
  })
  for (const { server, refusal } of counted)
    if (refusal !== null)
      await attempts.attempt(server.of, () =>
        Promise.reject(new Error(`${server.name}: ${refusal}`)),
      )
  return {
    counting: { ...how, counterVersion: ready.version, selfCheck: ready.selfCheck },
    instructionsOf(of, without) {
      if (attempts.reasonOf(of) !== null) return []
      const own = counted.find(({ server }) => server.of === of && server.without === without)
      return own?.processes.map(javascriptOf) ?? []
    },
  }
}

/** The same runtime with the nextTick map pinned, so that ticks cost the same in every variant: of Node alone. */
function withPinnedTicks(runtime: Runtime): Runtime {
  return runtime.name === 'node'
    ? { ...runtime, args: [...runtime.args, '--import', PINNED_TICK_MAP] }
    : runtime
}
