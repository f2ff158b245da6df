/** Packs what is on disk as its package manager would publish it, with the packages of the same repository that it needs. */
import { mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { needsOf } from '../folders/closure.ts'
import { manifestOf } from '../folders/package-json.ts'
import { type Manager, managerOf, packageManager } from '../folders/package-manager.ts'
import { gitOrNone } from '../processes/git.ts'
import type { PackageSpec } from './spec.ts'

/** Returns the arguments that write an archive into a directory. */
const PACK: Record<Manager, (directory: string) => string[]> = {
  npm: (directory) => ['pack', '--loglevel=error', '--pack-destination', directory],
  pnpm: (directory) => ['pack', '--pack-destination', directory],
  yarn: (directory) => ['pack', '--out', join(directory, 'package.tgz')],
  bun: (directory) => ['pm', 'pack', '--destination', directory],
}

interface PackOrder {
  spec: PackageSpec
  /** Packages that the server itself needs. */
  needed: readonly string[]
  /** Default: the repository's. */
  manager: Manager | undefined
  /** An empty directory for the archives. */
  directory: string
}

/**
 * Returns what npm installs as each package, by name. A folder is packed first, to measure what would be published.
 * @throws with the reason on one line
 */
export async function packedVersions({
  spec,
  needed,
  directory,
  ...order
}: PackOrder): Promise<Record<string, string>> {
  const { name, source } = spec
  if ('version' in source) return { [name]: source.version }
  if (!statSync(source.path).isDirectory()) return { [name]: `file:${source.path}` }
  const folder = realpathSync(source.path)
  assertName(folder, name)
  const root = rootOf(folder)
  const manager = order.manager ?? managerOf(root)
  const versions: Record<string, string> = {}
  for (const [packageName, from] of siblingsOf(folder, root, needed)) {
    const place = join(directory, `${Object.keys(versions).length}`)
    mkdirSync(place)
    try {
      await packageManager(manager, PACK[manager](place), from)
    } catch (error) {
      throw new Error(`${packageName}, by ${manager}: ${messageOf(error)}`)
    }
    versions[packageName] = `file:${join(place, readdirSync(place)[0] as string)}`
  }
  return versions
}

/** @throws if another package is in the folder */
export function assertName(folder: string, name: string): void {
  const { name: found } = manifestOf(folder)
  if (found !== name) throw new Error(`it contains ${found}, not ${name}`)
}

/** Returns the root of the repository that has a folder; the folder itself where git does not list it. */
function rootOf(folder: string): string {
  if (!gitOrNone(folder, 'ls-files', 'package.json')) return folder
  return gitOrNone(folder, 'rev-parse', '--show-toplevel') ?? folder
}

interface Package {
  folder: string
  manifest: ReturnType<typeof manifestOf>
}

/** Returns the folders of a package and of others in its repository that it or the server needs, by name. */
function siblingsOf(folder: string, root: string, needed: readonly string[]): Map<string, string> {
  const target = { folder, manifest: manifestOf(folder) }
  const packages = new Map(
    [...publicPackages(root), target].map((each) => [each.manifest.name, each]),
  )
  const folders = new Map<string, string>()
  const add = (name: string | undefined) => {
    const each = packages.get(name)
    if (!name || !each || folders.has(name)) return
    folders.set(name, each.folder)
    for (const need of needsOf(each.manifest)) add(need.name)
  }
  for (const name of [target.manifest.name, ...needed]) add(name)
  return folders
}

/** Returns the packages of a repository that may be published. Not every such repository declares its workspaces. */
function publicPackages(root: string): Package[] {
  const listed = gitOrNone(root, 'ls-files', '-z', 'package.json', '*/package.json') ?? ''
  return listed.split('\0').flatMap((file) => {
    if (file === '' || file.includes('node_modules/')) return []
    try {
      const folder = dirname(join(root, file))
      const manifest = manifestOf(folder)
      return manifest.private || !manifest.version ? [] : { folder, manifest }
    } catch {
      // A test may have an invalid package.json.
      return []
    }
  })
}
