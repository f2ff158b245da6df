/** The libraries that can be measured: folders with steps of `update-user`, of servers or of libraries alone, on each runtime that there is. */
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
  /** The folder that has its steps: its entry is the file that is imported, built where the folder is built. */
  folder: Server
  runtime: Runtime
}

/** The repository's libraries that have no server. */
export const LIBRARIES_DIR = join(ROOT, 'validators')

const STEPS = 'steps'

/**
 * @param directories of folders
 * @param names of folders; all that have steps where it is left out
 * @throws UsageError where there is no such folder, or none is left
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

/** @throws UsageError where one is not installed that was asked for */
export function findRuntimes(names: readonly Runtime['name'][], isAsked: boolean): Runtime[] {
  return names.flatMap((name) => {
    const runtime = findRuntime(name)
    if (!runtime && isAsked) throw new UsageError(`${name} is not installed: ${runtimeInstall(name)}`)
    return runtime ?? []
  })
}

/** Of a package as the folder resolves it; null where there is none. */
export function versionOf({ directory }: Server, name: string | null): string | null {
  if (name === null) return null
  try {
    const file = findPackageJSON(name, pathToFileURL(join(directory, 'package.json')))
    return file ? JSON.parse(readFileSync(file, 'utf8')).version : null
  } catch {
    return null
  }
}
