/** Stored files of one kind. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../basics/root.ts'

export interface Stored<T> {
  file: T
  /** From the repository's root, with forward slashes. */
  path: string
  /** Further files, whose servers were added to this one's. */
  others?: readonly string[]
}

/**
 * Reads the files of a folder, the oldest first.
 * @param folder from the repository's root
 * @throws UsageError if a file is invalid
 */
export function storedFiles<T>(
  folder: string,
  read: (path: string) => T,
  root = ROOT,
): Stored<T>[] {
  if (!existsSync(join(root, folder))) return []
  const names = readdirSync(join(root, folder)).filter((name) =>
    /^[\dT-]+Z(\.[\da-f]+)?\.json$/.test(name),
  )
  return names
    .sort()
    .map((name) => ({ file: read(join(root, folder, name)), path: `${folder}/${name}` }))
}
