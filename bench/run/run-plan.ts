/** The plan of a run: servers, protocol and limits. */
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

/** Returns the servers and the baseline's copy. */
export function withCopy(servers: Server[]): Server[] {
  const baseline = servers.find(({ name }) => name === BASELINE)
  if (!baseline) throw new UsageError(`--aa measures ${BASELINE} twice: include it in --servers`)
  return [...servers, { ...baseline, name: COPY }]
}

/** The load generator's host is unreachable. No server is disqualified for it. */
export class HostLost extends Error {}

/** Another host, from which the load comes. */
export interface LoadHost {
  /** Address on which it reaches the servers. */
  address: string
  /** Environment of the resumed run, instead of this machine's. */
  environment: Environment
  /** Rejects with `HostLost` when the host is known to be unreachable; never resolves. */
  lost: Promise<never>
  /**
   * Pings the host.
   * @throws HostLost without a response
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
  /** Adds rounds until the interval of every ratio is that narrow: 0.01 is ±1%. */
  until?: { halfWidth: number; maxSeconds: number } | undefined
  /** Set if the load comes from another host. */
  host?: LoadHost
}
