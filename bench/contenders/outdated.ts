/** Which servers' packages are behind the registry. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerFolder } from './servers.ts'

/** A package of one version, and the servers that use it. */
export interface UsedPackage {
  name: string
  version: string
  servers: string[]
}

/** What the registry has of a package that is newer, without pre-releases; `null` where it has none. */
export interface Newer {
  /** Of the same major version. */
  compatible: string | null
  /** Of a later major version. */
  major: string | null
}

/** The packages that the folders name, optional ones included, sorted by name and version. */
export function usedPackages(folders: readonly ServerFolder[]): UsedPackage[] {
  const used = new Map<string, UsedPackage>()
  for (const { name: server, directory } of folders) {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'))
    for (const [name, version] of Object.entries<string>({ ...dependencies, ...peerDependencies })) {
      const key = `${name}@${version}`
      const one = used.get(key) ?? { name, version, servers: [] }
      used.set(key, { ...one, servers: [...one.servers, server] })
    }
  }
  return [...used.entries()].sort(([a], [b]) => a.localeCompare(b)).map(([, one]) => one)
}

/** Asks the registry, through npm; rejects where it does not know the package. */
export async function newerVersions({ name, version }: UsedPackage): Promise<Newer> {
  const { stdout } = await promisify(execFile)('npm', ['view', `${name}@>=${version}`, 'version', '--json'])
  return newerOf(version, [JSON.parse(stdout)].flat())
}

/** The newest of each kind among that version and later ones. */
export function newerOf(version: string, versions: readonly string[]): Newer {
  const majorOf = (text: string) => Number(text.split('.')[0])
  const later = versions.filter((other) => other !== version)
  const sorted = later.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return {
    compatible: sorted.findLast((other) => majorOf(other) === majorOf(version)) ?? null,
    major: sorted.findLast((other) => majorOf(other) > majorOf(version)) ?? null,
  }
}
