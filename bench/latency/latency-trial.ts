/** One process of a server: started, checked, warmed up, loaded at rates, checked again, stopped. */
import { messageOf } from '../../shared/basics/errors.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Maximum } from '../../shared/result/latency.ts'
import type { MeasuredSlice } from '../../shared/result/latency-measured.ts'
import { standstill } from '../../shared/result/latency-summary.ts'
import { rateOf } from '../../shared/result/rates.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { deviationsFor } from '../contenders/concerns.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure, type TrialPhase } from '../contenders/trial-failure.ts'
import { checkContract, checkContractBriefly } from '../contract/contract.ts'
import { type ContractFailure, type ContractTerms, describeFailure } from '../contract/exchange.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import type { OpenLoad, OpenReport, OpenSession } from '../load/open.ts'
import type { Pinning } from '../machine/cpus.ts'
import { assertRightAnswers } from '../measure/assert-right.ts'
import { Rest } from '../measure/rest.ts'
import { exceptionsOf, Sessions } from '../measure/sessions.ts'
import { watchEnds } from './watch.ts'

export interface LatencyTrialPlan {
  server: Server
  scenario: Scenario
  pinning: Pinning
  connections: number
  /** Of the values that its contract sends. */
  seed: number
}

/** A slice, and why it does not count if the generator stood still. */
export interface LoadedRate {
  slice: MeasuredSlice
  late: string | null
}

const LARGEST_SEED = 2 ** 31 - 1

/** How often the maximum is taken once more where others had the CPUs. */
const REPEATS = 2

/** Whoever starts one ends it with `finish` or `abandon`. */
export class LatencyTrial {
  readonly #plan: LatencyTrialPlan
  readonly #terms: ContractTerms
  readonly #process: ServerProcess
  readonly #rest: Rest
  #session: OpenSession | null = null

  private constructor(plan: LatencyTrialPlan, terms: ContractTerms, process: ServerProcess) {
    this.#plan = plan
    this.#terms = terms
    this.#process = process
    this.#rest = new Rest(() => process.tree())
  }

  /**
   * Starts the server and puts the contract to it.
   * @throws TrialFailure with the phase and the reason, as all of its steps do; nothing is left running then
   */
  static async start(plan: LatencyTrialPlan): Promise<LatencyTrial> {
    const { server, scenario, pinning, seed } = plan
    const { manifest } = server
    const terms: ContractTerms = {
      scenario,
      wire: manifest.wire,
      knownDeviations: deviationsFor(manifest, scenario),
      random: createRandom(seed),
    }
    const process = await ServerProcess.start(server, pinning.server)
    const trial = new LatencyTrial(plan, terms, process)
    try {
      await trial.#honours('contract', checkContract(process.port, terms))
    } catch (error) {
      await trial.abandon()
      throw error
    }
    return trial
  }

  /** Warms the server up by a closed loop, and takes its highest rate then; once more where others had the CPUs. */
  async maximum(
    session: OpenSession,
    { warmUpSeconds, maximumSeconds }: { warmUpSeconds: number; maximumSeconds: number },
  ): Promise<Omit<Maximum, 'round'>> {
    if (warmUpSeconds > 0) await this.#closed('warm-up', session, warmUpSeconds)
    let taken = await this.#closed('measurement', session, maximumSeconds)
    for (let time = 1; taken.noise !== null && time <= REPEATS; time++) {
      taken = await this.#closed('measurement', session, maximumSeconds)
    }
    const { report, cpuSeconds, noise } = taken
    const cpuMicroseconds = cpuSeconds === null ? null : (1e6 * cpuSeconds) / report.requests
    return { requestsPerSecond: rateOf(report), cpuMicroseconds, noise }
  }

  async #closed(phase: TrialPhase, session: OpenSession, seconds: number) {
    await this.#begin(session)
    const { port } = this.#process
    const watched = await watchEnds(
      phase,
      this.#process,
      this.#plan.pinning,
      (watch) => session.load(port, seconds, watch),
      (report) => report,
    )
    assertRightAnswers(phase, watched.report, this.#plan.connections)
    await this.#rest.begin()
    return watched
  }

  /** Loads the server at a rate for one slice. */
  async atRate(session: OpenSession, load: OpenLoad): Promise<LoadedRate> {
    await this.#begin(session)
    const { port } = this.#process
    const phase = 'measurement'
    const { report, cpuSeconds, noise } = await watchEnds(
      phase,
      this.#process,
      this.#plan.pinning,
      (watch) => session.loadOpen(port, load, watch),
      (open: OpenReport) => open.load,
    )
    assertRightAnswers(phase, report.load, this.#plan.connections)
    await this.#rest.begin()
    const { load: closed, ...open } = report
    const slice = { ...open, cpu: { seconds: cpuSeconds, requests: closed.requests }, noise }
    return { slice, late: standstill(slice) }
  }

  async #begin(session: OpenSession): Promise<void> {
    await this.#rest.come()
    this.#session = session
  }

  /** Checks the server once more and stops it. */
  async finish(): Promise<void> {
    try {
      await this.#session?.release?.(this.#process.port)
      await this.#honours('contract after the load', checkContractBriefly(this.#process.port, this.#terms))
    } finally {
      await this.abandon()
    }
  }

  /** Stops the server, whatever its state. */
  async abandon(): Promise<void> {
    await this.#session?.release?.(this.#process.port)
    this.#session = null
    await this.#process.stop()
  }

  async #honours(phase: TrialPhase, checks: Promise<ContractFailure[]>): Promise<void> {
    checks.catch(() => {})
    let failures: ContractFailure[]
    try {
      failures = await Promise.race([checks, this.#process.exited])
    } catch (error) {
      throw new TrialFailure(phase, this.#process.withStderr(messageOf(error)))
    }
    const [first, ...more] = failures
    if (first)
      throw new TrialFailure(phase, describeFailure(first) + (more.length > 0 ? ` (and ${more.length} more)` : ''))
  }
}

interface SessionsPlan {
  scenario: Scenario
  connections: number
  /** All that take part: what one of them is known to answer in its own way is in no load. */
  servers: readonly Server[]
  cpus: number[] | null
  random: Random
}

/** The generator's processes of a round. */
export function openSessions({ scenario, connections, servers, cpus, random }: SessionsPlan): Sessions<OpenSession> {
  const load = {
    scenario: scenario.name,
    connections,
    pipelining: 1,
    polling: true,
    except: exceptionsOf(servers, scenario),
  }
  return new Sessions((wire) => prepareOpen({ ...load, wire, seed: random.integer(0, LARGEST_SEED) }, cpus))
}
