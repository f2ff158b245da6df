/** The repository's stored and published results, read once for all tests of a process, since it takes seconds. */
import type { StoredRun } from '../results/pool-rule.ts'
import { type Published, pooledOf, storedRuns } from '../results/published.ts'
import { scenarios } from '../scenarios/scenarios.ts'

const runs = new Map<string, StoredRun[]>()
let published: Published[] | undefined

export function repositoryRuns(scenario: string): StoredRun[] {
  const known = runs.get(scenario) ?? storedRuns(scenario)
  runs.set(scenario, known)
  return known
}

/** Returns what `readPublished` does. */
export function repositoryResults(): Published[] {
  published ??= [...scenarios.keys()].flatMap((name) => pooledOf(repositoryRuns(name)) ?? [])
  return published
}
