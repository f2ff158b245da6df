/** The result file of a run in progress: its conditions, and each finished round. */
import { isDeepStrictEqual } from 'node:util'
import type { Scenario } from '../../shared/contract/scenario.ts'
import {
  RESULT_VERSION,
  type ServerResult,
  type Summary,
  type UnsealedResult,
} from '../../shared/format/format.ts'
import { summarizeAll } from '../../shared/results/summary.ts'
import { codeDigest } from '../folders/code-digest.ts'
import { disclosureFor } from '../folders/concerns.ts'
import { identityOf } from '../folders/identity.ts'
import type { Server } from '../folders/servers.ts'
import { VERSION } from '../load/builtin/builtin.ts'
import { describeEnvironment, describeSource } from '../machine/environment.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { BASELINE, type RunPlan } from './run-plan.ts'

/** Returns the empty record of a run that begins now. */
export function beginRecord(plan: RunPlan): UnsealedResult {
  const { scenario, servers, protocol, stop, quick, pinning, notInstalled } = plan
  const startedAt = new Date().toISOString()
  return {
    schemaVersion: RESULT_VERSION,
    scenario: scenario.name,
    startedAt,
    finishedAt: startedAt,
    quick,
    baseline: BASELINE,
    protocol: { ...protocol, rounds: stop.rounds },
    environment: describeEnvironment(pinning, runtimesOf(servers), VERSION),
    health: null,
    source: describeSource(),
    ...(stop.kind === 'precision' && {
      until: { halfWidth: stop.halfWidth, maxSeconds: stop.maxSeconds },
    }),
    rounds: [],
    resumed: [],
    servers: servers.map((server) => describeServer(scenario, server)),
    notInstalled: notInstalled.map(({ name, install }) => ({ name, install })),
  }
}

function describeServer(scenario: Scenario, server: Server): ServerResult {
  return {
    ...identityOf(server),
    ...disclosureFor(server.manifest, scenario),
    packages: server.packages,
    digest: codeDigest(server),
    behaviours: [],
    trials: [],
    disqualified: null,
    summary: null,
  }
}

export function runtimesOf(servers: readonly Pick<Server, 'runtime'>[]): Runtime[] {
  return [...new Map(servers.map(({ runtime }) => [runtime.label, runtime])).values()]
}

/** Returns all records by server name. */
export function recordsOf({ servers }: Pick<UnsealedResult, 'servers'>): Map<string, ServerResult> {
  return new Map(servers.map((server) => [server.name, server]))
}

/** Returns summaries by server name, without disqualified servers. */
export function summarize(record: UnsealedResult): Map<string, Summary> {
  const measured = [...recordsOf(record)].filter(([, { disqualified }]) => disqualified === null)
  return summarizeAll(new Map(measured.map(([name, { trials }]) => [name, trials])), BASELINE)
}

/** Adds the summaries to the record of a finished run. */
export function completeRecord(record: UnsealedResult): void {
  const summaries = summarize(record)
  for (const [name, server] of recordsOf(record)) server.summary = summaries.get(name) ?? null
}

export type Conditions = Pick<UnsealedResult, 'environment' | 'source'>

/** Conditions that differ between boots of the same machine, or are measured again. */
const UNCHECKED = new Set(['memoryBytes', 'boot'])

/** Returns the names of what differs in machine and sources between two measurements. */
export function changedConditions(old: Conditions, now: Conditions): string[] {
  const machine = Object.entries(old.environment)
    .filter(
      ([key, value]) =>
        !UNCHECKED.has(key) && !isSame(value, now.environment[key as keyof typeof now.environment]),
    )
    .map(([key]) => key)
  return [
    ...machine,
    ...(old.source.commit === now.source.commit ? [] : ['commit']),
    ...(old.source.clean === now.source.clean ? [] : ['uncommitted changes']),
  ]
}

/** Compares two values as JSON. */
function isSame(one: unknown, other: unknown): boolean {
  const [first, second] = [one, other].map((value) => JSON.parse(JSON.stringify(value ?? null)))
  return isDeepStrictEqual(first, second)
}
