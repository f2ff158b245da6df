/** Disk footprint of servers: packages, sizes and install scripts of their production dependencies. */

import type { Footprint, FootprintPackage, FootprintServer } from '../../../charts/instruments/footprint/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine } from '../../../shared/basics/text.ts'
import { closureOf, type InstalledPackage, sizeOf } from '../../host/closure.ts'
import type { ServerFolder } from '../../host/servers.ts'

/** Returns all packages, and each server's dependencies as indexes. A server with a missing dependency is disqualified. */
export function footprints(folders: readonly ServerFolder[]): Pick<Footprint, 'packages' | 'servers'> {
  const packages: FootprintPackage[] = []
  const places = new Map<string, number>()
  const placeOf = (each: InstalledPackage): number => {
    const known = places.get(each.directory)
    if (known !== undefined) return known
    const { name, version, directory, installScript } = each
    places.set(directory, packages.length)
    return packages.push({ name, version, ...sizeOf(directory), installScript }) - 1
  }
  const servers = folders.map((folder): FootprintServer => {
    const { name, manifest, builds, directory, dependencies } = folder
    const server = {
      name,
      displayName: manifest.name ?? name,
      version: null,
      runtime: manifest.runtime,
      builds,
      direct: dependencies.length,
    }
    try {
      const closure = closureOf(directory, dependencies)
      const version = closure.find((each) => each.name === manifest.package)?.version ?? null
      return { ...server, version, closure: closure.map(placeOf), refusal: null }
    } catch (error) {
      return { ...server, closure: [], refusal: oneLine(messageOf(error)) }
    }
  })
  return { packages, servers }
}
