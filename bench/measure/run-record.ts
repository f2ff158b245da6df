/**
 * What is kept of a run while it goes on: what was known at its beginning, and each round that is over. The result is a
 * function of that alone, so that it is the same whether the run was interrupted or not.
 */
import { z } from 'zod'
import { fitTrials, type TrialsByServer } from '../../shared/result/fit.ts'
import {
  RESULT_VERSION,
  Result,
  type ServerResult,
  type Summary,
  type UnsealedResult,
} from '../../shared/result/format.ts'
import { type Repeat, RunLength } from '../../shared/result/repeats.ts'
import { summarizeAll } from '../../shared/result/summary.ts'
import { judgeOutliers } from '../../shared/result/verdicts.ts'
import type { Scenario } from '../../shared/scenarios/scenario.ts'
import { disclosureFor } from '../contenders/concerns.ts'
import type { Server } from '../contenders/servers.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { BASELINE, COPY, type RunPlan } from './run-plan.ts'

const ServerShape = Result.shape.servers.element
const { trials, behaviours, refusal } = ServerShape.shape

export const RunDescription = Result.pick({
  scenario: true,
  startedAt: true,
  quick: true,
  protocol: true,
  environment: true,
  source: true,
  notInstalled: true,
}).extend({
  length: RunLength,
  /** In the order of the result, with the baseline's copy. */
  servers: z.array(ServerShape.omit({ trials: true, behaviours: true, refusal: true, summary: true })),
})

export const FinishedRound = z.strictObject({
  /** Counted from 1. */
  repeat: z.int().min(1),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  groups: Result.shape.rounds.element,
  /** In the order in which they ended. */
  trials: z.array(z.strictObject({ server: z.string(), trial: trials.element, behaviours })),
  /** Of the round, and of builds since the round before. */
  refusals: z.array(z.strictObject({ server: z.string(), refusal: refusal.unwrap() })),
})

export type RunDescription = z.infer<typeof RunDescription>
export type FinishedRound = z.infer<typeof FinishedRound>

export interface RunRecord {
  description: RunDescription
  rounds: FinishedRound[]
  /** Refusals that belong to no finished round. */
  refusals: FinishedRound['refusals']
  /** When the run was gone on with, in ISO 8601. */
  resumed: string[]
}

/** The record of a run that begins now. */
export function beginRecord(plan: RunPlan): RunRecord {
  const { scenario, servers, protocol, quick, pinning, generator, notInstalled } = plan
  const description: RunDescription = {
    scenario: scenario.name,
    startedAt: new Date().toISOString(),
    quick,
    protocol,
    length: {
      repeats: plan.repeats?.number ?? 1,
      pauseSeconds: plan.repeats?.pauseSeconds ?? 0,
      until: plan.until ?? null,
    },
    environment: plan.hosts?.environment ?? describeEnvironment(pinning, runtimesOf(servers), generator.version()),

    source: describeSource(),
    servers: servers.map((server) => describeServer(scenario, server)),
    notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
  }
  return { description, rounds: [], refusals: [], resumed: [] }
}

export function describeServer(scenario: Scenario, server: Server): RunDescription['servers'][number] {
  const { manifest } = server
  return {
    name: server.name,
    displayName: manifest.name ?? server.name,
    version: server.version,
    runtime: server.runtime.name,
    runtimeVersion: server.runtime.version,
    ...disclosureFor(manifest, scenario),
    packages: server.packages,
  }
}

export function runtimesOf(servers: readonly Server[]): Runtime[] {
  return [...new Map(servers.map(({ runtime }) => [runtime.name, runtime])).values()]
}

/** What a server has come to so far. */
export type ServerRecord = Pick<ServerResult, 'trials' | 'behaviours' | 'refusal'>

/** By the servers' names; the trials are copies that may be judged. */
export function serverRecords({ description, rounds, refusals }: RunRecord): Map<string, ServerRecord> {
  const records = new Map(
    description.servers.map(({ name }): [string, ServerRecord] => [
      name,
      { trials: [], behaviours: [], refusal: null },
    ]),
  )
  for (const { server, trial, behaviours: seen } of rounds.flatMap((round) => round.trials)) {
    const record = records.get(server)
    record?.trials.push({ ...trial, verdicts: [...trial.verdicts] })
    if (record && seen.length > 0) record.behaviours = seen
  }
  for (const { server, refusal: reason } of [...rounds.flatMap((round) => round.refusals), ...refusals]) {
    const record = records.get(server)
    if (record) record.refusal = reason
  }
  return records
}

/**
 * Of the servers that have not been refused, by their names.
 * @param records of the servers, where they have been made already
 */
export function summarize(record: RunRecord, records = serverRecords(record)): Map<string, Summary> {
  return summarizeAll(measuredTrials(records), BASELINE, COPY, { repeatOf: repeatIn(record) })
}

const repeatIn = (record: RunRecord) => (round: number) => record.rounds[round - 1]?.repeat ?? 1

function measuredTrials(records: ReadonlyMap<string, ServerRecord>): TrialsByServer {
  const measured = [...records].filter(([, { refusal: reason }]) => reason === null)
  return new Map(measured.map(([name, record]) => [name, record.trials]))
}

/** The result of the rounds that there are. */
export function resultOf(record: RunRecord): UnsealedResult {
  const { description, rounds, resumed } = record
  const records = serverRecords(record)
  judgeOutliers(fitTrials(measuredTrials(records), { repeatOf: repeatIn(record) }))
  const summaries = summarize(record, records)
  const servers = description.servers.map((server): ServerResult => {
    const { name } = server
    return { ...server, ...(records.get(name) as ServerRecord), summary: summaries.get(name) ?? null }
  })
  return {
    schemaVersion: RESULT_VERSION,
    ...description,
    finishedAt: rounds.at(-1)?.finishedAt ?? new Date().toISOString(),
    baseline: BASELINE,
    rounds: rounds.map(({ groups }) => groups),
    repeats: repeatsIn(rounds),
    resumed,
    servers: servers.filter(({ name }) => name !== COPY),
    copy: servers.find(({ name }) => name === COPY) ?? null,
  }
}

function repeatsIn(rounds: readonly FinishedRound[]): Repeat[] {
  const numbered = rounds.map((round, index) => ({ ...round, number: index + 1 }))
  return [...Map.groupBy(numbered, ({ repeat }) => repeat).values()].map((own) => {
    const [first, last] = [own[0], own.at(-1)] as [(typeof own)[number], (typeof own)[number]]
    return {
      startedAt: first.startedAt,
      finishedAt: last.finishedAt,
      rounds: { first: first.number, last: last.number },
    }
  })
}
