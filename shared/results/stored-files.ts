/** Dated files of one kind that the repository holds, and which of them is published. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../basics/root.ts'

export interface Stored<T> {
  file: T
  /** From the repository's root, with forward slashes. */
  path: string
}

/**
 * The oldest first.
 * @param folder from the repository's root
 * @param read of a path; null where the file does not count yet
 * @throws UsageError where a file is broken
 */
export function storedFiles<T>(folder: string, read: (path: string) => T | null, root = ROOT): Stored<T>[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).filter((name) => /^[\dT-]+Z\.json$/.test(name))
  return names.sort().flatMap((name) => {
    const file = read(join(root, folder, name))
    return file === null ? [] : [{ file, path: `${folder}/${name}` }]
  })
}

/** What the rule looks at: no figure is among it. */
interface Candidate {
  source: { clean: boolean | null }
}

/**
 * Of files that are made from sources without changes those of most servers; of these the newest. None where there is none.
 * @param sizeOf a file: servers, or what else it is of
 */
export function fittest<T extends Candidate>(stored: readonly Stored<T>[], sizeOf: (file: T) => number): Stored<T>[] {
  const clean = stored.filter(({ file }) => file.source.clean !== false)
  const most = Math.max(...clean.map(({ file }) => sizeOf(file)))
  return clean.filter(({ file }) => sizeOf(file) === most).slice(-1)
}

/** How many servers it is of. */
export const numberOfServers = ({ servers }: { servers: readonly unknown[] }) => servers.length
