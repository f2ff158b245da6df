/** The requests for counting: the same for each process, whichever other servers are counted. */
import type { CountsProtocol } from '../../shared/results/instructions.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../host/servers.ts'
import type { LoadPlan } from '../load/generator.ts'
import { prepareRings } from '../load/requests.ts'
import { exceptionsOf } from '../run/sessions.ts'

/** Prepared requests; repeated ones differ by serial number. */
const RING = 500

/**
 * Returns one connection's requests from the seed.
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
    seed: protocol.seed,
    // Of all servers of the repository, whichever are counted.
    except: exceptionsOf(findServerFolders([SERVERS_DIR]), scenario),
    ...change,
  }
  const [ring] = prepareRings(load, RING)
  if (!ring) throw new Error(`${scenario.name} has no requests`)
  return ring
}
