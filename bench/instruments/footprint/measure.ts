/** Disk footprint of servers: what a fresh `npm install --omit=dev` of their dependencies puts on disk. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import type {
  Footprint,
  FootprintPackage,
  FootprintServer,
} from '../../../charts/instruments/footprint/format.ts'
import { messageOf } from '../../../shared/basics/errors.ts'
import { oneLine, plural } from '../../../shared/basics/text.ts'
import { npm } from '../../folders/package-manager.ts'
import type { ServerFolder } from '../../folders/servers.ts'
import { scratch } from '../../processes/scratch.ts'
import { say } from '../../terminal/output.ts'

/** Without install scripts: what they build depends on the machine. Dependencies on a folder are copied, not linked. */
const OPTIONS = [
  '--omit=dev',
  '--ignore-scripts',
  '--install-links',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
]

/** Returns all packages, and each server's dependencies as indices. A server that npm cannot install is disqualified. */
export async function footprints(
  folders: readonly ServerFolder[],
): Promise<Pick<Footprint, 'packages' | 'servers'>> {
  const packages = new Map<string, FootprintPackage>()
  const indexOf = (each: FootprintPackage) => {
    const key = `${each.name}@${each.version}`
    if (!packages.has(key)) packages.set(key, each)
    return [...packages.keys()].indexOf(key)
  }
  const servers: FootprintServer[] = []
  for (const folder of folders) {
    const { name, manifest, builds, dependencies, versions } = folder
    const server = {
      ...{
        name,
        displayName: manifest.name ?? name,
        version: versions[manifest.package ?? ''] ?? null,
      },
      ...{
        runtime: manifest.runtime,
        router: manifest.router,
        builds,
        direct: dependencies.length,
      },
    }
    try {
      const installed = await freshInstall(folder)
      servers.push({ ...server, closure: installed.map(indexOf), refusal: null })
      say(`${name}: ${plural(installed.length, 'package')}`)
    } catch (error) {
      servers.push({ ...server, closure: [], refusal: oneLine(messageOf(error)) })
    }
  }
  return { packages: [...packages.values()], servers }
}

/** The part of npm's lockfile of installed packages that is used. */
interface Installed {
  packages: Record<string, { version: string; hasInstallScript?: boolean }>
}

/** Installs into an empty directory, outside any workspace. @throws with npm's reason */
async function freshInstall({ directory, versions }: ServerFolder): Promise<FootprintPackage[]> {
  if (Object.keys(versions).length === 0) return []
  using place = scratch('bench-footprint-')
  const dependencies = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, fromAnywhere(version, directory)]),
  )
  writeFileSync(join(place.path, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await npm(['install', ...OPTIONS], place.path)
  const lock = readFileSync(join(place.path, 'node_modules/.package-lock.json'), 'utf8')
  return Object.entries((JSON.parse(lock) as Installed).packages).map(
    ([path, { version, hasInstallScript = false }]) => {
      const name = path.replace(/^.*node_modules\//, '')
      return { name, version, ...sizeOf(join(place.path, path)), installScript: hasInstallScript }
    },
  )
}

/** Makes the path of a folder or archive absolute. */
const fromAnywhere = (version: string, directory: string) =>
  version.replace(/^file:(.*)/, (_, path) => `file:${resolve(directory, path)}`)

/** Returns the size of a package without its `node_modules`, which contain other packages. */
export function sizeOf(directory: string): { bytes: number; files: number } {
  const others = join(directory, 'node_modules', sep)
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isOwn: entry.isFile() }))
    .filter(({ path, isOwn }) => isOwn && !path.startsWith(others))
  return {
    bytes: files.reduce((sum, { path }) => sum + statSync(path).size, 0),
    files: files.length,
  }
}
