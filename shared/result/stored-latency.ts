/** The files of latencies that the repository holds. */
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { LATENCY_RESULTS, type LatencyResult, readLatency } from './latency.ts'
import { fittest, numberOfServers, type Stored, storedFiles } from './stored-files.ts'

export interface StoredLatency {
  result: LatencyResult
  /** From the repository's root, with forward slashes. */
  path: string
}

/** What of a scenario is published; one of both at the least. */
export interface PublishedLatency {
  scenario: string
  /** Latencies at rates. */
  rates: StoredLatency | null
  /** The highest rates within an objective; may be the same file. */
  objective: StoredLatency | null
}

/**
 * Of each scenario the latencies at rates of most servers, and those of an objective of most servers; made from sources
 * without changes, and of these the newest. The rule looks at no latency.
 */
export function latenciesToPublish(root = ROOT): PublishedLatency[] {
  return [...scenarios.keys()].flatMap((scenario) => {
    const stored = storedFiles(`${LATENCY_RESULTS}/${scenario}`, readLatency, root)
    const rates = fit(stored, ({ rates, shares }) => rates.length + shares.length > 0)
    const objective = fit(stored, (protocol) => protocol.objective !== null)
    return rates || objective ? [{ scenario, rates, objective }] : []
  })
}

function fit(
  stored: readonly Stored<LatencyResult>[],
  has: (protocol: LatencyResult['protocol']) => boolean,
): StoredLatency | null {
  const [found] = fittest(
    stored.filter(({ file }) => has(file.protocol)),
    numberOfServers,
  )
  return found ? { result: found.file, path: found.path } : null
}
