/** Disk footprint of servers: what a fresh `npm install --omit=dev` of their dependencies puts on disk. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { sum } from '../../../shared/stats/statistics.ts'
import { npm } from '../../folders/package-manager.ts'
import type { ServerFolder } from '../../folders/servers.ts'
import { scratch } from '../../processes/scratch.ts'

/** Without install scripts: what they build depends on the machine. Dependencies on a folder are copied, not linked. */
const OPTIONS = [
  '--omit=dev',
  '--ignore-scripts',
  '--install-links',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
]

/** The part of an entry of npm's lockfile that is used. */
type Locked = { version: string; hasInstallScript?: boolean }

/** Installs into an empty directory, outside any workspace. @throws with npm's reason */
export async function freshInstall({
  directory,
  versions,
}: Pick<ServerFolder, 'directory' | 'versions'>) {
  if (Object.keys(versions).length === 0) return []
  using place = scratch('bench-footprint-')
  const dependencies = Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, fromAnywhere(version, directory)]),
  )
  writeFileSync(join(place.path, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await npm(['install', ...OPTIONS], place.path)
  const lock = readFileSync(join(place.path, 'node_modules/.package-lock.json'), 'utf8')
  const packages: Record<string, Locked> = JSON.parse(lock).packages
  return Object.entries(packages).map(([path, locked]) => ({
    ...locked,
    name: path.replace(/^.*node_modules\//, ''),
    bytes: bytesOf(join(place.path, path)),
  }))
}

/** Makes the path of a folder or archive absolute. */
const fromAnywhere = (version: string, directory: string) =>
  version.replace(/^file:(.*)/, (_, path) => `file:${resolve(directory, path)}`)

/** Returns the size of a package without its `node_modules`, which contain other packages. */
export function bytesOf(directory: string): number {
  const others = join(directory, 'node_modules', sep)
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(others))
  return sum(files, (path) => statSync(path).size)
}
