import { createRandom } from '../shared/random.ts'
import type { Scenario } from '../shared/scenario.ts'
import { buildServer } from './build.ts'
import { type Behaviour, type ContractFailure, checkContract, observeBehaviours } from './contract.ts'
import { refutedClaims } from './disclosure.ts'
import { messageOf } from './errors.ts'
import { type Limits, ServerProcess } from './server-process.ts'
import type { Server } from './servers.ts'

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
