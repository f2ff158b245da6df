/**
 * A server's production dependencies, direct and transitive, as installed. Read from disk, not from the lockfile: it is what
 * the server loads, and some servers are not in the lockfile.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { messageOf, UsageError } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'

export interface InstalledPackage {
  name: string
  version: string
  /** Real path. */
  directory: string
}

/** The fields of package.json that are used. */
interface Manifest {
  name?: string
  version?: string
  private?: boolean
  packageManager?: string
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Returns all installed dependencies, each directory once, sorted by name.
 * @param directory where `node_modules` lookup starts
 * @param dependencies package names
 * @throws UsageError naming a required package that is not installed
 */
export function closureOf(directory: string, dependencies: readonly string[]): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>()
  const add = (from: string, name: string, isNeeded: boolean) => {
    const place = installedAt(from, name)
    if (!place) {
      if (isNeeded) throw new UsageError(`${name}, which ${from} needs, is not installed`)
      return
    }
    if (found.has(place)) return
    const manifest = manifestOf(place)
    found.set(place, { name, version: manifest.version ?? '0.0.0', directory: place })
    for (const { name, isNeeded } of needsOf(manifest)) add(place, name, isNeeded)
  }
  for (const name of dependencies) add(directory, name, true)
  return [...found.values()].sort((a, b) =>
    a.name < b.name || (a.name === b.name && a.version < b.version) ? -1 : 1,
  )
}

/** Finds a package as Node does (`LOAD_NODE_MODULES`): in the nearest `node_modules` upwards that has it. */
export function installedAt(from: string, name: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return realpathSync(place)
    if (at === dirname(at)) return undefined
  }
}

/** Returns what `npm install --omit=dev` adds for a package. Optional dependencies may be absent; optional peers do not count. */
export function needsOf(manifest: Manifest): { name: string; isNeeded: boolean }[] {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifest
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  )
  return [
    ...Object.keys(dependencies).map((name) => ({
      name,
      isNeeded: !(name in optionalDependencies),
    })),
    ...[...Object.keys(optionalDependencies), ...peers].map((name) => ({ name, isNeeded: false })),
  ]
}

export function manifestOf(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest
}

/** @throws UsageError if the folder has no package.json, or an invalid one */
export function packageIn(folder: string): Manifest & { name: string } {
  try {
    const manifest = manifestOf(folder)
    if (manifest.name === undefined) throw new Error('its package.json has no name')
    return { ...manifest, name: manifest.name }
  } catch (error) {
    throw new UsageError(
      `${folder} holds no package: ${oneLine(messageOf(error))}: name the package's folder`,
    )
  }
}
