/** One server in one round: start, contract, slices of load, contract again, stop. */

import { acceptedText } from '../../shared/format/disclosure.ts'
import type { Trial } from '../../shared/format/format.ts'
import {
  type Circumstances,
  caveatsOfEnding,
  caveatsOfTrial,
} from '../../shared/results/caveats.ts'
import { refutedClaims } from '../../shared/results/observed.ts'
import { sum } from '../../shared/stats/statistics.ts'
import type { Server } from '../folders/servers.ts'
import type { LoadSession, LoadWatch } from '../load/generator.ts'
import type { OpenLoad, OpenReport, OpenSession, Overload, ReportOf } from '../load/open-load.ts'
import { trialCpus } from '../machine/cpus.ts'
import { readNoise } from '../machine/noise.ts'
import { withoutIdleCollections } from '../machine/v8-flags.ts'
import { startSampling, type Usage } from '../processes/sampler.ts'
import { ServerProcess } from '../server/server-process.ts'
import { TrialFailure, type TrialPhase } from '../server/trial-failure.ts'
import { launchOfWorkers } from '../server/workers.ts'
import { checkContract, checkContractBriefly, observeBehaviours } from '../verify/contract.ts'
import {
  absentOrNot,
  type ContractTerms,
  describeFailure,
  type Observation,
} from '../verify/exchange.ts'
import { checkInvariants, harmlessInvariantCases } from '../verify/invariants.ts'
import { contractTerms } from '../verify/verify.ts'
import { assertCorrect, assertPinned, isSilent } from './assertions.ts'
import { CHECKS_PER_SECOND, Checker } from './checker.ts'
import { Guard } from './guard.ts'
import { IdleWait } from './idle-wait.ts'
import type { RunPlan } from './run-plan.ts'
import { type LoadedSlice, trialRecord } from './trial-record.ts'
import { type TurnPlan, turnPlanOf, type WarmedUp, warmedUp } from './warm-up.ts'
import { watchLoad } from './watched-load.ts'
import { WorkerGroup, type WorkerShare } from './worker-group.ts'

export interface TrialPlan extends Pick<RunPlan, 'scenario' | 'protocol' | 'pinning'> {
  server: Server
  /** Counted from 1. */
  round: number
  /** Number of the group, from 1. */
  group: number
  /** Seed of the values in this trial's contract and checker. */
  seed: number
}

export interface LoadedOpen<R = OpenReport> {
  report: R
  usage: Usage
  /** Describes other work on these CPUs if there was much. */
  noise: string | null
}

/** A server's process from start to stop. `finish` ends it, and so does the block that holds it by `using`. */
export class RunningTrial {
  readonly #plan: TrialPlan
  readonly #terms: ContractTerms
  readonly #process: ServerProcess
  readonly #guard: Guard
  readonly #idleWait: IdleWait
  readonly #workers: WorkerGroup
  readonly #slices: LoadedSlice[] = []
  /** Bytes written to stdout and stderr under load. */
  #loggedBytes = 0
  readonly #turns: TurnPlan
  /** Load sessions that may still have connections to it. */
  readonly #sessions = new Set<LoadSession>()

  private constructor(plan: TrialPlan, terms: ContractTerms, process: ServerProcess) {
    this.#plan = plan
    this.#terms = terms
    this.#process = process
    this.#guard = new Guard(process)
    this.#workers = new WorkerGroup(process, plan.protocol.workers?.number ?? 0)
    this.#idleWait = new IdleWait(() => process.tree())
    this.#turns = turnPlanOf(plan.protocol)
  }

