/** The files of versions that the repository holds. */
import { ROOT } from '../basics/root.ts'
import { storedFiles } from './stored-files.ts'
import { readVersions, VERSIONS_FOLDER, type Versions } from './versions.ts'

export interface StoredVersions {
  versions: Versions
  /** From the repository's root, with forward slashes. */
  path: string
}

/**
 * The files that are published: of each package under each server in each scenario the newest that was made from sources
 * without changes, by the package's name. The rule looks at no figure.
 * @throws UsageError where a file is broken
 */
export function versionsToPublish(root = ROOT): StoredVersions[] {
  const clean = storedFiles(VERSIONS_FOLDER, readVersions, root).filter(({ file }) => file.source.clean !== false)
  const newest = new Map(clean.map(({ file, path }) => [keyOf(file), { versions: file, path }]))
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored)
}

function keyOf({ package: name, server, scenario }: Versions): string {
  return `${name} ${server} ${scenario}`
}
