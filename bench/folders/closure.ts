/**
 * A server's production dependencies, direct and transitive, as installed. Read from disk, not from the lockfile: it is what
 * the server loads, and some servers are not in the lockfile.
 */
import { UsageError } from '../../shared/basics/errors.ts'
import { installedAt, manifestOf, type PackageJson } from './package-json.ts'

export interface InstalledPackage {
  name: string
  version: string
  /** Real path. */
  directory: string
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

/** Returns what `npm install --omit=dev` adds for a package. Optional dependencies may be absent; optional peers do not count. */
export function needsOf(manifest: PackageJson): { name: string; isNeeded: boolean }[] {
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
