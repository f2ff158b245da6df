/**
 * A round: fresh processes of every server, in groups. The servers of a group are up at the same time and are loaded
 * interleaved, one slice each, so that conditions of the machine that last longer than a turn affect all of them. The
 * baseline is in every group. Groups are small, since long idleness changes a server: after about 8 s, V8 shrinks its heap
 * and discards compiled code.
 */

import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Disqualification, Trial } from '../../shared/format/format.ts'
import type { WireName } from '../../shared/wires/wires.ts'
import type { Server } from '../folders/servers.ts'
import { GeneratorFailure, type LoadSession } from '../load/generator.ts'
import { changedFiles, readCheckout } from '../machine/checkout.ts'
import { TrialFailure } from '../server/trial-failure.ts'
import { onUsableMachine } from '../server/usable.ts'
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
  trialBegins?(server: Server): void
  trialEnds?(server: Server, trial: Trial): void
  disqualified?(server: Server, disqualified: Disqualification): void
  /** The load generator failed under a slice, which is repeated with another one. */
  repeated?(server: Server, reason: string): void
  /** @param files of the checkout that changed while these servers ran */
  checkoutChanged?(servers: readonly Server[], files: readonly string[]): void
}

/** By the servers' names, so that JSON can hold it. `observed` is null if an earlier trial was. */
export interface RoundOutcome {
  trials: { name: string; trial: Trial; observed: Observation | null }[]
  disqualified: { name: string; disqualified: Disqualification }[]
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
  const outcome: RoundOutcome = { trials: [], disqualified: [] }
  // Drawn before the measurement: how much a group draws depends on its number of turns.
  const seeds = plan.groups.map(() => plan.random.seed())
  let random = plan.random
  await using sessions = new Sessions((wire) => prepare(plan, wire, random.seed()))
  let checkout = observer.checkoutChanged ? readCheckout() : null
  for (const [index, servers] of plan.groups.entries()) {
    random = createRandom(seeds[index] as number)
    const ready = servers.filter(
      (server) => !outcome.disqualified.some(({ name }) => name === server.name),
    )
    await using group = new Group(plan, observer, outcome, sessions)
    await group.run(index + 1, ready, random)
    const now = checkout && readCheckout()
    const files = changedFiles(checkout, now)
    if (files.length > 0) observer.checkoutChanged?.(ready, files)
    checkout = now
  }
  return outcome
}

function prepare(plan: RoundPlan, wire: WireName, seed: number): Promise<LoadSession> {
  const { groups, scenario, protocol, generator, pinning } = plan
  const { connections, pipelining, polling } = protocol
  const except = exceptionsOf(groups.flat(), scenario)
  const load = { scenario: scenario.name, wire, connections, pipelining, polling, seed, except }
  return generator.prepare(load, pinning.generator)
}

class Group {
  readonly #plan: RoundPlan
  readonly #observer: RoundObserver
  readonly #outcome: RoundOutcome
  readonly #sessions: Sessions
  /** Servers that have not failed. */
  readonly #trials = new Map<Server, RunningTrial>()

  constructor(plan: RoundPlan, observer: RoundObserver, outcome: RoundOutcome, sessions: Sessions) {
    this.#plan = plan
    this.#observer = observer
    this.#outcome = outcome
    this.#sessions = sessions
  }

  async run(group: number, servers: readonly Server[], random: Random): Promise<void> {
    for (const server of servers) {
      const seed = random.seed()
      await this.#step(server, () => this.#start(server, group, seed))
    }
    await this.#load(random)
    for (const [server, trial] of this.#trials)
      await this.#step(server, () => this.#finish(server, trial))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const trial of this.#trials.values()) await trial[Symbol.asyncDispose]()
  }

  /** Runs a step of one server's trial. If it fails, the server leaves the round. */
  async #step(server: Server, step: () => Promise<void>): Promise<void> {
    try {
      await onUsableMachine(step)
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      const { phase, message: reason } = error
      const disqualified: Disqualification = { round: this.#plan.round, phase, reason }
      this.#outcome.disqualified.push({ name: server.name, disqualified })
      this.#observer.disqualified?.(server, disqualified)
      await this.#trials.get(server)?.[Symbol.asyncDispose]()
      this.#trials.delete(server)
    }
  }

  async #start(server: Server, group: number, seed: number): Promise<void> {
    // Requests are prepared while the first server starts.
    const preparing = this.#sessions.of(server.manifest.wire).catch(() => {})
    this.#observer.trialBegins?.(server)
    this.#trials.set(server, await RunningTrial.start({ ...this.#plan, server, group, seed }))
    // The first load prepares them again if that failed.
    await preparing
  }

  /** Loads all servers interleaved, one slice per turn and in random order, until none needs another turn. */
  async #load(random: Random): Promise<void> {
    for (let turn = 1; ; turn++) {
      const due = [...this.#trials].filter(([, trial]) => !trial.isMeasured)
      if (due.length === 0) return
      for (const [server, trial] of random.shuffle(due)) {
        await this.#step(server, () => this.#loadSlice(server, trial, turn))
      }
    }
  }

  /** @throws GeneratorFailure if two load generators in a row fail under the slice */
  async #loadSlice(server: Server, trial: RunningTrial, turn: number): Promise<void> {
    const load = async () => {
      const session = await this.#sessions.of(server.manifest.wire)
      await trial.loadSlice(session, turn)
    }
    try {
      await load()
    } catch (error) {
      if (!(error instanceof GeneratorFailure)) throw error
      this.#observer.repeated?.(server, error.message)
      await load()
    }
  }

  async #finish(server: Server, trial: RunningTrial): Promise<void> {
    const observed = this.#outcome.trials.some(({ name }) => name === server.name)
    const finished = await trial.finish(!observed && this.#plan.observes(server))
    this.#outcome.trials.push({ name: server.name, ...finished })
    this.#observer.trialEnds?.(server, finished.trial)
  }
}
