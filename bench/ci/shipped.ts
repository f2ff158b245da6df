/** Finds whether two commits can differ in what a package ships, before either is built. */
import { join, posix } from 'node:path'
import { npm } from '../folders/package-manager.ts'
import { git } from '../processes/git.ts'

interface Commits {
  repository: string
  /** Base and head. */
  commits: readonly string[]
  /** Their checkouts. */
  trees: readonly string[]
  /** The package's folder in the repository. */
  folder: string
  /** Whether either is built before it is packed. */
  isBuilt: boolean
}

/** Matches files that no build reads. */
const UNBUILT = /\.md$|^\.github\//i

/** Returns whether a changed file is packed, or may affect one that is, through a build or another package. */
export async function mayDiffer(compared: Commits): Promise<boolean> {
  const { repository, commits, trees, folder, isBuilt } = compared
  const pathsBy = (...args: string[]) =>
    git(repository, ...args)
      .split('\0')
      .filter(Boolean)
  const changed = pathsBy('diff', '--name-only', '--no-renames', '-z', ...commits)
  if (changed.length === 0) return false
  const packed = await Promise.all(trees.map((tree) => packedFiles(tree, folder)))
  if (packed.includes(null)) return true
  const shipped = packed.flatMap((paths) => paths ?? [])
  const packages = pathsBy('ls-files', '-z', 'package.json', '*/package.json')
  return affectsPackage(changed, shipped, isBuilt || packages.length > 1)
}

/** @param isReused whether files that are not packed may become part of one that is */
export function affectsPackage(
  changed: readonly string[],
  packed: readonly string[],
  isReused: boolean,
): boolean {
  const shipped = new Set(packed)
  return changed.some((path) => shipped.has(path) || (isReused && !UNBUILT.test(path)))
}

/** Returns the files that a package ships, from the repository's root; null where npm cannot list them. Runs none of its scripts. */
async function packedFiles(tree: string, folder: string): Promise<string[] | null> {
  try {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const [{ files }] = JSON.parse(await npm(args, join(tree, folder)))
    return files.map(({ path }: { path: string }) => posix.join(folder, path))
  } catch {
    return null
  }
}
