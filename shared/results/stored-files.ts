/** Stored files of one kind, and the rule for publishing them. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../basics/root.ts'

export interface Stored<T> {
  file: T
  /** From the repository's root, with forward slashes. */
  path: string
}

/**
 * Reads the files of a folder, the oldest first.
 * @param folder from the repository's root
 * @param read reads a path; null skips the file
 * @throws UsageError if a file is invalid
 */
export function storedFiles<T>(folder: string, read: (path: string) => T | null, root = ROOT): Stored<T>[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).filter((name) => /^[\dT-]+Z(\.[\da-f]+)?\.json$/.test(name))
  return names.sort().flatMap((name) => {
    const file = read(join(root, folder, name))
    return file === null ? [] : [{ file, path: `${folder}/${name}` }]
  })
}

/** Fields that the rule depends on; no figure is among them. */
interface Candidate {
  source: { clean: boolean | null }
}

/**
 * Returns the newest of the clean files with most servers; empty without files.
 * @param sizeOf returns the number of servers, or of other items
 */
export function mostComplete<T extends Candidate>(
  stored: readonly Stored<T>[],
  sizeOf: (file: T) => number,
): Stored<T>[] {
  const clean = stored.filter(({ file }) => file.source.clean !== false)
  const most = Math.max(...clean.map(({ file }) => sizeOf(file)))
  return clean.filter(({ file }) => sizeOf(file) === most).slice(-1)
}

export const numberOfServers = ({ servers }: { servers: readonly unknown[] }) => servers.length
