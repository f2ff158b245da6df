/** A round: every server started fresh and warmed up, then all loaded in turn, slice by slice, then stopped. */
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
import { Trial } from './trial.ts'

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
  /** @param doing what goes on with the server, for a person to read */
  phase(server: Server, phase: TrialPhase, requestsPerSecond?: number): void
  warmedUp(server: Server, seconds: number, settled: boolean): void
  sliceEnds(server: Server): void
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
    await round.startAll()
    await round.loadAll()
    return await round.finishAll()
  } finally {
    await round.end()
  }
}

class Round {
  readonly #plan: RoundPlan
  readonly #observer: RoundObserver
  readonly #trials = new Map<Server, Trial>()
  readonly #sessions = new Map<WireName, Promise<LoadSession>>()
  readonly #outcomes = new Map<Server, TrialOutcome>()

  constructor(plan: RoundPlan, observer: RoundObserver) {
    this.#plan = plan
    this.#observer = observer
  }

  async startAll(): Promise<void> {
    const { servers, scenario, protocol, pinning, round, random, limits, generator } = this.#plan
    for (const server of servers) {
      const seed = random.integer(0, 2 ** 31 - 1)
      const countsHeads = generator.countsReceived === 'whole responses'
      const trialPlan = { server, scenario, protocol, pinning, round, seed, countsHeads, ...(limits && { limits }) }
      await this.#attempt(server, async () => {
        // The generator prepares its requests while the server starts.
        const session = this.#session(server)
        const trial = await Trial.start(trialPlan, this.#phaseOf(server))
        this.#trials.set(server, trial)
        await trial.warmUp(await this.#ready(session), generator.shortestSeconds, this.#phaseOf(server))
        const { seconds, settled } = trial.warmth
        this.#observer.warmedUp(server, seconds, settled)
      })
    }
  }

  /** Every sweep loads each server once, in an order of its own; noisy slices are loaded again at the end. */
  async loadAll(): Promise<void> {
    const { protocol, random } = this.#plan
    const sweeps = Math.max(1, Math.round(protocol.durationSeconds / protocol.sliceSeconds))
    const again: Server[] = []
    for (let sweep = 1; sweep <= sweeps; sweep++) {
      for (const [index, server] of random.shuffle([...this.#trials.keys()]).entries()) {
        if (await this.#loadSlice(server, sweep, index + 1)) again.push(server)
      }
    }
    const repeats = Math.ceil(sweeps * this.#trials.size * REPEATS)
    for (let repeat = 1; repeat <= repeats; repeat++) {
      const server = again.shift()
      if (!server) return
      if (await this.#loadSlice(server, sweeps + 1, repeat)) again.push(server)
    }
  }

  /** @returns whether the slice was too noisy to count */
  async #loadSlice(server: Server, sweep: number, position: number): Promise<boolean> {
    let noise: string | null = null
    await this.#attempt(server, async () => {
      const session = await this.#ready(this.#session(server))
      noise = (await this.#trials.get(server)?.loadSlice(session, sweep, position, this.#phaseOf(server))) ?? null
      this.#observer.sliceEnds(server)
    })
    return noise !== null
  }

  async finishAll(): Promise<Map<Server, TrialOutcome>> {
    for (const [server, trial] of this.#trials) {
      await this.#attempt(server, async () => {
        const outcome = await trial.finish(this.#plan.observes(server), this.#phaseOf(server))
        this.#trials.delete(server)
        this.#outcomes.set(server, outcome)
        this.#observer.trialEnds(server, outcome.trial)
      })
    }
    return this.#outcomes
  }

  /** Stops whatever still runs. */
  async end(): Promise<void> {
    for (const trial of this.#trials.values()) await trial.abandon()
    for (const session of this.#sessions.values()) await session.then((ready) => ready.close()).catch(() => {})
  }

  /** Does one step of a server's trial; a failure ends that trial and no other. */
  async #attempt(server: Server, step: () => Promise<void>): Promise<void> {
    if (this.#outcomes.has(server)) return
    try {
      await step()
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      const refusal: Refusal = { round: this.#plan.round, phase: error.phase, reason: error.message }
      await this.#trials.get(server)?.abandon()
      this.#trials.delete(server)
      this.#outcomes.set(server, { refusal })
      this.#observer.refused(server, refusal)
    }
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

  #phaseOf(server: Server) {
    return (phase: TrialPhase, rate?: number) => this.#observer.phase(server, phase, rate)
  }
}
