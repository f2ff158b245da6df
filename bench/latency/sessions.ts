/** The generator's processes of a round: one for each wire, which all servers share that have it, and its luck. */
import { messageOf } from '../../shared/basics/errors.ts'
import type { Random } from '../../shared/basics/random.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { WireName } from '../../shared/scenarios/wire.ts'
import { deviationsFor } from '../contenders/concerns.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import { prepareOpen } from '../load/builtin/builtin.ts'
import type { OpenSession } from '../load/open.ts'

const LARGEST_SEED = 2 ** 31 - 1

export interface SessionsPlan {
  scenario: Scenario
  connections: number
  /** All that take part: what one of them is known to answer in its own way is in no load. */
  servers: readonly Server[]
  cpus: number[] | null
  random: Random
}

export class Sessions {
  readonly #plan: SessionsPlan
  readonly #except: string[]
  readonly #sessions = new Map<WireName, Promise<OpenSession>>()

  constructor(plan: SessionsPlan) {
    this.#plan = plan
    this.#except = plan.servers.flatMap(({ manifest }) =>
      deviationsFor(manifest, plan.scenario).map((known) => known.case),
    )
  }

  /**
   * One that has ended is replaced, so that its end is the misfortune of one server only.
   * @throws TrialFailure of the phase `generator`
   */
  async of({ manifest: { wire } }: Server): Promise<OpenSession> {
    try {
      const session = await (this.#sessions.get(wire) ?? this.#prepare(wire))
      return session.isOver ? await this.#prepare(wire) : session
    } catch (error) {
      throw new TrialFailure('generator', messageOf(error))
    }
  }

  #prepare(wire: WireName): Promise<OpenSession> {
    const { scenario, connections, random, cpus } = this.#plan
    const seed = random.integer(0, LARGEST_SEED)
    const load = {
      scenario: scenario.name,
      wire,
      connections,
      pipelining: 1,
      polling: true,
      seed,
      except: this.#except,
    }
    const session = prepareOpen(load, cpus)
    session.catch(() => {})
    this.#sessions.set(wire, session)
    return session
  }

  /** Ends them all. */
  async close(): Promise<void> {
    for (const session of this.#sessions.values()) await session.then((ready) => ready.close()).catch(() => {})
    this.#sessions.clear()
  }
}
