/**
 * Selects the stored runs of a scenario to pool. The rule does not look at figures, so runs cannot be chosen by outcome: every
 * run by the default protocol counts, unless the machine's health check failed. While all runs of a scenario are of such
 * machines, they are pooled as provisional. A server's runs are those of its newest code, packages and runtime, beside a baseline
 * of its newest ones.
 */
import type { Result, ServerResult } from '../format/format.ts'
import type { Stored } from '../format/stored-files.ts'
import { defaultsOf, LEAST_ROUNDS } from './default-protocol.ts'

export type StoredRun = Stored<Result>

/** Pooled runs of a scenario, the newest first. */
export interface PooledRuns {
  runs: StoredRun[]
  /** By server: runs with its newest identity, the newest first. */
  ofServer: Map<string, StoredRun[]>
  /** The same on unhealthy machines, where they are not pooled. */
  unhealthy: Map<string, StoredRun[]>
  /** Servers that only other runs have, with the newest of these. */
  outdated: Map<string, StoredRun>
}

/** Returns the reason why a run cannot be pooled, to follow its name; null if it can. */
export function whyNotPooled(result: Result): string | null {
  const { source, subjects: servers, protocol } = result
  const { quick, baseline, until, rounds } = result.details
  if (quick) return 'was made with --quick'
  if (protocol.workers) return 'was made with --workers'
  if (source.clean === false) return 'was made from sources with uncommitted changes'
  if (until) return 'was made with --until, which stops a run by its figures'
  if (rounds.length < LEAST_ROUNDS) return `has fewer than ${LEAST_ROUNDS} rounds`
  if (rounds.length !== protocol.rounds) return 'lacks rounds'
  if (!servers.some(({ name, summary }) => name === baseline && summary))
    return `has no number of ${baseline}`
  return null
}

/** Returns whether the machine's health check failed; such a run shows how machines differ. */
export const isUnhealthy = ({ details }: Pick<Result, 'details'>): boolean =>
  details.health?.healthy === false

/** Returns whether pooled runs are of unhealthy machines, since there are no others. */
export function isProvisional({ runs }: { runs: readonly StoredRun[] }): boolean {
  return runs.some(({ file }) => isUnhealthy(file))
}

/** Returns the number of requests that a run kept in flight on each connection. */
export function inFlightOf({ protocol }: Pick<Result, 'protocol'>): number {
  return protocol.pipelining ?? 1
}

/** Returns whether the load was that of a default run of its scenario, with any number of requests in flight. */
export function isDefault({ protocol, scenario }: Pick<Result, 'protocol' | 'scenario'>): boolean {
  const { pipelining: _, ...others } = protocol
  return conditionsOf(others) === conditionsOf({ ...defaultsOf(scenario), seed: 0 })
}

/** Returns the protocol without what may differ between pooled runs. */
function conditionsOf({ seed: _, rounds: __, ...protocol }: Result['protocol']): string {
  return JSON.stringify(Object.entries(protocol).sort())
}

/**
 * @param stored runs of one scenario
 * @param inFlight requests in flight on each connection: other runs are of another load
 * @returns undefined if none can be pooled
 */
export function runsToPool(stored: readonly StoredRun[], inFlight = 1): PooledRuns | undefined {
  const fit = stored
    .filter(({ file }) => whyNotPooled(file) === null && inFlightOf(file) === inFlight)
    .toSorted((a, b) => Date.parse(b.file.startedAt) - Date.parse(a.file.startedAt))
  const healthy = fit.filter(({ file }) => !isUnhealthy(file))
  const sound = healthy.length > 0 ? healthy : fit
  const runs = newestComplete([...Map.groupBy(sound, ({ file }) => setupOf(file)).values()])
  const [newest] = runs ?? []
  if (!runs || !newest) return undefined
  const others = fit.filter(
    (run) => !sound.includes(run) && setupOf(run.file) === setupOf(newest.file),
  )
  const names = [...namesOf(runs)]
  const outdated = [...namesOf(sound)].filter((name) => !names.includes(name))
  return {
    runs,
    ofServer: new Map(names.map((name) => [name, sameServer(runs, runs, name)])),
    unhealthy: new Map(names.map((name) => [name, sameServer(others, runs, name)])),
    outdated: new Map(outdated.map((name) => [name, withServer(sound, name)[0] as StoredRun])),
  }
}

/** Identifies the conditions that pooled runs must share: protocol and baseline. */
function setupOf({ protocol, subjects: servers, details: { baseline } }: Result): string {
  const reference = servers.find(({ name }) => name === baseline) as ServerResult
  return `${conditionsOf(protocol)} ${identityOf(reference)}`
}

/** Identifies a server's code, packages and runtime. */
export function identityOf(server: ServerResult): string {
  const { code, version, runtime, runtimeVersion, details } = server
  const packages = Object.entries(details.packages).sort()
  return JSON.stringify([code, version, runtime, runtimeVersion, packages])
}

/**
 * Returns the newest group of runs by the default protocol, else the newest of all. A few servers measured separately on another
 * runtime do not replace all others.
 */
function newestComplete(groups: readonly StoredRun[][]): StoredRun[] | undefined {
  const mostServers = Math.max(...groups.map((runs) => namesOf(runs).size))
  const complete = groups.filter((runs) => namesOf(runs).size >= mostServers / 2)
  return complete.find(([newest]) => newest && isDefault(newest.file)) ?? complete[0]
}

function namesOf(runs: readonly StoredRun[]): Set<string> {
  return new Set(runs.flatMap(({ file }) => file.subjects.map(({ name }) => name)))
}

export const serverIn = ({ file }: StoredRun, name: string) =>
  file.subjects.find((server) => server.name === name)

function withServer(runs: readonly StoredRun[], name: string): StoredRun[] {
  return runs.filter((run) => serverIn(run, name))
}

/** Returns the runs in which a server has the same identity as in the newest of `others` that has it. */
function sameServer(
  runs: readonly StoredRun[],
  others: readonly StoredRun[],
  name: string,
): StoredRun[] {
  const today = identityOf(serverIn(withServer(others, name)[0] as StoredRun, name) as ServerResult)
  return withServer(runs, name).filter(
    (run) => identityOf(serverIn(run, name) as ServerResult) === today,
  )
}
