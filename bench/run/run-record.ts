/** A run in progress: its protocol, and each finished round. */
import type { Scenario } from '../../shared/contract/scenario.ts'
import type { Disqualification, Result, ServerResult } from '../../shared/format/format.ts'
import { codeDigest } from '../folders/code-digest.ts'
import { identityOf } from '../folders/identity.ts'
import { disclosureFor } from '../folders/manifest-scope.ts'
import type { Server } from '../folders/servers.ts'
import type { Runtime } from '../machine/runtimes.ts'
import { BASELINE, type RunPlan } from './run-plan.ts'

export type RunRecord = Pick<Result, 'protocol' | 'details' | 'subjects'>

/** Returns the empty record of a run that begins now. */
export function beginRecord({ scenario, servers, protocol, stop, quick }: RunPlan): RunRecord {
  return {
    protocol: { ...protocol, rounds: stop.rounds },
    details: {
      quick,
      baseline: BASELINE,
      health: null,
      ...(stop.kind === 'precision' && {
        until: { halfWidth: stop.halfWidth, maxSeconds: stop.maxSeconds },
      }),
      rounds: [],
      resumed: [],
    },
    subjects: servers.map((server) => describeServer(scenario, server)),
  }
}

function describeServer(scenario: Scenario, server: Server): ServerResult {
  return {
    ...identityOf(server),
    code: codeDigest(server),
    part: '',
    details: {
      ...disclosureFor(server.manifest, scenario),
      packages: server.packages,
      behaviours: [],
    },
    disqualified: null,
    samples: [],
    summary: null,
  }
}

export function runtimesOf(servers: readonly Pick<Server, 'runtime'>[]): Runtime[] {
  return [...new Map(servers.map(({ runtime }) => [runtime.label, runtime])).values()]
}

/** Returns a server's part of the record. */
export function recordOf({ subjects }: RunRecord, name: string): ServerResult {
  return subjects.find((server) => server.name === name) as ServerResult
}

/** Disqualifies a server for the rest of the run. */
export function disqualify(
  record: RunRecord,
  name: string,
  { round, phase, reason }: Disqualification,
): void {
  Object.assign(recordOf(record, name), { disqualified: reason, failedIn: { round, phase } })
}
