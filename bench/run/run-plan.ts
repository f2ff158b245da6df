/** The plan of a run: servers, protocol and limits. */
import { UsageError } from '../../shared/basics/errors.ts'
import type { Protocol } from '../../shared/results/format.ts'
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
}
