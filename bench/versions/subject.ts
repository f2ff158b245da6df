/** Finds the server or library that two versions of a package are compared under. */
import { UsageError } from '../../shared/basics/errors.ts'
import { closureOf } from '../folders/closure.ts'
import { OWN_DIRS } from '../folders/server-copy.ts'
import { chooseServers, findServerFolders, type ServerFolder } from '../folders/servers.ts'
import { runtimeOf } from '../machine/runtimes.ts'

/** Stands for a server where only cases are counted: a folder with nothing but their packages. */
export const NO_SERVER: ServerFolder = {
  name: 'no server',
  directory: '',
  manifest: {
    runtime: 'node',
    router: false,
    validation: {
      by: 'framework',
      how: 'interpreted',
      unknownKeys: 'stripped',
      coerces: false,
      errors: 'all',
    },
    serializer: 'JSON.stringify',
    description: 'cases of a module',
    wire: 'plain',
    tuned: null,
    tags: [],
    notes: [],
    workarounds: [],
    knownDeviations: [],
  },
  dependencies: [],
  versions: {},
  builds: false,
}

interface Choice {
  /** Name of the folder; undefined for the one that shows this package's version. */
  servers?: string | undefined
  serversDir: readonly string[]
}

/**
 * @param names packages of a side, of which the server needs each
 * @throws UsageError before anything is installed, where the folder does not need a package or there is none
 */
export function folderFor(names: readonly string[], { servers, serversDir }: Choice): ServerFolder {
  const folders = findServerFolders([...OWN_DIRS, ...serversDir])
  if (servers !== undefined) {
    const [folder] = chooseServers(folders, [servers]) as [ServerFolder]
    const other = names.find((name) => dependsOn(folder, name) === false)
    if (other !== undefined)
      throw new UsageError(
        `${folder.name} does not need ${other}: choose another server with --servers`,
      )
    return folder
  }
  const matching = folders.filter(({ manifest }) => names.includes(manifest.package ?? ''))
  // If several do, the one with the package's name, such as express beside express-zod.
  const [folder] =
    matching.length === 1 ? matching : matching.filter((each) => names.includes(each.name))
  if (folder) return folder
  const users =
    matching.length > 0
      ? matching
      : folders.filter((each) => names.every((name) => dependsOn(each, name)))
  if (users.length === 0)
    throw new UsageError(
      `no server uses ${names.join(', ')}: --servers-dir takes a directory with your own`,
    )
  throw new UsageError(
    `several servers use ${names.join(', ')}: choose ${users.map((each) => each.name).join(', ')} with --servers`,
  )
}

/** Returns whether a folder needs a package, or runs on it; undefined where its own packages are not installed. */
function dependsOn(
  { directory, dependencies, manifest }: ServerFolder,
  name: string,
): boolean | undefined {
  if (dependencies.includes(name) || runtimeOf(name) === manifest.runtime) return true
  try {
    return closureOf(directory, dependencies).some((each) => each.name === name)
  } catch {
    return undefined
  }
}
