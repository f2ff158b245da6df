/** The requests that a server is counted with: the same for each process, whichever servers are counted besides. */
import type { CountsProtocol } from '../../shared/results/instructions.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { deviationsFor } from '../host/concerns.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../host/servers.ts'
import type { LoadPlan } from '../load/generator.ts'
import { prepareRings } from '../load/requests.ts'

/** Requests that are made beforehand; when one comes round again it has another serial number. */
const RING = 500

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
