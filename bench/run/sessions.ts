/** Load generators' processes by wire: one for all servers that share the wire, so that they share its luck. */
import { messageOf } from '../../shared/basics/errors.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { WireName } from '../../shared/scenarios/wire.ts'
import { deviationsFor } from '../host/concerns.ts'
import type { ServerFolder } from '../host/servers.ts'
import { TrialFailure } from '../host/trial-failure.ts'
import type { LoadSession } from '../load/generator.ts'
import { HostLost } from './run-plan.ts'

export class Sessions<Session extends Pick<LoadSession, 'isOver' | 'release' | 'close'> = LoadSession> {
  readonly #prepare: (wire: WireName) => Promise<Session>
  readonly #sessions = new Map<WireName, Promise<Session>>()

  /** @param prepare starts a generator for that wire */
  constructor(prepare: (wire: WireName) => Promise<Session>) {
    this.#prepare = prepare
  }

  /**
   * One that has ended is replaced, so that its end is the misfortune of one server only.
   * @throws TrialFailure of the phase `generator`; HostLost where its host is out of reach
   */
  async of(wire: WireName): Promise<Session> {
    try {
      const session = await (this.#sessions.get(wire) ?? this.#start(wire))
      return session.isOver ? await this.#start(wire) : session
    } catch (error) {
      if (error instanceof HostLost) throw error
      throw new TrialFailure('generator', messageOf(error))
    }
  }

  #start(wire: WireName): Promise<Session> {
    const session = this.#prepare(wire)
    session.catch(() => {})
    this.#sessions.set(wire, session)
    return session
  }

  /** Closes the connections to a server that is loaded no more. */
  async release(wire: WireName, port: number): Promise<void> {
    const session = await this.#sessions.get(wire)?.catch(() => null)
    await session?.release?.(port)
  }

  /** Ends them all. */
  async close(): Promise<void> {
    for (const session of this.#sessions.values()) await session.then((ready) => ready.close()).catch(() => {})
    this.#sessions.clear()
  }
}

/** Ids of invalid cases that one of the servers is known to answer in its own way: no load has them. */
export function exceptionsOf(servers: readonly Pick<ServerFolder, 'manifest'>[], scenario: Scenario): string[] {
  return servers.flatMap(({ manifest }) => deviationsFor(manifest, scenario).map((known) => known.case))
}
