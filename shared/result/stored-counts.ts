/** The files of counts that the repository holds. */
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { COUNTS_FOLDER, type Counts, readCounts } from './instructions.ts'
import { fittest, numberOfServers, type Stored, storedFiles } from './stored-files.ts'

export interface StoredCounts {
  counts: Counts
  /** From the repository's root, with forward slashes. */
  path: string
}

const filesOf = (scenario: string, root: string) => storedFiles(`${COUNTS_FOLDER}/${scenario}`, readCounts, root)
const named = ({ file, path }: Stored<Counts>): StoredCounts => ({ counts: file, path })

/**
 * Of a scenario, the oldest first.
 * @throws UsageError where a file is broken
 */
export function storedCounts(scenario: string, root = ROOT): StoredCounts[] {
  return filesOf(scenario, root).map(named)
}

/**
 * The counts that are published: of each scenario those of most servers, made from sources without
 * changes; of these the newest. The rule looks at no count.
 */
export function countsToPublish(root = ROOT): StoredCounts[] {
  return [...scenarios.keys()].flatMap((scenario) => fittest(filesOf(scenario, root), numberOfServers).map(named))
}
