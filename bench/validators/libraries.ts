/** The libraries that can be measured: server folders with steps of `update-user`, on each runtime that there is. */
import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../shared/basics/errors.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import {
  chooseServers,
  discoverServers,
  findServerFolders,
  type MissingServer,
  type Server,
} from '../contenders/servers.ts'
import { findRuntime, type Runtime, runtimeInstall } from '../machine/runtimes.ts'

/** A library on a runtime. */
export interface Library {
  /** The server folder that has its steps. */
  folder: Server
  /** The file that is imported: built where the folder is built. */
  steps: string
  runtime: Runtime
}

const SOURCE = 'steps.ts'

/**
 * @param directories of server folders
 * @param names of folders; all that have steps where it is left out
 * @throws UsageError where there is no such folder, or none is left
 */
export function findLibraries(
  directories: readonly string[],
  names: readonly string[] | undefined,
  runtimes: readonly Runtime[],
): { libraries: Library[]; notInstalled: MissingServer[] } {
  const folders = findServerFolders(directories).filter(({ directory }) => existsSync(join(directory, SOURCE)))
  const { installed, notInstalled } = discoverServers(chooseServers(folders, names), updateUser.name)
  const libraries = installed
    .filter(({ manifest }) => manifest.runtime === 'node')
    .flatMap((server) => {
      const steps = join(server.directory, server.builds ? 'dist/steps.js' : SOURCE)
      // The folder is built where its steps are not there yet or are older than their source.
      const folder = { ...server, source: join(server.directory, SOURCE), entry: steps }
      return runtimes.map((runtime) => ({ folder, steps, runtime }))
    })
  const [missing] = notInstalled
  if (libraries.length === 0) {
    throw new UsageError(missing ? `${missing.name} is not installed: ${missing.install}` : `no folder has ${SOURCE}`)
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
