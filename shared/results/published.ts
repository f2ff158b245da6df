/** Pools the published results of each scenario from the stored runs. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { readIfComplete } from './file.ts'
import { identityOf, runsToPool, type StoredRun } from './pool-rule.ts'
import { type PooledResult, pooledResult } from './pooled-result.ts'
import { withdrawnFrom, withoutWithdrawn } from './withdrawn.ts'

/** A scenario's pooled runs. */
export interface Published {
  /** With one request in flight per connection. */
  result: PooledResult
  /** With more in flight and the same baseline, the fewest first. */
  beside: readonly PooledResult[]
  /** Reasons of withdrawn servers that were not measured again, by name. */
  withdrawn: ReadonlyMap<string, string>
}

/**
 * Reads all published results, in the order of the scenarios.
 * @throws UsageError if a stored file is invalid
 */
export function readPublished(root = ROOT): Published[] {
  return [...scenarios.keys()].flatMap((scenario) => pooledOf(storedRuns(scenario, root), root) ?? [])
}

/**
 * Returns the published result of a scenario at that number of requests in flight per connection; undefined if there is
 * none.
 */
export function publishedOf(scenario: string, pipelining = 1, root = ROOT): PooledResult | undefined {
  const published = pooledOf(storedRuns(scenario, root), root)
  const all = published ? [published.result, ...published.beside] : []
  return all.find(({ protocol }) => protocol.pipelining === pipelining)
}

/** Reads the complete stored runs of a scenario, without those that git ignores. */
export function storedRuns(scenario: string, root = ROOT): StoredRun[] {
  const paths = globSync(`results/${scenario}/*.json`, { cwd: root, exclude: (name) => name.endsWith('.quick.json') })
  return paths.sort().flatMap((path) => {
    const file = readIfComplete(join(root, path))
    return file ? [{ file, path: path.replaceAll('\\', '/') }] : []
  })
}

/** Pools runs of one scenario; returns null if none may be pooled. */
export function pooledOf(stored: readonly StoredRun[], root = ROOT): Published | null {
  const left = stored.map((run) => ({ ...run, file: withoutWithdrawn(run.file, root) }))
  const loads = Map.groupBy(left, ({ file }) => file.protocol.pipelining)
  const [result, ...beside] = [...loads]
    .sort(([one], [other]) => one - other)
    .flatMap(([, runs]) => {
      const pooled = runsToPool(runs)
      return pooled ? [pooledResult(pooled)] : []
    })
  if (!result) return null
  const withdrawn = new Map(stored.flatMap(({ file }) => [...withdrawnFrom(file, root)]))
  for (const { name } of result.servers) withdrawn.delete(name)
  return { result, beside: beside.filter((other) => hasSameBaseline(result, other)), withdrawn }
}

/** Ratios to baselines on different runtimes are not shown in one row. */
function hasSameBaseline(one: PooledResult, other: PooledResult): boolean {
  const [first, second] = [one, other].map(baselineOf)
  return first !== undefined && second !== undefined && identityOf(first) === identityOf(second)
}

/** The same for two scenarios, whose baselines are different files of one server. */
export function haveSameRuntime(one: PooledResult, other: PooledResult): boolean {
  const [first, second] = [one, other].map(baselineOf)
  return first?.name === second?.name && first?.runtimeVersion === second?.runtimeVersion
}

const baselineOf = ({ servers, baseline }: PooledResult) => servers.find(({ name }) => name === baseline)

/** Names the withdrawn servers of the scenarios in one line; empty if there are none. */
export function withdrawnText(published: readonly Published[]): string {
  const reasons = new Map(published.flatMap(({ withdrawn }) => [...withdrawn]))
  const servers = [...reasons].map(([name, reason]) => `${name} (${reason})`)
  return servers.length > 0 ? `Figures under load withdrawn until measured again: ${servers.join(', ')}.` : ''
}
