/** The load generators of a file, ready for any server. */
import type { Scenario } from '../../../shared/contract/scenario.ts'
import { BUILTIN } from '../../../shared/probes/generator-figures.ts'
import type { HttpRequest, WireName } from '../../../shared/wires/wires.ts'
import { builtin } from '../../load/builtin/builtin.ts'
import type { LoadSession } from '../../load/generator.ts'
import { prepareRequests } from '../../load/requests.ts'
import { scratch } from '../../processes/scratch.ts'
import { Sessions } from '../../run/sessions.ts'
import type { Amount } from './programs/program.ts'
import type { InstalledProgram } from './programs/programs.ts'
import { builtinSession, type FiguringSession, programSession } from './session.ts'

/** Seconds, at least, of a generator that sends no number of requests. */
const SHORTEST = 0.1

interface Plan {
  scenario: Scenario
  /** Names of the generators. */
  names: readonly string[]
  programs: readonly InstalledProgram[]
  connections: number
  pipelining: number
  amount: Amount
  seed: number
  /** CPU of each generator. */
  cpus: number[] | null
}

export class Generators {
  readonly #plan: Plan
  readonly #scratch = scratch('bench-generators-')
  readonly #builtin: Sessions
  readonly #requests = new Map<WireName, HttpRequest>()

  constructor(plan: Plan) {
    this.#plan = plan
    const { scenario, connections, pipelining, seed, cpus } = plan
    const of = { scenario: scenario.name, connections, pipelining }
    const load = { ...of, seed, validOnly: true, polling: cpus !== null }
    this.#builtin = new Sessions((wire) => builtin.prepare({ ...load, wire }, cpus))
  }

  /** Returns the names of those that can send a wire's requests. */
  on(wire: WireName): string[] {
    const { names, programs } = this.#plan
    const isText = this.#requestOn(wire).bytes === undefined
    return names.filter(
      (name) => isText || !programs.some((each) => each.name === name && each.textOnly),
    )
  }

  /** Returns our generator, which also warms servers up. */
  builtin(wire: WireName): Promise<LoadSession> {
    return this.#builtin.of(wire)
  }

  /**
   * Returns a session for one load.
   * @param rate requests/s that the server has shown, for generators that send no number of requests
   */
  async of(name: string, wire: WireName, rate: number): Promise<FiguringSession> {
    const { programs, amount } = this.#plan
    const seconds =
      'seconds' in amount ? amount.seconds : Math.max(SHORTEST, amount.requests / rate)
    const program = programs.find((each) => each.name === name)
    if (name === BUILTIN || !program) return builtinSession(await this.builtin(wire), seconds)
    return programSession(program, {
      ...this.#plan,
      amount: program.counts ? amount : { seconds: Math.max(1, Math.round(seconds)) },
      request: this.#requestOn(wire),
      scratch: this.#scratch.path,
    })
  }

  /** Returns the request that programs repeat. */
  #requestOn(wire: WireName): HttpRequest {
    const { scenario, seed } = this.#plan
    const plan = { scenario: scenario.name, wire, connections: 1, seed }
    const request = this.#requests.get(wire) ?? (prepareRequests(plan, 1)[0] as HttpRequest)
    this.#requests.set(wire, request)
    return request
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#builtin[Symbol.asyncDispose]()
    this.#scratch[Symbol.dispose]()
  }
}
