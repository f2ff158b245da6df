/**
 * A round: one trial of every server, in random order. A trial is not interrupted: a server that stands idle for some
 * seconds between its slices has its heap shrunk and its compiled code thrown away by V8, and is slow when its turn comes.
 */
import type { Random } from '../shared/random.ts'
import type { Scenario } from '../shared/scenario.ts'
import type { WireName } from '../shared/wire.ts'
import type { Behaviour } from './contract.ts'
import type { Pinning } from './cpus.ts'
import { messageOf, TrialFailure, type TrialPhase } from './errors.ts'
import type { LoadGenerator, LoadSession } from './generators/generator.ts'
import type { Protocol, Refusal, Trial as TrialRecord } from './result.ts'
import type { Limits } from './server-process.ts'
import type { Server } from './servers.ts'
import { Trial, type TrialProgress } from './trial.ts'

export interface RoundPlan {
  scenario: Scenario
  /** In the order in which they start. */
  servers: readonly Server[]
  protocol: Protocol
  generator: LoadGenerator
  pinning: Pinning
  /** Counted from 1. */
  round: number
  random: Random
  /** Whether to look, after the load, at what the contract does not judge. */
  observes(server: Server): boolean
  limits?: Limits
}

/** Told of everything that happens, in order. */
export interface RoundObserver {
  /** @param position of the trial in the round, counted from 1 */
  trialBegins(server: Server, position: number): void
  phase(server: Server, phase: TrialPhase, requestsPerSecond?: number): void
  trialEnds(server: Server, trial: TrialRecord): void
  refused(server: Server, refusal: Refusal): void
}

export type TrialOutcome = { trial: TrialRecord; behaviours: Behaviour[] } | { refusal: Refusal }

/** Slices that may be loaded again because of noise, as a share of those there are. */
const REPEATS = 0.5

/** Runs a round. A server that fails is out of it, and the others go on. Whatever happens, no process is left. */
export async function runRound(plan: RoundPlan, observer: RoundObserver): Promise<Map<Server, TrialOutcome>> {
  const round = new Round(plan, observer)
  try {
    for (const [index, server] of plan.servers.entries()) await round.runTrial(server, index + 1)
    return round.outcomes
  } finally {
    await round.end()
  }
}

class Round {
  readonly outcomes = new Map<Server, TrialOutcome>()
  readonly #plan: RoundPlan
  readonly #observer: RoundObserver
  readonly #sessions = new Map<WireName, Promise<LoadSession>>()

  constructor(plan: RoundPlan, observer: RoundObserver) {
    this.#plan = plan
    this.#observer = observer
  }

  /** @param position of the trial in the round, counted from 1 */
  async runTrial(server: Server, position: number): Promise<void> {
    const { observes, round } = this.#plan
    this.#observer.trialBegins(server, position)
    try {
      const outcome = await this.#attempt(server, position, observes(server))
      this.outcomes.set(server, outcome)
      this.#observer.trialEnds(server, outcome.trial)
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      const refusal: Refusal = { round, phase: error.phase, reason: error.message }
      this.outcomes.set(server, { refusal })
      this.#observer.refused(server, refusal)
    }
  }

  async #attempt(server: Server, position: number, observe: boolean) {
    const { scenario, protocol, pinning, round, random, limits, generator } = this.#plan
    const seed = random.integer(0, 2 ** 31 - 1)
    const countsHeads = generator.countsReceived === 'whole responses'
    const progress = (phase: TrialPhase, rate?: number) => this.#observer.phase(server, phase, rate)
    // The generator prepares its requests while the first server starts.
    const preparing = this.#session(server)
    const plan = { server, scenario, protocol, pinning, round, seed, countsHeads, ...(limits && { limits }) }
    const trial = await Trial.start(plan, progress)
    try {
      const session = await this.#ready(preparing)
      await trial.warmUp(session, generator.shortestSeconds, progress)
      await this.#loadSlices(trial, session, position, progress)
      return await trial.finish(observe, progress)
    } finally {
      await trial.abandon()
    }
  }

  /** The protocol's slices, and noisy ones again as often as it is allowed. */
  async #loadSlices(trial: Trial, session: LoadSession, position: number, progress: TrialProgress): Promise<void> {
    const { durationSeconds, sliceSeconds } = this.#plan.protocol
    const slices = Math.max(1, Math.round(durationSeconds / sliceSeconds))
    let missing = slices
    for (let slice = 1; missing > 0 && slice <= slices * (1 + REPEATS); slice++) {
      const noise = await trial.loadSlice(session, slice, position, progress)
      if (noise === null) missing--
    }
  }

  /** Ends the generator's processes. */
  async end(): Promise<void> {
    for (const session of this.#sessions.values()) await session.then((ready) => ready.close()).catch(() => {})
  }

  /** The generator's process for the server's wire: one for all servers that share it, so that they share its luck. */
  #session(server: Server): Promise<LoadSession> {
    const { scenario, protocol, generator, pinning, random } = this.#plan
    const { wire } = server.manifest
    let session = this.#sessions.get(wire)
    if (!session) {
      const { connections, pipelining } = protocol
      const load = { scenario: scenario.name, wire, connections, pipelining, seed: random.integer(0, 2 ** 31 - 1) }
      session = generator.prepare(load, pinning.generator)
      session.catch(() => {})
      this.#sessions.set(wire, session)
    }
    return session
  }

  async #ready(session: Promise<LoadSession>): Promise<LoadSession> {
    try {
      return await session
    } catch (error) {
      throw new TrialFailure('generator', messageOf(error))
    }
  }
}
