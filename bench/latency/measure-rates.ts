/**
 * Latencies at rates: fresh processes of every server in each round, in small groups. First come the rates that all servers
 * have; the maxima that were taken meanwhile say which rates are the shares of them, and those have rounds of their own. The servers of a group stand ready
 * together and are loaded in turns of random order, a slice at a rate each, so that what the machine does in these seconds
 * falls on all of them alike; and none stands idle for so long that its runtime throws compiled code away.
 */
import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { LatencyProtocol, Maximum } from '../../shared/result/latency.ts'
import type { MeasuredPoint, MeasuredProcess } from '../../shared/result/latency-measured.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import type { Server } from '../contenders/servers.ts'
import { TrialFailure } from '../contenders/trial-failure.ts'
import type { Pinning } from '../machine/cpus.ts'
import { dealGroups } from '../measure/round.ts'
import { LatencyTrial, type LoadedRate, openSessions } from './latency-trial.ts'
import { pointsAtRates, pointsAtShares, roundsOf, slicesAt } from './rates.ts'

export interface RatesPlan {
  scenario: Scenario
  servers: readonly Server[]
  protocol: LatencyProtocol
  pinning: Pinning
}

export interface RatesObserver {
  roundBegins(round: number): Promise<void>
  /** A process of the server has been measured. */
  measured(server: Server, round: number, record: RatesRecord): void
  refused(server: Server, reason: string): void
}

/** What is known of a server. */
export interface RatesRecord {
  maxima: Maximum[]
  points: MeasuredPoint[]
  refusal: string | null
}

const LARGEST_SEED = 2 ** 31 - 1
/** How often a slice is loaded once more where the generator stood still or others had the CPUs. */
const REPEATS = 2

/** Measures; a server that fails is refused for the rest, and the others go on. Whatever happens, no process is left. */
export async function measureRates(plan: RatesPlan, observer: RatesObserver): Promise<Map<Server, RatesRecord>> {
  const { servers, protocol } = plan
  const random = createRandom(protocol.seed)
  const records = new Map<Server, RatesRecord>(
    servers.map((server) => [server, { maxima: [], points: [], refusal: null }]),
  )
  for (let round = 1; round <= roundsOf(protocol); round++) {
    await observer.roundBegins(round)
    if (round === protocol.rounds + 1) addShares(protocol, records)
    const sessions = openSessions({ ...plan, ...protocol, cpus: plan.pinning.generator, random })
    try {
      for (const group of dealGroups([], random.shuffle(servers), protocol.groupSize)) {
        const ready = group.filter((server) => records.get(server)?.refusal === null)
        await new Group({ ...plan, round, random, sessions, records, observer }).run(ready)
      }
    } finally {
      await sessions.close()
    }
  }
  return records
}

function addShares(protocol: LatencyProtocol, records: ReadonlyMap<Server, RatesRecord>): void {
  for (const { maxima, points, refusal } of records.values()) {
    if (refusal !== null) continue
    const rates = maxima.map(({ requestsPerSecond }) => requestsPerSecond)
    points.push(...pointsAtShares(protocol, rates))
  }
}

interface GroupPlan extends RatesPlan {
  round: number
  random: Random
  sessions: ReturnType<typeof openSessions>
  records: Map<Server, RatesRecord>
  observer: RatesObserver
}

/** A slice that is still to be loaded. */
interface Due {
  server: Server
  point: MeasuredPoint
}

class Group {
  readonly #plan: GroupPlan
  readonly #trials = new Map<Server, LatencyTrial>()

  constructor(plan: GroupPlan) {
    this.#plan = plan
  }

  async run(servers: readonly Server[]): Promise<void> {
    const { round, observer } = this.#plan
    try {
      for (const server of servers) await this.#step(server, () => this.#start(server))
      let due = this.#slicesDue()
      for (let time = 0; time <= REPEATS && due.length > 0; time++) {
        due = await this.#load(due, time === REPEATS)
      }
      for (const [server, trial] of this.#trials) {
        await this.#step(server, async () => {
          await trial.finish()
          observer.measured(server, round, this.#record(server))
        })
      }
    } finally {
      for (const trial of this.#trials.values()) await trial.abandon()
    }
  }

  /** A step of one server's; where it fails, the server is out of the run. */
  async #step(server: Server, step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (!(error instanceof TrialFailure)) throw error
      this.#record(server).refusal = error.message
      this.#plan.observer.refused(server, error.message)
      await this.#trials.get(server)?.abandon()
      this.#trials.delete(server)
    }
  }

  #record(server: Server): RatesRecord {
    return this.#plan.records.get(server) as RatesRecord
  }

  async #start(server: Server): Promise<void> {
    const { scenario, pinning, protocol, round, random, sessions } = this.#plan
    const seed = random.integer(0, LARGEST_SEED)
    const trial = await LatencyTrial.start({ server, scenario, pinning, connections: protocol.connections, seed })
    this.#trials.set(server, trial)
    const maximum = await trial.maximum(await sessions.of(server.manifest.wire), protocol)
    const record = this.#record(server)
    record.maxima.push({ round, ...maximum })
    if (round === 1) record.points = pointsAtRates(protocol, maximum.requestsPerSecond)
    for (const { processes } of this.#points(server)) processes.push({ round, slices: [], refused: [] })
  }

  /** Points that are loaded in this round. */
  #points(server: Server): MeasuredPoint[] {
    const { round, protocol } = this.#plan
    const hasShares = round > protocol.rounds
    return this.#record(server).points.filter(
      ({ skipped, share }) => skipped === null && (share !== null) === hasShares,
    )
  }

  /** Turn by turn: in each a slice of every server, at a rate of its own. */
  #slicesDue(): Due[] {
    const { random, protocol } = this.#plan
    const ofServers = [...this.#trials.keys()].map((server) => {
      return random.shuffle(
        this.#points(server).flatMap((point): Due[] =>
          Array.from({ length: slicesAt(point.rate, protocol) }, () => ({ server, point })),
        ),
      )
    })
    const turns = Math.max(0, ...ofServers.map(({ length }) => length))
    return Array.from({ length: turns }, (_, turn) =>
      random.shuffle(ofServers.flatMap((due) => due[turn] ?? [])),
    ).flat()
  }

  /** @returns the slices that must be loaded once more, none the last time */
  async #load(due: readonly Due[], isLast: boolean): Promise<Due[]> {
    const { protocol, random, sessions } = this.#plan
    const again: Due[] = []
    for (const each of due) {
      const { server, point } = each
      const trial = this.#trials.get(server)
      if (!trial) continue
      await this.#step(server, async () => {
        const { arrivals, sliceSeconds: seconds } = protocol
        const load = { arrivals, rate: point.rate, seconds, seed: random.integer(0, LARGEST_SEED) }
        const session = await sessions.of(server.manifest.wire)
        if (!this.#keep(point, await trial.atRate(session, load), isLast)) again.push(each)
      })
    }
    return again
  }

  /** Whether the slice counts: a noisy one only where there is no better one to be had. */
  #keep(point: MeasuredPoint, { slice, late }: LoadedRate, isLast: boolean): boolean {
    const process = point.processes.at(-1) as MeasuredProcess
    if (late !== null) process.refused.push(late)
    else if (slice.noise === null || isLast) process.slices.push(slice)
    return late === null && slice.noise === null
  }
}
