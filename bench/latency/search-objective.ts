/**
 * The highest rate within an objective, such as p99 < 20 ms: searched in one process of a server, then tried again in fresh
 * ones, since the search has seen every rate once. A rate that the server does not hold does not pass, whatever the answers
 * that came had for latency.
 */
import { createRandom } from '../../shared/basics/random.ts'
import {
  type LatencyProtocol,
  type Objective,
  QUANTILES,
  type Search,
  type SearchStep,
} from '../../shared/result/latency.ts'
import { quantileOf } from '../../shared/result/latency-histogram.ts'
import { latenciesOf, type MeasuredSlice } from '../../shared/result/latency-measured.ts'
import { failureOf } from '../../shared/result/latency-summary.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import type { OpenSession } from '../load/open.ts'
import type { Pinning } from '../machine/cpus.ts'
import { LatencyTrial } from './latency-trial.ts'
import type { RatesRecord } from './measure-rates.ts'
import { searchRate } from './search.ts'
import { Sessions } from './sessions.ts'

/** Requests/s. */
const FIRST = 1_000
const LEAST = 100
/** Of its maximum by a closed loop a server can't hold more, but by the noise of that. */
const MOST = 1.2
/** The best rate and the next one are no further apart. */
const RATIO = 1.05
/** Fresh processes in which both are tried again. */
const AGAIN = 5
/** How often a slice is loaded once more where the generator was late or others had the CPUs. */
const REPEATS = 3
const LARGEST_SEED = 2 ** 31 - 1

export interface ObjectivePlan {
  scenario: Scenario
  servers: readonly Server[]
  protocol: LatencyProtocol
  pinning: Pinning
  objective: Objective
  records: Map<Server, RatesRecord>
}

export interface ObjectiveObserver {
  found(server: Server, search: Search): void
  refused(server: Server, reason: string): void
}

/** @returns of each server that was not refused; one that fails here is refused in its record */
export async function searchAll(plan: ObjectivePlan, observer: ObjectiveObserver): Promise<Map<Server, Search>> {
  const { servers, records, protocol, pinning } = plan
  const random = createRandom(~protocol.seed)
  const searches = new Map<Server, Search>()
  for (const server of servers) {
    const record = records.get(server)
    if (!record || record.refusal !== null) continue
    const sessions = new Sessions({ ...plan, ...protocol, cpus: pinning.generator, random })
    try {
      const looks = new Looks(
        plan,
        server,
        () => sessions.of(server),
        () => random.integer(0, LARGEST_SEED),
      )
      const search = await searchOf(looks, record)
      searches.set(server, search)
      observer.found(server, search)
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      record.refusal = error.message
      observer.refused(server, error.message)
    } finally {
      await sessions.close()
    }
  }
  return searches
}

async function searchOf(looks: Looks, { maxima }: RatesRecord): Promise<Search> {
  const maximum = Math.max(...maxima.map(({ requestsPerSecond }) => requestsPerSecond))
  const bounds = { first: FIRST, least: LEAST, most: Math.max(LEAST, Math.round(MOST * maximum)), ratio: RATIO }
  const { steps, best, next } = await looks.inProcess((look) => searchRate(look, bounds))
  const bestAgain: SearchStep[] = []
  const nextAgain: SearchStep[] = []
  for (let time = 1; time <= AGAIN; time++) {
    await looks.inProcess(async (look) => {
      // In turn, so that neither always comes into what the other one left.
      for (const rate of time % 2 === 0 ? [best, next] : [next, best]) {
        if (rate !== null) (rate === best ? bestAgain : nextAgain).push(await look(rate))
      }
    })
  }
  return { steps, best, next, bestAgain, nextAgain }
}

class Looks {
  readonly #plan: ObjectivePlan
  readonly #server: Server
  readonly #session: () => Promise<OpenSession>
  readonly #seed: () => number

  constructor(plan: ObjectivePlan, server: Server, session: () => Promise<OpenSession>, seed: () => number) {
    this.#plan = plan
    this.#server = server
    this.#session = session
    this.#seed = seed
  }

  /** Does something with a fresh process, which is warm and is ended afterwards. */
  async inProcess<T>(work: (look: (rate: number) => Promise<SearchStep>) => Promise<T>): Promise<T> {
    const { scenario, pinning, protocol } = this.#plan
    const { connections } = protocol
    const trial = await LatencyTrial.start({ server: this.#server, scenario, pinning, connections, seed: this.#seed() })
    try {
      await trial.maximum(await this.#session(), protocol)
      const done = await work((rate) => this.#look(trial, rate))
      await trial.finish()
      return done
    } finally {
      await trial.abandon()
    }
  }

  async #look(trial: LatencyTrial, rate: number): Promise<SearchStep> {
    const { arrivals, sliceSeconds: seconds } = this.#plan.protocol
    let why = ''
    for (let time = 0; time <= REPEATS; time++) {
      const { slice, late } = await trial.atRate(await this.#session(), { arrivals, rate, seconds, seed: this.#seed() })
      if (late === null && (slice.noise === null || time === REPEATS)) return stepOf(slice, rate, this.#plan.objective)
      why = late ?? why
    }
    throw new TrialFailure('generator', why)
  }
}

function stepOf(slice: MeasuredSlice, rate: number, { quantile, milliseconds }: Objective): SearchStep {
  const value = quantileOf(latenciesOf([slice]), QUANTILES[quantile])
  const held = failureOf([{ slices: [slice] }]) === null
  return { rate, value, held, passed: held && value !== null && value < milliseconds, noise: slice.noise }
}
