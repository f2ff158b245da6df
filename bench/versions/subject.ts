/** Finds the server or library that two versions of a package are compared under. */
import { UsageError } from '../../shared/basics/errors.ts'
import { closureOf } from '../folders/closure.ts'
import { OWN_DIRS } from '../folders/server-copy.ts'
import { chooseServers, findServerFolders, type ServerFolder } from '../folders/servers.ts'
import { runtimeOf } from '../machine/runtimes.ts'

interface Choice {
  /** Name of the folder; undefined for the one that shows this package's version. */
  servers?: string | undefined
  serversDir: readonly string[]
}

/** @throws UsageError before anything is installed, where the folder does not need the package or there is none */
export function folderFor(name: string, { servers, serversDir }: Choice): ServerFolder {
  const folders = findServerFolders([...OWN_DIRS, ...serversDir])
  if (servers !== undefined) {
    const [folder] = chooseServers(folders, [servers]) as [ServerFolder]
    if (needs(folder, name) === false)
      throw new UsageError(
        `${folder.name} does not need ${name}: choose another server with --servers`,
      )
    return folder
  }
  const own = folders.filter(({ manifest }) => manifest.package === name)
  // If several do, the one with the package's name, such as express beside express-zod.
  const [folder] = own.length === 1 ? own : own.filter((each) => each.name === name)
  if (folder) return folder
  const users = own.length > 0 ? own : folders.filter((each) => needs(each, name))
  if (users.length === 0)
    throw new UsageError(`no server uses ${name}: --servers-dir takes a directory with your own`)
  throw new UsageError(
    `several servers use ${name}: choose ${users.map((each) => each.name).join(', ')} with --servers`,
  )
}

/** Returns whether a folder needs a package, or runs on it; undefined where its own packages are not installed. */
function needs(
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
