/** A run: every chosen server, round by round, in an order drawn anew each round; the outcome is one result. */
import { createRandom } from '../shared/random.ts'
import type { Scenario } from '../shared/scenario.ts'
import { buildServer } from './build.ts'
import { detectPinning, pinSelf } from './cpus.ts'
import { describeEnvironment, describeSource } from './environment.ts'
import { messageOf, TrialFailure } from './errors.ts'
import type { LoadGenerator } from './generators/generator.ts'
import { type Protocol, type Refusal, type Result, SCHEMA_VERSION, type ServerResult } from './result.ts'
import type { Runtime } from './runtimes.ts'
import type { Limits } from './server-process.ts'
import type { MissingServer, Server } from './servers.ts'
import { rounded } from './statistics.ts'
import { summarize } from './summary.ts'
import { runTrial, type TrialProgress } from './trial.ts'

/** The server that others are compared with. */
export const BASELINE = 'http-node'

export interface RunPlan {
  scenario: Scenario
  servers: Server[]
  notInstalled: MissingServer[]
  protocol: Protocol
  generator: LoadGenerator
  quick: boolean
  limits?: Limits
}

/** Told of everything that happens, in order. */
export interface RunObserver {
  trialBegins(server: Server, round: number, trialsLeft: number): void
  phase(...progress: Parameters<TrialProgress>): void
  trialEnds(server: Server, trial: ServerResult['trials'][number]): void
  refused(server: Server, refusal: Refusal): void
}

/** A server's part of the result while it grows. */
type Record = Pick<ServerResult, 'trials' | 'behaviours' | 'refusal'>

/** Measures. A server that fails once is refused for the rest of the run, and the others go on. */
export async function run(plan: RunPlan, observer: RunObserver): Promise<Result> {
  const { scenario, servers, protocol, generator } = plan
  const startedAt = new Date()
  const pinning = detectPinning()
  const source = describeSource()
  pinSelf(pinning.generator)
  const random = createRandom(protocol.seed)
  const records = new Map<Server, Record>()
  for (const server of servers) records.set(server, { trials: [], behaviours: [], refusal: null })
  const refuse = (server: Server, refusal: Refusal) => {
    recordOf(records, server).refusal = refusal
    observer.refused(server, refusal)
  }

  for (const server of servers) {
    try {
      buildServer(server)
    } catch (error) {
      refuse(server, { round: 1, phase: 'start', reason: messageOf(error) })
    }
  }

  const rounds: string[][] = []
  for (let round = 1; round <= protocol.rounds; round++) {
    const order = random.shuffle(servers.filter((server) => !recordOf(records, server).refusal))
    rounds.push(order.map(({ name }) => name))
    for (const [index, server] of order.entries()) {
      const record = recordOf(records, server)
      observer.trialBegins(server, round, order.length - index + order.length * (protocol.rounds - round))
      const observe = record.behaviours.length === 0
      const trialPlan = { ...plan, server, pinning, round, position: index + 1, observe }
      try {
        const { trial, behaviours } = await runTrial(trialPlan, (phase, rate) => observer.phase(phase, rate))
        record.trials.push(rounded(trial))
        if (observe) record.behaviours = behaviours
        observer.trialEnds(server, trial)
      } catch (error) {
        if (!(error instanceof TrialFailure)) throw error
        refuse(server, { round, phase: error.phase, reason: error.message })
      }
    }
  }

  const baseline = servers.find(({ name }) => name === BASELINE)
  const baselineTrials = baseline ? recordOf(records, baseline).trials : []
  return {
    schemaVersion: SCHEMA_VERSION,
    scenario: scenario.name,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    quick: plan.quick,
    baseline: BASELINE,
    protocol,
    environment: describeEnvironment(pinning, runtimesOf(servers), generator.version()),
    source,
    rounds,
    servers: servers.map((server) => serverResult(server, recordOf(records, server), baselineTrials)),
    notInstalled: plan.notInstalled.map(({ name, install }) => ({ name, install })),
  }
}

function recordOf(records: Map<Server, Record>, server: Server): Record {
  return records.get(server) as Record
}

function serverResult(server: Server, record: Record, baseline: ServerResult['trials']): ServerResult {
  const { manifest } = server
  return {
    name: server.name,
    displayName: manifest.name ?? server.name,
    version: server.version,
    runtime: server.runtime.name,
    runtimeVersion: server.runtime.version,
    wire: manifest.wire,
    router: manifest.router,
    validation: manifest.validation,
    description: manifest.description,
    notes: manifest.notes,
    knownDeviations: manifest.knownDeviations,
    packages: server.packages,
    ...record,
    summary: record.refusal ? null : summarize(record.trials, baseline),
  }
}

function runtimesOf(servers: readonly Server[]): Runtime[] {
  return [...new Map(servers.map(({ runtime }) => [runtime.name, runtime])).values()]
}
