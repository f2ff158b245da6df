import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import { refutedClaims } from '../../shared/result/observed.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { buildServer } from '../contenders/build.ts'
import { deviationsFor } from '../contenders/concerns.ts'
import { type Limits, ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { checkContract, observeBehaviours } from './contract.ts'
import type { Behaviour, ContractFailure, ContractTerms } from './exchange.ts'
import type { FuzzPlan } from './fuzz/fuzz.ts'
import { checkLaws, failureOf, type LawFailure } from './laws.ts'

/** How a server stands to a scenario's contract and to the laws. */
export interface Verification {
  server: Server
  failures: ContractFailure[]
  behaviours: Behaviour[]
  /** Why the contract could not be put to the server at all. */
  broken: string | null
}

export interface VerifyOptions {
  limits?: Limits
  /** Leaves the invariants out where it is false. */
  invariants?: boolean
  /** Arbitrary cases besides, where all else is well. */
  fuzz?: FuzzPlan
}

/** Puts the whole contract and the laws to a server, without any load. */
export async function verify(
  server: Server,
  scenario: Scenario,
  seed: number,
  { limits, invariants = true, fuzz: plan }: VerifyOptions = {},
): Promise<Verification> {
  const terms = contractTerms(server, scenario, seed)
  let subject: VerifiedServer | undefined
  try {
    await buildServer(server)
    subject = await VerifiedServer.start(server, limits)
    const failures = await subject.race((port) => checkContract(port, terms))
    if (failures.length > 0) return { server, failures, behaviours: [], broken: null }
    const breaches = invariants ? await checkLaws(subject.port, terms, { process: subject }) : []
    if (breaches.length > 0) return { server, failures: breaches, behaviours: [], broken: null }
    const observed = await subject.race((port) => observeBehaviours(port, terms))
    const [refuted] = refutedClaims(server.manifest.validation, observed.behaviours)
    const found = plan ? await findingOf(subject, contractTerms(server, scenario, plan.seed), plan) : []
    return { server, ...observed, failures: [...observed.failures, ...found], broken: refuted ?? null }
  } catch (error) {
    return { server, failures: [], behaviours: [], broken: subject?.withStderr(messageOf(error)) ?? messageOf(error) }
  } finally {
    await subject?.stop()
  }
}

/** What arbitrary cases find, as a failure whose name is the request; nothing where they find nothing. */
async function findingOf(subject: VerifiedServer, terms: ContractTerms, plan: FuzzPlan): Promise<LawFailure[]> {
  // Only who fuzzes waits for the library to be loaded.
  const [{ fuzz }, { requestText }] = await Promise.all([import('./fuzz/fuzz.ts'), import('./fuzz/request-text.ts')])
  const { finding } = await fuzz(subject.port, terms, subject, plan)
  return finding ? [failureOf(requestText(finding.item, terms), finding.breach)] : []
}

/**
 * How a scenario's contract is put to a server.
 * @param host its address, where it is not this machine's own
 */
export function contractTerms(server: Server, scenario: Scenario, seed: number, host?: string): ContractTerms {
  const { manifest } = server
  const knownDeviations = deviationsFor(manifest, scenario)
  const otherRuntime = server.otherNode === null && server.runtime.label !== manifest.runtime
  const terms = { scenario, wire: manifest.wire, knownDeviations, otherRuntime, random: createRandom(seed) }
  return host === undefined ? terms : { ...terms, host }
}

/** A server that is started anew where what it was sent has ended it. */
export class VerifiedServer {
  readonly #server: Server
  readonly #limits: Limits | undefined
  #process: ServerProcess

  private constructor(server: Server, limits: Limits | undefined, process: ServerProcess) {
    this.#server = server
    this.#limits = limits
    this.#process = process
  }

  static async start(server: Server, limits?: Limits): Promise<VerifiedServer> {
    return new VerifiedServer(server, limits, await ServerProcess.start(server, null, limits))
  }

  get port(): number {
    return this.#process.port
  }

  /** Waits for the checks, unless the server ends first. */
  race<T>(checks: (port: number) => Promise<T>): Promise<T> {
    const { port, exited } = this.#process
    return Promise.race([checks(port), exited])
  }

  async restart(): Promise<number> {
    await this.stop()
    this.#process = await ServerProcess.start(this.#server, null, this.#limits)
    return this.port
  }

  withStderr(reason: string): string {
    return this.#process.withStderr(reason)
  }

  async stop(): Promise<void> {
    await this.#process.stop(this.#limits)
  }
}
