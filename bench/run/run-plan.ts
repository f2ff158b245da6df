/** Plans a run: its servers, its protocol and its length. */
import { UsageError } from '../../shared/basics/errors.ts'
import type { Environment, Protocol } from '../../shared/results/format.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { Pinning } from '../host/cpus.ts'
import type { MissingServer, Server } from '../host/servers.ts'
import type { LoadGenerator } from '../load/generator.ts'

/** The server that others are compared with. */
export const BASELINE = 'http-node'
/** Name of the baseline's second copy in an A/A run. */
export const COPY = `${BASELINE}.copy`

/** The servers, with the baseline once more under another name. */
export function withCopy(servers: Server[]): Server[] {
  const baseline = servers.find(({ name }) => name === BASELINE)
  if (!baseline) throw new UsageError(`--aa measures ${BASELINE} twice: it must be one of the servers`)
  return [...servers, { ...baseline, name: COPY }]
}

/** The load generator's host can't be reached any more: no server's fault, and no trial's. */
export class HostLost extends Error {}

/** Another machine, from which the load comes. */
export interface LoadHost {
  /** The address on which it reaches the servers. */
  address: string
  /** Environment of the resumed run, in place of this machine's. */
  environment: Environment
  /** Rejects with `HostLost` as soon as it is known to be out of reach; never resolves. */
  lost: Promise<never>
  /**
   * Asks for a sign of life.
   * @throws HostLost where none comes
   */
  assertReached(): Promise<void>
}

export interface RunPlan {
  scenario: Scenario
  servers: Server[]
  notInstalled: MissingServer[]
  protocol: Protocol
  generator: LoadGenerator
  pinning: Pinning
  quick: boolean
  /** Further rounds until every ratio's interval is that narrow: 0.01 is ±1%. */
  until?: { halfWidth: number; maxSeconds: number } | undefined
  /** Where the load comes from another machine. */
  host?: LoadHost
}
