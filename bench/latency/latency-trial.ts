/** One process of a server: started, checked, warmed up, loaded at rates, checked again, stopped. */
import { messageOf } from '../../shared/basics/errors.ts'
import type { Maximum } from '../../shared/result/latency.ts'
import { rateOf } from '../../shared/result/rates.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure, type TrialPhase } from '../contenders/trial-failure.ts'
import { checkContract, checkContractBriefly } from '../contract/contract.ts'
import { type ContractFailure, type ContractTerms, describeFailure } from '../contract/exchange.ts'
import { contractTerms } from '../contract/verify.ts'
import type { LoadReport } from '../load/generator.ts'
import type { OpenLoad, OpenReport, OpenSession } from '../load/open.ts'
import type { Pinning } from '../machine/cpus.ts'
import { assertRightAnswers } from '../measure/assert-right.ts'
import { Rest } from '../measure/rest.ts'
import { type LoadTimes, type TurnedSlice, type TurnPlan, turnPlanOf, warmedUp } from '../measure/warm-up.ts'
import { type Watched, watchEnds } from './watch.ts'

export interface LatencyTrialPlan {
  server: Server
  scenario: Scenario
  pinning: Pinning
  connections: number
  closedLoop: LoadTimes
  /** Of the values that its contract sends. */
  seed: number
}

interface ClosedSlice extends TurnedSlice {
  seconds: number
  requests: number
  cpuSeconds: number | null
}

/** The caller ends one with `finish` or `abandon`. */
export class LatencyTrial {
  readonly #plan: LatencyTrialPlan
  readonly #terms: ContractTerms
  readonly #process: ServerProcess
  readonly #rest: Rest
  readonly #turns: TurnPlan
  readonly #slices: ClosedSlice[] = []
  #session: OpenSession | null = null

  private constructor(plan: LatencyTrialPlan, terms: ContractTerms, process: ServerProcess) {
    this.#plan = plan
    this.#terms = terms
    this.#process = process
    this.#rest = new Rest(() => process.tree())
    this.#turns = turnPlanOf(plan.closedLoop)
  }

  /**
   * Starts the server and checks the contract.
   * @throws TrialFailure with the phase and the reason, as all of its steps do; nothing is left running then
   */
  static async start(plan: LatencyTrialPlan): Promise<LatencyTrial> {
    const terms = contractTerms(plan.server, plan.scenario, plan.seed)
    const process = await ServerProcess.start(plan.server, plan.pinning.server)
    const trial = new LatencyTrial(plan, terms, process)
    try {
      await trial.#honours('contract', checkContract(process.port, terms))
    } catch (error) {
      await trial.abandon()
      throw error
    }
    return trial
  }

  /** The highest rate by a closed loop, after a warm-up that ends as in a run; null where another slice is needed. */
  get maximum(): Maximum | null {
    const warm = warmedUp(this.#slices, this.#turns)
    return (
      warm &&
      maximumOf(
        this.#slices.filter(({ slice }) => slice > warm.turns),
        warm.settled,
      )
    )
  }

  /** Loads a slice of the closed loop. */
  async closedLoop(session: OpenSession): Promise<void> {
    const slice = this.#slices.length + 1
    const phase = slice <= this.#turns.least ? 'warm-up' : 'measurement'
    const { sliceSeconds } = this.#plan.closedLoop
    const { report, cpuSeconds, noise } = await this.#watched(
      phase,
      session,
      (port, watch) => session.load(port, sliceSeconds, watch),
      (closed) => closed,
    )
    const { seconds, requests } = report
    this.#slices.push({ slice, rate: rateOf(report), seconds, requests, cpuSeconds, noise })
  }

  /** Loads the server at a rate. */
  atRate(session: OpenSession, load: OpenLoad): Promise<Watched<OpenReport>> {
    return this.#watched(
      'measurement',
      session,
      (port, watch) => session.loadOpen(port, load, watch),
      (open) => open.load,
    )
  }

  async #watched<T>(
    phase: TrialPhase,
    session: OpenSession,
    load: (port: number, watch: Parameters<OpenSession['load']>[2]) => Promise<T>,
    reportOf: (report: T) => LoadReport,
  ): Promise<Watched<T>> {
    const { pinning, connections } = this.#plan
    await this.#rest.come()
    this.#session = session
    const watched = await watchEnds(phase, this.#process, pinning, (watch) => load(this.#process.port, watch), reportOf)
    const report = reportOf(watched.report)
    // A cold server may need longer than a slice for the first responses to so many requests at once.
    const isSilent = report.requests + report.wrong + report.errors === 0
    if (!isSilent || phase === 'measurement') assertRightAnswers(phase, report, connections)
    await this.#rest.begin()
    return watched
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

/** @param slices those after the warm-up; the quiet ones count, or all where none was */
export function maximumOf(slices: readonly Omit<ClosedSlice, 'slice' | 'rate'>[], settled: boolean): Maximum {
  const quiet = slices.filter(({ noise }) => noise === null)
  const counted = quiet.length > 0 ? quiet : slices
  const sum = (value: (slice: (typeof counted)[number]) => number) =>
    counted.reduce((all, each) => all + value(each), 0)
  const requests = sum((slice) => slice.requests)
  const isKnown = counted.every(({ cpuSeconds }) => cpuSeconds !== null)
  return {
    requestsPerSecond: rateOf({ requests, seconds: sum(({ seconds }) => seconds) }),
    cpuMicroseconds: isKnown ? (1e6 * sum(({ cpuSeconds }) => cpuSeconds ?? 0)) / requests : null,
    settled,
  }
}
