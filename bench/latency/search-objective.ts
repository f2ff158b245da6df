/**
 * The highest rate within an objective, such as p99 < 20 ms: searched in one process of a server, then tried again in fresh
 * ones, since the search has seen every rate once, and moved until most of these pass at it and not above. A rate that the server does not hold
 * does not pass, whatever the answers that came had for latency. What is the generator's own only makes a latency longer: a
 * rate that passes has passed, and one that would pass without it is not told.
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
import { latenciesOf } from '../../shared/result/latency-measured.ts'
import { failureOf } from '../../shared/result/latency-summary.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import type { OpenSession } from '../load/open.ts'
import type { Pinning } from '../machine/cpus.ts'
import { LatencyTrial, type LoadedRate, openSessions } from './latency-trial.ts'
import type { RatesRecord } from './measure-rates.ts'
import { slicesAt } from './rates.ts'
import { searchRate } from './search.ts'

/** Requests/s. */
const FIRST = 1_000
const LEAST = 100
/** Of its maximum by a closed loop a server can't hold more, but by the noise of that. */
const MOST = 1.2
/** The best rate and the next one are no further apart. */
const RATIO = 1.05
/** Fresh processes in which both are tried again, and how many must pass. */
const AGAIN = 5
const PASSES = 4
/** How often the best rate is moved at the most. */
const MOVED = 10
/** How often a rate is loaded once more where the generator can't tell or others had the CPUs. */
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
    const sessions = openSessions({ ...plan, ...protocol, cpus: pinning.generator, random })
    try {
      const looks = new Looks(
        plan,
        server,
        () => sessions.of(server.manifest.wire),
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
  const again = await looks.again([best, next].filter((rate) => rate !== null))
  const found = { steps, best, next, bestAgain: again.get(best) ?? [], nextAgain: again.get(next) ?? [] }
  return confirmed(found, bounds.most, async (rate) => (await looks.again([rate])).get(rate) ?? [])
}

/**
 * The search with a best rate that passes in most processes, and a next one that does not: what one look saw may have been a
 * quiet moment of the machine or a loud one. Both are raised while the next one passes, or lowered until the best one does; it
 * is null where none did.
 * @param most requests/s that are looked at
 * @param again looks at a rate in fresh processes
 */
export async function confirmed(
  found: Search,
  most: number,
  again: (rate: number) => Promise<SearchStep[]>,
): Promise<Search> {
  let { best, next, bestAgain, nextAgain } = found
  const pass = (steps: readonly SearchStep[]) => steps.filter(({ passed }) => passed).length >= PASSES
  for (let time = 0; time < MOVED && next !== null && pass(nextAgain); time++) {
    ;[best, bestAgain] = [next, nextAgain]
    next = best < most ? Math.min(most, Math.round(best * RATIO)) : null
    nextAgain = next === null ? [] : await again(next)
  }
  for (let time = 0; best !== null && !pass(bestAgain); time++) {
    ;[next, nextAgain] = [best, bestAgain]
    best = time < MOVED && best > LEAST ? Math.max(LEAST, Math.round(best / RATIO)) : null
    bestAgain = best === null ? [] : await again(best)
  }
  return { ...found, best, next, bestAgain, nextAgain }
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

  /** Looks at rates in fresh processes, at all of them in each. */
  async again(rates: readonly number[]): Promise<Map<number | null, SearchStep[]>> {
    const seen = new Map<number | null, SearchStep[]>(rates.map((rate) => [rate, []]))
    for (let time = 1; rates.length > 0 && time <= AGAIN; time++) {
      await this.inProcess(async (look) => {
        // In turn, so that none always comes into what another one left.
        for (const rate of time % 2 === 0 ? rates : rates.toReversed()) seen.get(rate)?.push(await look(rate))
      })
    }
    return seen
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
    const { protocol, objective } = this.#plan
    const { arrivals, sliceSeconds: seconds } = protocol
    for (let time = 0; ; time++) {
      const loaded: LoadedRate[] = []
      for (let slice = 0; slice < slicesAt(rate, protocol); slice++) {
        loaded.push(await trial.atRate(await this.#session(), { arrivals, rate, seconds, seed: this.#seed() }))
      }
      const step = stepOf(loaded, rate, objective)
      if (step.passed || (step.told && step.noise === null) || time === REPEATS) return step
    }
  }
}

/** @param loaded slices at the rate, at least one */
export function stepOf(loaded: readonly LoadedRate[], rate: number, { quantile, milliseconds }: Objective): SearchStep {
  const slices = loaded.map(({ slice }) => slice)
  const [value, least] = (['latency', 'least'] as const).map((which) =>
    quantileOf(latenciesOf(slices, which), QUANTILES[quantile]),
  ) as [number | null, number | null]
  const isWithin = (figure: number | null) => figure !== null && figure < milliseconds
  const held = failureOf([{ slices }]) === null
  const passed = held && isWithin(value)
  const stoodStill = loaded.some(({ late }) => late !== null)
  return {
    rate,
    value,
    least,
    held,
    passed,
    told: passed || (!stoodStill && !(held && isWithin(least))),
    noise: slices.find(({ noise }) => noise !== null)?.noise ?? null,
  }
}
