/** Pools the published results of each scenario from the stored runs. */
import { ROOT } from '../basics/root.ts'
import type { Result } from '../format/format.ts'
import { storedMeasurements } from '../format/measurement-file.ts'
import { type Stored, withdrawnFrom, withoutWithdrawn } from '../format/stored-files.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { defaultsOf } from './default-protocol.ts'
import { runFiles } from './file.ts'
import { inFlightOf, isDefault, runsToPool, type StoredRun } from './pool-rule.ts'
import { type PooledResult, pooledResult, runsOfOthers } from './pooled-result.ts'

/** A scenario's pooled runs. */
export interface Published {
  result: PooledResult
  /** The same with more requests in flight on each connection, the fewest first. */
  pipelined: PooledResult[]
  /** Reasons of withdrawn servers that were not measured again, by name. */
  withdrawn: ReadonlyMap<string, string>
}

/** A run, also beside what other machines published of its scenario. */
export type RunContents = Result & { published?: PooledResult | undefined }

/**
 * Reads all published results, in the order of the scenarios.
 * @throws UsageError if a stored file is invalid
 */
export function readPublished(root = ROOT): Published[] {
  return [...scenarios.keys()].flatMap(
    (scenario) => pooledOf(storedRuns(scenario, root), root) ?? [],
  )
}

/** Returns the published result of a scenario, if there is one. */
export function publishedOf(scenario: string): PooledResult | undefined {
  return pooledOf(storedRuns(scenario))?.result
}

/**
 * Adds what other machines published under the same load to a run, to judge it by: a pool that contains a run, or another run of
 * its machine, agrees with it too well.
 */
export function withPublished(run: Result, root = ROOT): RunContents {
  const { groupSize } = defaultsOf(run.scenario)
  const protocol = { ...run.protocol, ...(run.details.quick && { groupSize }) }
  if (!isDefault({ ...run, protocol })) return run
  // Damaged files were reported before the measurement.
  const stored = storedRuns(run.scenario, root, () => {})
  return { ...run, published: pooledOf(runsOfOthers(run, stored), root, inFlightOf(run))?.result }
}

/** Reads the stored runs of a scenario, without those that git ignores. */
export function storedRuns(
  scenario: string,
  root = ROOT,
  skip?: (line: string) => void,
): StoredRun[] {
  return storedMeasurements(runFiles, root, [scenario], skip) as Stored<unknown>[] as StoredRun[]
}

/**
 * Pools runs of one scenario; returns null if none may be pooled.
 * @param inFlight requests in flight on each connection
 */
export function pooledOf(
  stored: readonly StoredRun[],
  root = ROOT,
  inFlight = 1,
): Published | null {
  const notWithdrawn = stored.map((run) => ({ ...run, file: withoutWithdrawn(run.file, root) }))
  const pools = [...new Set(notWithdrawn.map(({ file }) => inFlightOf(file)))]
    .filter((number) => number >= inFlight)
    .sort((a, b) => a - b)
    .flatMap((number) => runsToPool(notWithdrawn, number) ?? [])
    .map(pooledResult)
  const [result, ...pipelined] = pools
  if (!result || inFlightOf(result) !== inFlight) return null
  const withdrawn = new Map(stored.flatMap(({ file }) => [...withdrawnFrom(file, root)]))
  for (const name of [...result.subjects.map((server) => server.name), ...result.outdated.keys()])
    withdrawn.delete(name)
  return { result, pipelined, withdrawn }
}

/** Names the withdrawn servers of several files or scenarios in one line; empty if there are none. */
export function withdrawnText(
  published: readonly { withdrawn?: ReadonlyMap<string, string> }[],
): string {
  const reasons = new Map(published.flatMap(({ withdrawn = [] }) => [...withdrawn]))
  const servers = [...reasons].map(([name, reason]) => `${name} (${reason})`)
  return servers.length > 0 ? `Withdrawn until measured again: ${servers.join(', ')}.` : ''
}
