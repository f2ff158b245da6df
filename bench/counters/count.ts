/** Counts all servers of a scenario: fresh processes of each, in turns, on the CPUs that there are. */
import { summarizeProcesses } from '../../shared/result/counts-summary.ts'
import type { CountedProcess, CountedServer, CountsProtocol, Tiers } from '../../shared/result/instructions.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { buildServer } from '../contenders/build.ts'
import { codeDigest } from '../contenders/code-digest.ts'
import { deviationsFor } from '../contenders/concerns.ts'
import { Attempts, identityOf } from '../contenders/identity.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../contenders/servers.ts'
import type { LoadPlan } from '../load/generator.ts'
import { prepareRings } from '../load/requests.ts'
import { type Counting, countProcess } from './count-process.ts'
import { inLanes } from './lanes.ts'
import { tiersOf } from './tiers.ts'

/** Requests that are made beforehand; when one comes round again it has another serial number. */
const RING = 500

export interface CountPlan extends Omit<Counting, 'ring'> {
  scenario: Scenario
  servers: readonly Server[]
  /** Of each server that is counted at a time; null where nothing is pinned. */
  lanes: readonly (number[] | null)[]
}

export interface CountObserver {
  counted(server: Server, process: CountedProcess, number: number): void
  refused(server: Server, reason: string): void
}

interface Tally {
  tiers: Tiers | null
  processes: CountedProcess[]
}

/** Counts; a server that fails is disqualified, and the others go on. */
export async function countServers(plan: CountPlan, observer: CountObserver): Promise<CountedServer[]> {
  const { servers, protocol, lanes } = plan
  const tallies = new Map<Server, Tally>(servers.map((server) => [server, { tiers: null, processes: [] }]))
  const tallyOf = (server: Server) => tallies.get(server) as Tally
  const counting: Counting = { ...plan, ring: (server) => requestsFor(plan, server) }
  const attempts = new Attempts(observer.refused)
  for (const server of servers) {
    await attempts.attempt(server, async () => {
      await buildServer(server)
      tallyOf(server).tiers = await tiersOf(server.runtime)
    })
  }

  // In turns, so that whatever changes meanwhile changes for all.
  const rounds = Array.from({ length: protocol.processes }, (_, i) => i + 1)
  const processes = rounds.flatMap((number) => servers.map((server) => ({ server, number })))
  await inLanes(lanes, processes, ({ server, number }, cpus) =>
    attempts.attempt(server, async () => {
      const counted = await countProcess(counting, server, cpus)
      tallyOf(server).processes.push(counted)
      observer.counted(server, counted, number)
    }),
  )
  return servers.map((server) => countedServer(server, tallyOf(server), attempts.reasonOf(server)))
}

function countedServer(server: Server, { tiers, processes }: Tally, refusal: string | null): CountedServer {
  return {
    ...identityOf(server),
    packages: server.packages,
    code: codeDigest(server),
    tiers,
    processes,
    refusal,
    summary: refusal === null ? summarizeProcesses(processes) : null,
  }
}

/** Invalid cases that one of the repository's servers answers in its own way, whoever is counted. */
function deviatingCases(scenario: Scenario): string[] {
  return findServerFolders([SERVERS_DIR]).flatMap(({ manifest }) =>
    deviationsFor(manifest, scenario).map((known) => known.case),
  )
}

/**
 * One connection's requests from the seed, the same for each process and whichever servers are counted besides.
 * @param change of the load
 */
export function requestsFor(
  { scenario, protocol }: { scenario: Scenario; protocol: Pick<CountsProtocol, 'seed'> },
  { manifest }: { manifest: Pick<Server['manifest'], 'wire'> },
  change: Pick<LoadPlan, 'validOnly'> = {},
) {
  const load = {
    scenario: scenario.name,
    wire: manifest.wire,
    connections: 1,
    pipelining: 1,
    seed: protocol.seed,
    except: deviatingCases(scenario),
    ...change,
  }
  const [ring] = prepareRings(load, RING)
  if (!ring) throw new Error(`${scenario.name} has no requests`)
  return ring
}
