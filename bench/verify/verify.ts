import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom } from '../../shared/basics/random.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import { refutedClaims } from '../../shared/results/observed.ts'
import { buildServer } from '../folders/build.ts'
import { deviationsFor } from '../folders/manifest-scope.ts'
import { runtimeDeviations } from '../folders/runtime-deviations.ts'
import type { Server } from '../folders/servers.ts'
import type { ServerOutput } from '../server/server-output.ts'
import { type Limits, ServerProcess } from '../server/server-process.ts'
import { checkContract, observeBehaviours } from './contract.ts'
import {
  absentOrNot,
  type Behaviour,
  type ContractFailure,
  type ContractTerms,
  Exchanger,
  randomCase,
} from './exchange.ts'
import type { FuzzPlan, FuzzReport } from './fuzz.ts'
import { HttpClient } from './http.ts'
import { checkInvariants, failureOf } from './invariants.ts'

/** Milliseconds within which the runner learns that a server has ended. */
export const EXIT_NOTICE = 300

export interface Verification {
  server: Server
  failures: ContractFailure[]
  behaviours: Behaviour[]
  /** Bytes written to stdout and stderr per valid request. */
  logged: number
  /** Null if no arbitrary cases were sent. */
  fuzzed: FuzzReport | null
  /** Reason why the contract could not be checked. */
  broken: string | null
}

export interface VerifyOptions {
  limits?: Limits
  /** Default: true. */
  invariants?: boolean
  /** Also sends arbitrary cases if everything else passes. */
  fuzz?: FuzzPlan
}

/** Checks the contract and the invariants, without load. */
export async function verify(
  server: Server,
  scenario: Scenario,
  seed: number,
  { limits, invariants = true, fuzz: plan }: VerifyOptions = {},
): Promise<Verification> {
  const nothing = { server, behaviours: [], logged: 0, fuzzed: null, broken: null }
  let running: VerifiedServer | undefined
  try {
    await buildServer(server)
    running = await VerifiedServer.start(server, limits)
    const terms = contractTerms(server, scenario, seed)
    const failures = await checkContract(running.port, { ...terms, output: running.output })
    if (failures.length > 0) return { ...nothing, failures: await running.withEnd(failures) }
    const logged = await loggedBytes(running, terms)
    const breaches = invariants
      ? await checkInvariants(running.port, terms, { process: running })
      : []
    if (breaches.length > 0) return { ...nothing, failures: breaches }
    const observed = await observeBehaviours(running.port, { ...terms, output: running.output })
    const [refuted] = refutedClaims(server.manifest.validation, observed.behaviours)
    const { fuzzed, found } = await runFuzz(
      plan,
      running,
      contractTerms(server, scenario, plan?.seed ?? seed),
    )
    const failed = await running.withEnd([...observed.failures, ...found])
    await running.assertAlone()
    return { ...nothing, ...observed, failures: failed, logged, fuzzed, broken: refuted ?? null }
  } catch (error) {
    return {
      ...nothing,
      failures: [],
      broken: running?.withOutput(messageOf(error)) ?? messageOf(error),
    }
  } finally {
    await running?.stop()
  }
}

/** Number of requests in which bytes of the log are counted. */
const LOGGED_REQUESTS = 20

async function loggedBytes(
  { port, output }: VerifiedServer,
  terms: ContractTerms,
): Promise<number> {
  using client = new HttpClient(port)
  const exchange = new Exchanger(client, terms)
  const before = output.bytes
  for (let i = 0; i < LOGGED_REQUESTS; i++) await exchange.valid(randomCase(terms))
  return (output.bytes - before) / LOGGED_REQUESTS
}

/** Fuzzes a server. A failure is named after its request. */
async function runFuzz(plan: FuzzPlan | undefined, running: VerifiedServer, terms: ContractTerms) {
  if (!plan) return { fuzzed: null, found: [] }
  // Loaded on demand: fast-check takes time to load.
  const [{ fuzz }, { requestText }] = await Promise.all([
    import('./fuzz.ts'),
    import('./request-text.ts'),
  ])
  const fuzzed = await fuzz(running.port, terms, running, plan)
  const { finding } = fuzzed
  return {
    fuzzed,
    found: finding ? [failureOf(requestText(finding.item, terms), finding.breach)] : [],
  }
}

/** Returns the terms for checking a server against a scenario's contract. */
export function contractTerms(server: Server, scenario: Scenario, seed: number): ContractTerms {
  const { manifest, otherNode, runtime } = server
  const isElsewhere = otherNode === null && runtime.label !== manifest.runtime
  const declared = deviationsFor(manifest, scenario)
  return {
    scenario,
    wire: manifest.wire,
    knownDeviations: [
      ...(isElsewhere ? declared.map(absentOrNot) : declared),
      ...runtimeDeviations(runtime.name, scenario).map(absentOrNot),
    ],
    random: createRandom(seed),
  }
}

/** A server that is restarted after an input has ended it. */
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

  /** Output of the current process. */
  get output(): ServerOutput {
    return this.#process.output
  }

  /** Adds to missing responses how and why the server ended, if it did. */
  async withEnd(failures: ContractFailure[]): Promise<ContractFailure[]> {
    if (failures.every(({ responded }) => responded)) return failures
    const end = await Promise.race([this.#process.exited, sleep(EXIT_NOTICE)]).catch(messageOf)
    if (end === undefined) return failures
    const got = this.withOutput(`no response: the server ${end}`)
    return failures.map((failure) => (failure.responded ? failure : { ...failure, got }))
  }

  async restart(): Promise<number> {
    await this.stop()
    this.#process = await ServerProcess.start(this.#server, null, this.#limits)
    return this.port
  }

  assertAlone(): Promise<void> {
    return this.#process.assertAlone()
  }

  withOutput(reason: string): string {
    return this.#process.withOutput(reason)
  }

  async stop(): Promise<void> {
    await this.#process.stop(this.#limits)
  }
}
