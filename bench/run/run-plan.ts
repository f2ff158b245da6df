/** The plan of a run: servers, protocol and limits. */

import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Protocol } from '../../shared/format/format.ts'
import type { MissingServer, Server } from '../folders/servers.ts'
import type { LoadGenerator } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'

/** The server that others are compared with. */
export const BASELINE = 'http-node'

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
  /** After the least number of rounds, no round begins that would end later, in seconds. */
  usualSeconds?: number | undefined
}
