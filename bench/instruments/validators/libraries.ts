/** Finds the libraries to measure: folders of servers or libraries with steps of `update-user`, on each installed runtime. */
import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { findRuntime, type Runtime, runtimeInstall } from '../../host/runtimes.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  type MissingServer,
  type Server,
  scenarioSource,
} from '../../host/servers.ts'

/** A library on a runtime. */
export interface Library {
  /** Folder of its steps; its entry is the file to import, the compiled one if the folder has a build. */
  folder: Server
  runtime: Runtime
}

/** The repository's libraries without a server. */
export const LIBRARIES_DIR = join(ROOT, 'validators')

const STEPS = 'steps'

/**
 * @param directories that contain folders
 * @param names of folders; default: all with steps
 * @throws UsageError if there is no such folder, or none is installed
 */
export function findLibraries(
  directories: readonly string[],
  names: readonly string[] | undefined,
  runtimes: readonly Runtime[],
): { libraries: Library[]; notInstalled: MissingServer[] } {
  const folders = findServerFolders(directories).filter((folder) => scenarioSource(folder, STEPS))
  const { installed, notInstalled } = discoverServers(chooseServers(folders, names), STEPS)
  const libraries = installed
    .filter(({ manifest }) => manifest.runtime === 'node')
    .flatMap((folder) => runtimes.map((runtime) => ({ folder, runtime })))
  const [missing] = notInstalled
  if (libraries.length === 0) {
    throw new UsageError(missing ? `${missing.name} is not installed: ${missing.install}` : `no folder has ${STEPS}.ts`)
  }
  return { libraries, notInstalled }
}

/** @throws UsageError if one was asked for and is not installed */
export function findRuntimes(names: readonly Runtime['name'][], isAsked: boolean): Runtime[] {
  return names.flatMap((name) => {
    const runtime = findRuntime(name)
    if (!runtime && isAsked) throw new UsageError(`${name} is not installed: ${runtimeInstall(name)}`)
    return runtime ?? []
  })
}

/** Returns the version of a package as resolved from the folder; null if there is none. */
export function versionOf({ directory }: Server, name: string | null): string | null {
  if (name === null) return null
  try {
    const file = findPackageJSON(name, pathToFileURL(join(directory, 'package.json')))
    return file ? JSON.parse(readFileSync(file, 'utf8')).version : null
  } catch {
    return null
  }
}
