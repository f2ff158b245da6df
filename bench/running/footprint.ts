/** What servers put on the disk: the packages of each one's closure, their sizes, and what is known of them. */
import { relative, sep } from 'node:path'
import { messageOf } from '../../shared/basics/errors.ts'
import { oneLine } from '../../shared/basics/text.ts'
import type { Advisory, Footprint, FootprintPackage, FootprintServer } from '../../shared/result/footprint.ts'
import type { ServerFolder } from '../contenders/servers.ts'
import type { Audit, NoAudit } from './advisories.ts'
import { closureOf, type InstalledPackage, sizeOf } from './closure.ts'

export interface FootprintPlan {
  folders: readonly ServerFolder[]
  audit: Audit | NoAudit
  /** The repository, whose lockfile the audit is of. */
  root: string
  /** The lockfile's packages: version by place from the root. */
  locked: ReadonlyMap<string, string>
}

/** The list of all packages, and each server's closure as places in it. A server whose closure is not whole is refused. */
export function footprints(plan: FootprintPlan): Pick<Footprint, 'packages' | 'advisories' | 'servers'> {
  const { folders, audit } = plan
  const packages: FootprintPackage[] = []
  const places = new Map<string, number>()
  const advisories = new Map<number, Advisory>()
  const placeOf = (each: InstalledPackage): number => {
    const known = places.get(each.directory)
    if (known !== undefined) return known
    const found = advisoriesOf(plan, audit, each)
    for (const advisory of found ?? []) advisories.set(advisory.id, advisory)
    const { name, version, directory, installScript } = each
    const ids = found && [...new Set(found.map(({ id }) => id))].sort((a, b) => a - b)
    places.set(directory, packages.length)
    return packages.push({ name, version, ...sizeOf(directory), installScript, advisories: ids }) - 1
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
  return { packages, advisories: [...advisories.values()].sort((a, b) => a.id - b.id), servers }
}

/** Null where the registry was not asked about that very version: it was asked about the lockfile's. */
function advisoriesOf(
  { root, locked }: FootprintPlan,
  audit: Audit | NoAudit,
  { directory, version }: InstalledPackage,
): readonly Advisory[] | null {
  if ('reason' in audit) return null
  const place = relative(root, directory).split(sep).join('/')
  return locked.get(place) === version ? (audit.advisories.get(place) ?? []) : null
}
