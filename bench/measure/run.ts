/** A run: rounds of every chosen server until there are enough; the outcome is one result. */

import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { createRandom, type Random } from '../../shared/basics/random.ts'
import type { Calibration } from '../../shared/result/calibration.ts'
import { fitTrials, type TrialsByServer } from '../../shared/result/fit.ts'
import {
  type Protocol,
  RESULT_VERSION,
  type Refusal,
  type ServerResult,
  type Summary,
  type UnsealedResult,
} from '../../shared/result/format.ts'
import { halfWidth } from '../../shared/result/intervals.ts'
import { summarizeAll } from '../../shared/result/summary.ts'
import { judgeOutliers } from '../../shared/result/verdicts.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { buildServer } from '../contenders/build.ts'
import { disclosureFor } from '../contenders/concerns.ts'
import type { Limits } from '../contenders/server-process.ts'
import type { MissingServer, Server } from '../contenders/servers.ts'
import type { LoadGenerator } from '../load/generator.ts'
import { type Pinning, pinSelf } from '../machine/cpus.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { dealGroups, type RoundObserver, runRound } from './round.ts'

/** The server that others are compared with. */
export const BASELINE = 'http-node'
/** Name of the baseline's second copy in an A/A run. */
export const COPY = `${BASELINE}.copy`

/** The servers, with the baseline once more under another name. */
export function withCopy(servers: Server[]): Server[] {
  const baseline = servers.find(({ name }) => name === BASELINE)
  if (!baseline) throw new UsageError(`--aa measures ${BASELINE} twice: it must be one of the servers`)
  return [...servers, { ...baseline, name: COPY }]
}

export interface RunPlan {
  scenario: Scenario
  servers: Server[]
  notInstalled: MissingServer[]
  protocol: Protocol
  generator: LoadGenerator
  pinning: Pinning
  calibration: Calibration | null
  quick: boolean
  /** Further rounds until every ratio's interval is that narrow: 0.01 is ±1%. */
  until?: { halfWidth: number; maxSeconds: number } | undefined
  limits?: Limits
}

export interface RunObserver extends RoundObserver {
  buildBegins(server: Server): void
  roundBegins(round: number, servers: readonly Server[]): void
  /** @param open servers whose ratio is not yet as sure as was asked for */
  roundEnds(round: number, open: readonly string[]): void
}

/** A server's part of the result while it grows. */
type ServerRecord = Pick<ServerResult, 'trials' | 'behaviours' | 'refusal'>

/** Measures. A server that fails once is refused for the rest of the run, and the others go on. */
export async function run(plan: RunPlan, observer: RunObserver): Promise<UnsealedResult> {
  const { scenario, servers, protocol, generator, pinning } = plan
  const startedAt = new Date()
  const source = describeSource()
  pinSelf(pinning.generator)
  const random = createRandom(protocol.seed)
  const records = new Map<Server, ServerRecord>()
  for (const server of servers) records.set(server, { trials: [], behaviours: [], refusal: null })

  for (const server of servers) {
    observer.buildBegins(server)
    try {
      await buildServer(server)
    } catch (error) {
      const refusal: Refusal = { round: 1, phase: 'start', reason: messageOf(error) }
      recordOf(records, server).refusal = refusal
      observer.refused(server, refusal)
    }
  }

  const rounds: string[][][] = []
  for (let round = 1; needsRound(plan, records, round, startedAt); round++) {
    const healthy = servers.filter((server) => !recordOf(records, server).refusal)
    if (healthy.length === 0) break
    const groups = drawGroups(healthy, protocol.groupSize, random)
    rounds.push(groups.map((group) => group.map(({ name }) => name)))
    observer.roundBegins(round, healthy)
    const observes = (server: Server) => recordOf(records, server).behaviours.length === 0
    const { trials, refusals } = await runRound({ ...plan, groups, round, random, observes }, observer)
    for (const { server, trial, behaviours } of trials) {
      const record = recordOf(records, server)
      record.trials.push(trial)
      if (behaviours.length > 0) record.behaviours = behaviours
    }
    for (const [server, refusal] of refusals) recordOf(records, server).refusal = refusal
    observer.roundEnds(round, openServers(plan, records))
  }

  judgeOutliers(fitTrials(measuredTrials(records)))
  const summaries = summarize(records)
  const serverResults = servers.map((server) => serverResult(scenario, server, recordOf(records, server), summaries))
  return {
    schemaVersion: RESULT_VERSION,
    scenario: scenario.name,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    quick: plan.quick,
    baseline: BASELINE,
    protocol,
    environment: describeEnvironment(pinning, runtimesOf(servers), generator.version()),
    calibration: plan.calibration,
    source,
    rounds,
    servers: serverResults.filter(({ name }) => name !== COPY),
    copy: serverResults.find(({ name }) => name === COPY) ?? null,
    notInstalled: plan.notInstalled.map(({ name, install }) => ({ name, install })),
  }
}

/** The round's groups, drawn anew in each: the baseline in every one, and in each a random order. */
function drawGroups(servers: readonly Server[], size: number, random: Random): Server[][] {
  const [baseline, others] = [true, false].map((is) => servers.filter(({ name }) => (name === BASELINE) === is))
  return dealGroups(baseline ?? [], random.shuffle(others ?? []), size).map((group) => random.shuffle(group))
}

/** The plan's rounds, and then more of them as long as an answer is not sure enough and there is time. */
function needsRound(plan: RunPlan, records: Map<Server, ServerRecord>, round: number, startedAt: Date): boolean {
  if (round <= plan.protocol.rounds) return true
  if (!plan.until || (Date.now() - startedAt.getTime()) / 1000 >= plan.until.maxSeconds) return false
  return openServers(plan, records).length > 0
}

/** Servers whose ratio is not as sure as the plan asks for. */
function openServers({ until }: RunPlan, records: Map<Server, ServerRecord>): string[] {
  if (!until) return []
  return [...summarize(records)]
    .filter(([, { ratioToBaseline }]) => ratioToBaseline && !isSureEnough(ratioToBaseline, until.halfWidth))
    .map(([name]) => name)
}

function isSureEnough({ ratio, low, high }: NonNullable<Summary['ratioToBaseline']>, asked: number): boolean {
  return low !== null && high !== null && halfWidth({ ratio, low, high }) <= asked
}

function summarize(records: Map<Server, ServerRecord>): Map<string, Summary> {
  return summarizeAll(measuredTrials(records), BASELINE, COPY)
}

/** Trials of the servers that have a number. */
function measuredTrials(records: Map<Server, ServerRecord>): TrialsByServer {
  const measured = [...records].filter(([, { refusal }]) => refusal === null)
  return new Map(measured.map(([{ name }, { trials }]) => [name, trials]))
}

function recordOf(records: Map<Server, ServerRecord>, server: Server): ServerRecord {
  return records.get(server) as ServerRecord
}

function serverResult(
  scenario: Scenario,
  server: Server,
  record: ServerRecord,
  summaries: Map<string, Summary>,
): ServerResult {
  const { manifest } = server
  return {
    name: server.name,
    displayName: manifest.name ?? server.name,
    version: server.version,
    runtime: server.runtime.name,
    runtimeVersion: server.runtime.version,
    ...disclosureFor(manifest, scenario),
    packages: server.packages,
    ...record,
    summary: summaries.get(server.name) ?? null,
  }
}

function runtimesOf(servers: readonly Server[]): Runtime[] {
  return [...new Map(servers.map(({ runtime }) => [runtime.name, runtime])).values()]
}
