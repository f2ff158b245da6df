/**
 * A round: fresh processes of every server, in groups. The servers of a group are up at the same time and are loaded
 * interleaved, one slice each, so that conditions of the machine that last longer than a turn affect all of them. The
 * baseline is in every group. Groups are small, since long idleness changes a server: after about 8 s, V8 shrinks its heap
 * and discards compiled code.
 */

import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Refusal, Trial } from '../../shared/format/format.ts'
import type { WireName } from '../../shared/wires/wires.ts'
import type { Server } from '../folders/servers.ts'
import type { LoadSession } from '../load/generator.ts'
import { TrialFailure } from '../server/trial-failure.ts'
import type { Observation } from '../verify/exchange.ts'
import type { RunPlan } from './run-plan.ts'
import { RunningTrial } from './running-trial.ts'
import { exceptionsOf, Sessions } from './sessions.ts'

export interface RoundPlan
  extends Pick<RunPlan, 'scenario' | 'protocol' | 'generator' | 'pinning'> {
  /** Servers of each group, in the order in which they start. A server may be in several groups. */
  groups: readonly (readonly Server[])[]
  /** Counted from 1. */
  round: number
  random: Random
  /** Returns whether to observe, after the load, behavior that the contract leaves open. */
  observes(server: Server): boolean
}

/** Notified of all events, in order. */
export interface RoundObserver {
  trialEnds?(server: Server, trial: Trial): void
  refused?(server: Server, refusal: Refusal): void
}

/** By the servers' names, so that JSON can hold it. `observed` is null if an earlier trial was. */
export interface RoundOutcome {
  trials: { name: string; trial: Trial; observed: Observation | null }[]
  refusals: { name: string; refusal: Refusal }[]
}

/**
 * Deals servers into groups of equal size, as far as possible. The servers of `always` are in every group.
 * @param size maximum size of a group
 */
export function dealGroups(
  always: readonly Server[],
  others: readonly Server[],
  size: number,
): Server[][] {
  const places = Math.max(1, size - always.length)
  const number = Math.max(1, Math.ceil(others.length / places))
  return Array.from({ length: number }, (_, group) => [
    ...always,
    ...others.filter((_, index) => index % number === group),
  ])
}

/** Runs a round. A server that fails leaves the round; the others continue. No process outlives the call. */
export async function runRound(
  plan: RoundPlan,
  observer: RoundObserver = {},
): Promise<RoundOutcome> {
  await using round = new Round(plan, observer)
  // Drawn before the measurement: how much a group draws depends on its number of turns.
  const seeds = plan.groups.map(() => plan.random.seed())
  for (const [index, servers] of plan.groups.entries()) {
    await round.runGroup(index + 1, servers, createRandom(seeds[index] as number))
  }
  return round.outcome
}

class Round {
  readonly outcome: RoundOutcome = { trials: [], refusals: [] }
  readonly #plan: RoundPlan
  readonly #observer: RoundObserver
  #random: Random
  readonly #sessions = new Sessions((wire) => this.#prepare(wire))
  /** Servers of the current group that have not failed. */
  readonly #trials = new Map<Server, RunningTrial>()

  constructor(plan: RoundPlan, observer: RoundObserver) {
    this.#plan = plan
    this.#observer = observer
    this.#random = plan.random
  }

  async runGroup(group: number, servers: readonly Server[], random: Random): Promise<void> {
    this.#random = random
    const ready = servers.filter(
      ({ name }) => !this.outcome.refusals.some((refused) => refused.name === name),
    )
    if (ready.length === 0) return
    try {
      for (const server of ready) await this.#step(server, () => this.#start(server, group))
      await this.#load()
      for (const [server, trial] of this.#trials)
        await this.#step(server, () => this.#finish(server, trial))
    } finally {
      for (const trial of this.#trials.values()) await trial[Symbol.asyncDispose]()
      this.#trials.clear()
    }
  }

  /** Ends the generator's processes. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#sessions[Symbol.asyncDispose]()
  }

  /** Runs a step of one server's trial. If it fails, the server leaves the round. */
  async #step(server: Server, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      const refusal: Refusal = {
        round: this.#plan.round,
        phase: error.phase,
        reason: error.message,
      }
      this.outcome.refusals.push({ name: server.name, refusal })
      this.#observer.refused?.(server, refusal)
      await this.#trials.get(server)?.[Symbol.asyncDispose]()
      this.#trials.delete(server)
    }
  }

  async #start(server: Server, group: number): Promise<void> {
    const { scenario, protocol, pinning, round } = this.#plan
    const seed = this.#random.seed()
    const plan = { server, scenario, protocol, pinning, round, group, seed }
    // Requests are prepared while the first server starts.
    const preparing = this.#sessions.of(server.manifest.wire)
    preparing.catch(() => {})
    const trial = await RunningTrial.start(plan)
    this.#trials.set(server, trial)
    await preparing
  }

  /** Loads all servers interleaved, one slice per turn and in random order, until none needs another turn. */
  async #load(): Promise<void> {
    const random = this.#random
    for (let turn = 1; ; turn++) {
      const due = [...this.#trials].filter(([, trial]) => !trial.isMeasured)
      if (due.length === 0) return
      for (const [server, trial] of random.shuffle(due)) {
        await this.#step(server, async () => {
          const session = await this.#sessions.of(server.manifest.wire)
          await trial.loadSlice(session, turn)
        })
      }
    }
  }

  async #finish(server: Server, trial: RunningTrial): Promise<void> {
    const observed = this.outcome.trials.some((measured) => measured.name === server.name)
    const finished = await trial.finish(!observed && this.#plan.observes(server))
    this.outcome.trials.push({ name: server.name, ...finished })
    this.#observer.trialEnds?.(server, finished.trial)
  }

  #prepare(wire: WireName): Promise<LoadSession> {
    const { groups, scenario, protocol, generator, pinning } = this.#plan
    const { connections, polling } = protocol
    const load = {
      scenario: scenario.name,
      wire,
      connections,
      polling,
      seed: this.#random.seed(),
      except: exceptionsOf(groups.flat(), scenario),
    }
    return generator.prepare(load, pinning.generator)
  }
}
