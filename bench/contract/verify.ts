import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { refutedClaims } from '../../shared/result/observed.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { buildServer } from '../contenders/build.ts'
import { type Limits, ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { checkContract, observeBehaviours } from './contract.ts'
import type { Behaviour, ContractFailure } from './exchange.ts'

/** How a server stands to a scenario's contract. */
export interface Verification {
  server: Server
  failures: ContractFailure[]
  behaviours: Behaviour[]
  /** Why the contract could not be put to the server at all. */
  broken: string | null
}

/** Puts the whole contract to a server, without any load. */
export async function verify(server: Server, scenario: Scenario, seed: number, limits?: Limits): Promise<Verification> {
  const terms = {
    scenario,
    wire: server.manifest.wire,
    knownDeviations: server.manifest.knownDeviations,
    random: createRandom(seed),
  }
  let process: ServerProcess | undefined
  try {
    await buildServer(server)
    process = await ServerProcess.start(server, null, limits)
    const { port, exited } = process
    const failures = await Promise.race([checkContract(port, terms), exited])
    if (failures.length > 0) return { server, failures, behaviours: [], broken: null }
    const observed = await Promise.race([observeBehaviours(port, terms), exited])
    const [refuted] = refutedClaims(server.manifest.validation, observed.behaviours)
    return { server, ...observed, broken: refuted ?? null }
  } catch (error) {
    return { server, failures: [], behaviours: [], broken: process?.withStderr(messageOf(error)) ?? messageOf(error) }
  } finally {
    await process?.stop(limits)
  }
}
