/** Finds the servers: a server is a folder with a `"bench"` manifest in its package.json and a file per scenario. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { UsageError } from '../../shared/basics/errors.ts'
import { IS_PACKAGE, ROOT } from '../../shared/basics/root.ts'
import { didYouMean, unknownName } from '../../shared/basics/text.ts'
import { Name } from '../../shared/format/fields.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import {
  canImport,
  findRuntime,
  OLDER_NODE_MAJOR,
  type Runtime,
  runtimeInstall,
} from '../machine/runtimes.ts'
import { type Manifest, readPackageJson } from './manifest.ts'
import { installedVersions, manifestOf, missingPackage } from './package-json.ts'
import { linkSuite } from './suite-link.ts'

/** The repository's own servers. */
export const SERVERS_DIR = join(ROOT, 'servers')

/** Files that servers import from the repository; builds may contain them. */
export const MODELS_DIR = join(ROOT, 'shared/models')

/**
 * Name of a folder's file with as many routes as `ROUTES` says: numbered copies of `update-user`, to measure startup by
 * number of routes.
 */
export const MANY_ROUTES = 'routes'

/** Name of a folder's file with the steps of a validation library, and of the folder of those with other documented options. */
export const STEPS = 'steps'

/** Name of a folder's file that builds schemas, for what they retain. */
export const HEAP = 'heap'

/** Name of a folder's file that exports `update-user` as a worker: an object with `fetch`. */
export const EDGE = 'edge'

/** Folder of files by scenario: the server that lists all errors where it reports the first, or the other way round. */
export const OTHER_ERRORS = 'other-errors'

/** Files of probes in a server's folder: not part of the server. */
export const PROBE_FILES = [
  'workarounds',
  'strict-keys',
  OTHER_ERRORS,
  STEPS,
  ...[STEPS, MANY_ROUTES, HEAP, EDGE].map((name) => `${name}.ts`),
]

/** A server's folder, without its runtime and installed packages. */
export interface ServerFolder {
  name: string
  directory: string
  manifest: Manifest
  /** Names of the folder's own dependencies, optional peers included. */
  dependencies: string[]
  /** Their versions in package.json. */
  versions: Record<string, string>
  /** `npm run build` makes the file that runs: the manifest's `entry`, or `dist/<scenario>.js`. */
  builds: boolean
}

/** A server with its runtime and all packages installed. */
export interface Server extends ServerFolder {
  runtime: Runtime
  /** Reason why it does not run on the pinned Node, or null. */
  otherNode: string | null
  /** The source file of the scenario. */
  source: string
  /** The file that the runtime runs. */
  entry: string
  /** Installed version of the manifest's package; for a repackaged framework, its version and the package. */
  version: string | null
  packages: Record<string, string>
}

export interface MissingServer extends ServerFolder {
  /** Missing package, such as `restana 6.1.0`. */
  missing: string
  /** Command that installs what is missing. */
  install: string
}

export interface Discovery {
  installed: Server[]
  notInstalled: MissingServer[]
}

/**
 * Returns all server folders, sorted by name.
 * @param directories of folders, or a server's own
 * @throws UsageError for a broken manifest or a duplicate name
 */