  /**
   * Starts the server and checks the contract.
   * @throws TrialFailure with phase and reason, as all steps do; no process is left then
   */
  static async start(plan: TrialPlan): Promise<RunningTrial> {
    const { server, pinning } = plan
    const terms = contractTerms(server, plan.scenario, plan.seed)
    const runtime = withoutIdleCollections(server.runtime)
    const { workers } = plan.protocol
    const launch = { ...server, runtime }
    const process = await ServerProcess.start(
      workers ? launchOfWorkers(launch, workers) : launch,
      pinning.server,
    )
    const trial = new RunningTrial(plan, { ...terms, output: process.output }, process)
    try {
      await trial.#assertContract('contract', checkContract)
    } catch (error) {
      await trial[Symbol.asyncDispose]()
      throw error
    }
    return trial
  }

  async #assertContract(phase: TrialPhase, check: typeof checkContract): Promise<void> {
    await this.#guard.assertNoFailures(phase, check(this.#process.port, this.#terms))
    await this.#guard.assertNoFailures(phase, this.#workers.check(this.#terms))
  }

  /** Returns what each worker has of the load, while connections are open. */
  shares(): Promise<WorkerShare[]> {
    return this.#workers.shares()
  }

  get pid(): number {
    return this.#process.pid
  }

  /** Returns whether the warm-up and enough quiet slices after it are complete. */
  get isMeasured(): boolean {
    return this.#warmedUp !== null
  }

  get record(): Trial {
    return trialRecord(this.#plan, this.#slices, this.#warmedUp ?? { turns: 0, settled: false })
  }

  get #warmedUp(): WarmedUp | null {
    return warmedUp(
      this.#slices.map(({ report, ...slice }) => ({
        ...slice,
        requests: report.requests,
        rate: report.requests / report.seconds,
      })),
      this.#turns,
    )
  }

  /**
   * Loads the server for one slice.
   * @param turn from 1; the first turns are the warm-up
   */
  async loadSlice(session: LoadSession, turn: number): Promise<LoadedSlice> {
    const { protocol } = this.#plan
    const phase = turn <= this.#turns.least ? 'warm-up' : 'measurement'
    await this.#begin(session)
    this.#idleWait.assertIdle(phase)
    const { output } = this.#process
    const written = output.bytes
    let loaded = await this.#loadAndWatch(phase, session)
    // The machine may have paused for as long as a slice.
    if (isSilent(loaded.report) && phase === 'measurement')
      loaded = await this.#loadAndWatch(phase, session)
    this.#loggedBytes += output.bytes - written
    const { report, usage, check } = loaded
    // A cold server may need longer than a slice for its first responses to many concurrent requests.
    if (!isSilent(report) || phase === 'measurement') {
      await this.#guard.unlessEnded(phase, () => {
        this.#workers.assertAlive(phase)
        assertCorrect(phase, report, protocol, check)
      })
    }
    await this.#end(phase, report.seconds, usage)
    await this.#idleWait.begin(true)
    const slice = { slice: turn, ...loaded }
    this.#slices.push(slice)
    return slice
  }

  /** Loads the server in an open loop. */
  async loadOpen<L extends OpenLoad | Overload>(
    session: OpenSession,
    load: L,
  ): Promise<LoadedOpen<ReportOf<L>>> {
    const phase = 'measurement'
    await this.#begin(session)
    const { port } = this.#process
    const { connections } = this.#plan.protocol
    let opened: Promise<ReportOf<L>> | undefined
    const closed = (watch: LoadWatch) => {
      opened = session.loadOpen(port, load, watch)
      return this.#guard.load(
        phase,
        opened.then((open) => open.load),
      )
    }
    const { report, usage, noise } = await watchLoad(closed, this.#watch())
    // Clients that give up may get no response at all: an outcome. A server that hangs fails the contract after the load.
    if (!isSilent(report) || !('patience' in load)) {
      await this.#guard.unlessEnded(phase, () => assertCorrect(phase, report, { connections }))
    }
    await this.#end(phase, report.seconds, usage)
    await this.#idleWait.begin(false)
    return { report: (await opened) as ReportOf<L>, usage, noise }
  }

  /** Waits until the server is idle after its last load. */
  async #begin(session: LoadSession): Promise<void> {
    await this.#idleWait.untilIdle()
    this.#sessions.add(session)
  }

  async #end(phase: TrialPhase, seconds: number, { cpuSeconds }: Usage): Promise<void> {
    const { server: cpus } = this.#plan.pinning
    await this.#guard.step(phase, this.#process.assertInTree())
    if (cpus) {
      const pids = await this.#process.tree()
      assertPinned(phase, { pids, cpus, seconds, used: cpuSeconds })
    }
  }

  #watch() {
    const cpus = trialCpus(this.#plan.pinning)
    return {
      readNoise: () => readNoise(cpus),
      sample: () => startSampling(() => this.#process.tree(), cpus),
    }
  }

  get #circumstances(): Circumstances {
    const { pinning, protocol, server } = this.#plan
    // Logging before and after a window counts too.
    const requests = sum(this.#slices, ({ report }) => report.checked)
    return {
      pinned: pinning.server !== null,
      workers: protocol.workers?.number ?? 1,
      polling: protocol.polling,
      otherNode: server.otherNode,
      accepts: acceptedText(this.#terms.knownDeviations, this.#terms.scenario.name),
      logged: this.#loggedBytes / Math.max(1, requests),
    }
  }

  async #loadAndWatch(phase: TrialPhase, session: LoadSession) {
    const { protocol } = this.#plan
    const { port } = this.#process
    const { workers, pipelining } = protocol
    const checker = new Checker(port, this.#terms, CHECKS_PER_SECOND, workers?.number, pipelining)
    try {
      const load = (watch: LoadWatch) =>
        this.#guard.load(phase, session.load(port, protocol.sliceSeconds, watch))
      const watched = await watchLoad(load, this.#watch())
      return { ...watched, check: await checker.stop() }
    } finally {
      await checker.stop()
    }
  }

  /**
   * Checks the contract again and stops the server.
   * @param observe whether to observe behavior that the contract leaves open
   */
  async finish(observe: boolean): Promise<{ trial: Trial; observed: Observation | null }> {
    try {
      await this.#idleWait.untilIdle()
      this.#idleWait.assertIdle('measurement')
      await this.#release()
      const phase = 'contract after the load'
      await this.#assertContract(phase, checkContractBriefly)
      await this.#guard.step(phase, this.#process.assertAlone())
      const observed = observe ? await this.#observe() : null
      const ending = await this.#process.stop()
      const trial = this.record
      trial.evidence.caveats.push(
        ...caveatsOfTrial(trial, this.#circumstances),
        ...caveatsOfEnding(ending),
      )
      return { trial, observed }
    } finally {
      await this[Symbol.asyncDispose]()
    }
  }

  /** Closes the generators' connections. */
  async #release(): Promise<void> {
    for (const session of this.#sessions) await session.release?.(this.#process.port)
    this.#sessions.clear()
  }

  /** Stops the server in any state. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#release()
    await this.#process.stop()
  }

  async #observe(): Promise<Observation> {
    const phase = 'contract after the load'
    const { port } = this.#process
    const { failures, ...observed } = await this.#guard.step(
      phase,
      observeBehaviours(port, this.#terms),
    )
    const [first] = failures
    if (first) throw new TrialFailure(phase, describeFailure(first))
    const [refuted] = refutedClaims(this.#plan.server.manifest.validation, observed.behaviours)
    if (refuted) throw new TrialFailure(phase, refuted)
    // Compiled code has stack frames of another size, so the depth at which a body is rejected may have changed. `verify` checks manifests.
    const knownDeviations = this.#terms.knownDeviations.map(absentOrNot)
    const terms = { ...this.#terms, knownDeviations }
    await this.#guard.assertNoFailures(
      phase,
      checkInvariants(port, terms, { cases: harmlessInvariantCases(terms) }),
    )
    return observed
  }
}
