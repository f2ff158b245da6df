/** Load generator processes, one per wire, shared by all servers of the wire so that differences between processes cancel. */
import { messageOf } from '../../shared/basics/errors.ts'
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { WireName } from '../../shared/wires/wires.ts'
import { deviationsFor } from '../folders/manifest-scope.ts'
import type { ServerFolder } from '../folders/servers.ts'
import { GeneratorFailure, type LoadPlan, type LoadSession } from '../load/generator.ts'
import type { Pinning } from '../machine/cpus.ts'

export class Sessions<Session extends Pick<LoadSession, 'isOver' | 'close'> = LoadSession> {
  readonly #prepare: (wire: WireName) => Promise<Session>
  readonly #sessions = new Map<WireName, Promise<Session>>()

  /** @param prepare starts a generator for a wire */
  constructor(prepare: (wire: WireName) => Promise<Session>) {
    this.#prepare = prepare
  }

  /**
   * Returns the session of a wire. Replaces one that has ended, or did not start.
   * @throws GeneratorFailure
   */
  async of(wire: WireName): Promise<Session> {
    const kept = await this.#sessions.get(wire)?.catch(() => null)
    if (kept && !kept.isOver) return kept
    try {
      return await this.#start(wire)
    } catch (error) {
      throw new GeneratorFailure(messageOf(error))
    }
  }

  #start(wire: WireName): Promise<Session> {
    const session = this.#prepare(wire)
    session.catch(() => {})
    this.#sessions.set(wire, session)
    return session
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#sessions.values())
      await session.then((ready) => ready.close()).catch(() => {})
    this.#sessions.clear()
  }
}

interface Loaded {
  scenario: Scenario
  subjects: readonly Pick<ServerFolder, 'manifest'>[]
  values: { seed: number }
  tools: { pinning: Pinning }
}

/** Returns load generators, one per wire, for all servers of a file. They busy-poll if they have CPUs of their own. */
export function sessionsFor<Session extends LoadSession>(
  { scenario, subjects, values: { seed }, tools: { pinning } }: Loaded,
  connections: number,
  prepare: (plan: LoadPlan, cpus: number[] | null) => Promise<Session>,
): Sessions<Session> {
  const polling = pinning.generator !== null
  const except = exceptionsOf(subjects, scenario)
  const load = { scenario: scenario.name, connections, polling, seed, except }
  return new Sessions((wire) => prepare({ ...load, wire }, pinning.generator))
}

/** Returns ids of invalid cases in which one of the servers has a known deviation. Loads omit them. */
export function exceptionsOf(
  servers: readonly Pick<ServerFolder, 'manifest'>[],
  scenario: Scenario,
): string[] {
  return servers.flatMap(({ manifest }) =>
    deviationsFor(manifest, scenario).map((known) => known.case),
  )
}