export function findServerFolders(directories: readonly string[]): ServerFolder[] {
  const folders = new Map<string, ServerFolder>()
  for (const directory of directories) {
    if (!existsSync(directory) || !statSync(directory).isDirectory()) {
      throw new UsageError(
        `${directory} is not a directory: --servers-dir takes a directory of server folders`,
      )
    }
    const names = isServer(directory) ? [''] : readdirSync(directory).sort()
    for (const name of names) {
      const folder = readServerFolder(join(directory, name))
      if (!folder) continue
      const other = folders.get(folder.name)
      if (other)
        throw new UsageError(
          `two servers are called ${folder.name}: rename ${other.directory} or ${folder.directory}`,
        )
      folders.set(folder.name, folder)
    }
  }
  return [...folders.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns whether a directory is a server's folder itself. */
export function isServer(directory: string): boolean {
  try {
    return 'bench' in manifestOf(directory)
  } catch {
    return false
  }
}

function readServerFolder(directory: string): ServerFolder | undefined {
  const file = join(directory, 'package.json')
  if (!existsSync(file)) return undefined
  const place = relative('', file) || file
  if (!Name.safeParse(basename(directory)).success)
    throw new UsageError(
      `${dirname(place)}: the name of a server’s folder has lower-case letters, digits, hyphens and dots only`,
    )
  const { bench: manifest, dependencies, peerDependencies, scripts } = readPackageJson(file, place)
  assertExactVersions(place, directory, { dependencies, peerDependencies })
  const packages = Object.keys({ ...dependencies, ...peerDependencies })
  const shownPackage = manifest.package
  if (shownPackage !== undefined && !packages.includes(shownPackage)) {
    throw new UsageError(
      `${place}: bench.package: ${shownPackage} is not a dependency of the folder${didYouMean(shownPackage, packages)}`,
    )
  }
  return {
    name: basename(directory),
    directory,
    manifest,
    dependencies: packages,
    versions: { ...dependencies, ...peerDependencies },
    builds: 'build' in scripts,
  }
}

/** Matches an exact version, an alias with one (`npm:other@1.2.3`), or a directory or archive. */
const EXACT_VERSION = /^(npm:@?[^@]+@)?\d+\.\d+\.\d+(-[\w.-]+)?(\+[\w.-]+)?$|^file:/

/** Rejects version ranges: they resolve differently over time, so measurements could not be repeated. */
function assertExactVersions(
  place: string,
  directory: string,
  lists: Record<string, Record<string, string>>,
): void {
  for (const [list, packages] of Object.entries(lists)) {
    for (const [name, version] of Object.entries(packages)) {
      if (EXACT_VERSION.test(version)) continue
      const installed = installedVersions(directory, [name])[name]
      const fix = installed ? `"${installed}", the installed one` : 'an exact one, such as "1.2.3"'
      throw new UsageError(
        `${place}: ${list}: ${name} has "${version}", which is not an exact version: write ${fix}`,
      )
    }
  }
}

/** Returns the folder's file for a scenario; without one, the server does not take part. */
export function scenarioSource(folder: ServerFolder, scenario: string): string | undefined {
  return ['ts', 'mts', 'js', 'mjs', 'cjs']
    .map((extension) => join(folder.directory, `${fileOf(scenario)}.${extension}`))
    .find((path) => existsSync(path))
}

function fileOf(scenario: string): string {
  return scenarios.get(scenario)?.file ?? scenario
}

function shownVersion(
  { package: name, repackages }: Manifest,
  packages: Record<string, string>,
): string | null {
  const installed = name === undefined ? undefined : packages[name]
  if (installed === undefined) return null
  return repackages === undefined ? installed : `${repackages} (${name} ${installed})`
}

/**
 * Returns the servers of a scenario, divided by whether everything that they need is installed. Those outside the repository
 * that import the suite's files get a link to it.
 */
export function discoverServers(
  folders: readonly ServerFolder[],
  scenario: string,
  find: typeof findRuntime = findRuntime,
): Discovery {
  const found = folders.flatMap((folder) => {
    const source = scenarioSource(folder, scenario)
    return source ? installedServer(folder, scenario, source, find) : []
  })
  return {
    installed: found.filter((server) => 'runtime' in server),
    notInstalled: found.filter((server) => 'missing' in server),
  }
}

function installedServer(
  folder: ServerFolder,
  scenario: string,
  source: string,
  find: typeof findRuntime,
): Server | MissingServer {
  const { manifest, directory, dependencies, builds } = folder
  const notInstalled = (missing: string, install: string) => ({ ...folder, missing, install })
  linkSuite(directory)
  const declaredRuntime = find(manifest.runtime)
  if (!declaredRuntime)
    return notInstalled(manifest.runtime, manifest.install ?? runtimeInstall(manifest.runtime))
  const packages = installedVersions(directory, dependencies)
  const missing = dependencies.flatMap((name) => missingPackage(folder, name, packages[name]))
  if (missing.length > 0)
    return notInstalled(missing.join(', '), manifest.install ?? npmInstall(directory))
  const otherNode =
    manifest.native && !canLoad(declaredRuntime, folder)
      ? `${manifest.package} does not load on Node ${declaredRuntime.version}`
      : null
  const runtime = otherNode === null ? declaredRuntime : find('node', OLDER_NODE_MAJOR)
  if (!runtime)
    return notInstalled(`Node ${OLDER_NODE_MAJOR}`, runtimeInstall('node', OLDER_NODE_MAJOR))
  if (otherNode !== null && !canLoad(runtime, folder)) {
    const notes = `see the notes in ${relative('', join(directory, 'package.json'))}`
    return notInstalled(`a system on which ${manifest.package} loads`, notes)
  }
  const built = manifest.entry ?? join('dist', `${fileOf(scenario)}.js`)
  const entry = builds ? join(directory, built) : source
  const version = shownVersion(manifest, packages)
  return { ...folder, runtime, otherNode, source, entry, version, packages }
}

/** Returns a line with what a server needs and the command that installs it. */
export function missingLine({
  name,
  missing,
  install,
}: Pick<MissingServer, 'name' | 'missing' | 'install'>): string {
  return `${name} is not installed; it needs ${missing}: ${install}`
}

function canLoad(runtime: Runtime, { manifest, directory }: ServerFolder): boolean {
  return manifest.package === undefined || canImport(runtime, manifest.package, directory)
}

/**
 * Returns the command that installs the packages of a server's folder. Servers of the repository are npm workspaces.
 * @param shown the directory as the user wrote it
 */
export function npmInstall(directory: string, shown = directory): string {
  if (dirname(dirname(directory)) !== ROOT) return `npm install --prefix ${shown}`
  return IS_PACKAGE ? `choose it by --servers ${basename(directory)}` : 'npm install'
}

/**
 * Returns the named servers, in the order of `servers`.
 * @param directories in which a name may be of a folder without a package.json
 * @throws UsageError for an unknown name, with a list
 */
export function chooseServers<T extends ServerFolder>(
  servers: readonly T[],
  names: readonly string[] | undefined,
  directories: readonly string[] = [],
): T[] {
  if (!names) return [...servers]
  const knownNames = servers.map(({ name }) => name)
  const unknown = names.find((name) => !knownNames.includes(name))
  if (unknown === undefined) return servers.filter((server) => names.includes(server.name))
  const bare = directories
    .map((directory) => join(directory, unknown))
    .find((path) => existsSync(path) && !existsSync(join(path, 'package.json')))
  if (bare)
    throw new UsageError(
      `${relative('', bare) || bare} has no package.json: write one with a "bench" manifest, as CONTRIBUTING.md says`,
    )
  throw new UsageError(unknownName('server', unknown, knownNames))
}
