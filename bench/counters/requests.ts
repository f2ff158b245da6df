/** Requests without the load generator: the same for each process, whichever other servers are measured. */
import type { Scenario } from '../../shared/contract/scenario.ts'
import { findServerFolders, SERVERS_DIR, type Server } from '../folders/servers.ts'
import type { LoadPlan } from '../load/generator.ts'
import type { RequestRing } from '../load/request-ring.ts'
import { prepareRings } from '../load/requests.ts'
import { exceptionsOf } from '../run/sessions.ts'

/** Prepared requests; repeated ones differ by serial number. */
const RING = 500

/** Returns a connection's requests from the seed. */
export function requestsFor(
  plan: Plan,
  server: Wired,
  change: Pick<LoadPlan, 'validOnly'> = {},
): RequestRing {
  return ringsFor(plan, server, { connections: 1, ...change })[0] as RequestRing
}

type Plan = { scenario: Scenario; protocol: { seed: number } }
type Wired = { manifest: Pick<Server['manifest'], 'wire'> }

/** Returns the requests of each connection from the seed. */
export function ringsFor(
  { scenario, protocol }: Plan,
  { manifest }: Wired,
  load: Pick<LoadPlan, 'connections' | 'validOnly'>,
): RequestRing[] {
  // Deviations of all servers, so that the requests do not depend on which ones are measured.
  const except = exceptionsOf(findServerFolders([SERVERS_DIR]), scenario)
  return prepareRings(
    { ...load, scenario: scenario.name, wire: manifest.wire, seed: protocol.seed, except },
    RING,
  )
}
