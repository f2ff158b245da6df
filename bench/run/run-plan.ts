/** The plan of a run: servers, protocol and end. */

import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Server } from '../folders/servers.ts'
import type { LoadGenerator } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'
import type { LoadProtocol } from './protocol.ts'
import type { Stop } from './stop.ts'

/** The server that others are compared with. */
export const BASELINE = 'http-node'

export interface RunPlan {
  scenario: Scenario
  servers: Server[]
  protocol: LoadProtocol
  stop: Stop
  generator: LoadGenerator
  pinning: Pinning
  quick: boolean
}
