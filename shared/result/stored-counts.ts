/** The files of counts that the repository holds. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../basics/root.ts'
import { scenarios } from '../scenarios/scenarios.ts'
import { COUNTS_FOLDER, type Counts, readCounts } from './instructions.ts'

export interface StoredCounts {
  counts: Counts
  /** From the repository's root, with forward slashes. */
  path: string
}

/**
 * Of a scenario, the oldest first.
 * @throws UsageError where a file is broken
 */
export function storedCounts(scenario: string, root = ROOT): StoredCounts[] {
  const folder = `${COUNTS_FOLDER}/${scenario}`
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).filter((name) => /^[\dT-]+Z\.json$/.test(name))
  return names.sort().map((name) => ({ counts: readCounts(join(root, folder, name)), path: `${folder}/${name}` }))
}

/**
 * The counts that are published: of each scenario those of most servers, made from sources without
 * changes; of these the newest. The rule looks at no count.
 */
export function countsToPublish(root = ROOT): StoredCounts[] {
  return [...scenarios.keys()].flatMap((scenario) => {
    const clean = storedCounts(scenario, root).filter(({ counts }) => counts.source.clean !== false)
    const most = Math.max(...clean.map(({ counts }) => counts.servers.length))
    return clean.filter(({ counts }) => counts.servers.length === most).slice(-1)
  })
}
