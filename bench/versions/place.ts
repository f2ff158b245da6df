/**
 * Installs versions of packages for a server into a directory of its own: a copy of the server's folder and of `shared/models/`,
 * and all packages, with that version wherever the package occurs. Nothing in the repository is written.
 */
import { createHash, hash } from 'node:crypto'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, parse, relative, sep } from 'node:path'
import { transformSync } from 'esbuild'
import { messageOf, Unmeasurable, UsageError } from '../../shared/basics/errors.ts'
import { closureOf, type InstalledPackage } from '../folders/closure.ts'
import { type Manager, npm } from '../folders/package-manager.ts'
import { copyServer, INSTALL, OWN_DIRS, writeManifests } from '../folders/server-copy.ts'
import {
  discoverServers,
  findServerFolders,
  type Server,
  type ServerFolder,
} from '../folders/servers.ts'
import { runtimeIn, runtimeOf } from '../machine/runtimes.ts'
import { assertName, packedVersions } from './pack.ts'
import type { Specs } from './spec.ts'
import { NO_SERVER } from './subject.ts'

/** A server's folder with the packages of one side. */
export interface Place {
  /** Returns the server with this file of the folder as entry. @throws Unmeasurable where a package of the folder is missing */
  server(file: string): Server
  /** Copies a module to the folder, so that it finds the packages, and returns it as entry. */
  withModule(file: string): Server
  /** Digests of all files of the packages and their siblings. */
  contents: string
  /** Installed version of the first package. */
  version: string
  /** Day of its release, such as `2026-11-18`; null if it is not from the registry, or the registry does not say. */
  released: string | null
  /** Further packages of the same repository, installed with it, as name@version. */
  siblings: string[]
  closure: InstalledPackage[]
}

interface PlaceOrder {
  /** Temporary directory of all places. */
  workshop: string
  /** Name of the place's directory. */
  name: string
  specs: Specs
  /** Name for the server. */
  label: string
  folder: ServerFolder
  /** Packs folders; default: that of their repository. */
  pack: Manager | undefined
  /** Packages of the repository that measuring needs beside the server's. */
  tools: readonly string[]
}

/**
 * @throws Unmeasurable if the version cannot be packed or installed, or a package of the server is missing then
 * @throws UsageError if the server does not need the package
 */
export async function makePlace({
  workshop,
  name,
  specs,
  label,
  folder,
  pack,
  tools,
}: PlaceOrder): Promise<Place> {
  const place = join(workshop, name)
  const archives = join(place, 'archives')
  const versions: Record<string, string> = {}
  for (const [i, spec] of specs.entries()) {
    const directory = join(archives, `${i}`)
    mkdirSync(directory, { recursive: true })
    const needed = [...folder.dependencies, ...specs.map((each) => each.name), ...tools]
    const order = { spec, needed, manager: pack, directory }
    const packed = await orUnmeasurable(`${label} cannot be packed`, () => packedVersions(order))
    // A sibling may be given as another version.
    Object.assign(versions, { ...packed, ...versions, [spec.name]: packed[spec.name] })
  }
  const runtime = runtimeOf(specs[0].name)
  const copy =
    folder === NO_SERVER ? emptyFolder(place, runtime ? {} : versions) : copyServer(folder, place)
  if (!folder.builds && (runtime === 'node' || isOurs(folder))) withoutTypes(place)
  writeManifests(place, copy, {
    versions,
    builds: folder.builds,
    tools,
    direct: runtime ? versions : {},
  })
  await orUnmeasurable(`${label} cannot be installed`, () => npm(INSTALL, place))
  const ownDependencies =
    folder === NO_SERVER ? specs.map((spec) => spec.name) : folder.dependencies
  const needed = [...ownDependencies, ...(runtime ? [specs[0].name] : [])]
  const closure = await orUnmeasurable(label, async () => closureOf(copy, needed))
  const replaced = new Map(
    closure.filter((each) => each.name in versions).map((each) => [each.name, each]),
  )
  const namedPackages = specs.map((spec) => {
    const installed = replaced.get(spec.name)
    if (installed) return installed
    throw new UsageError(
      `${folder.name} does not need ${spec.name}: choose another server with --servers`,
    )
  }) as [InstalledPackage, ...InstalledPackage[]]
  for (const each of namedPackages)
    await orUnmeasurable(label, async () => assertName(each.directory, each.name))
  pinVersions(copy, [...replaced.values()])
  const copied = findServerFolders([dirname(copy)])
  const server = (file: string) => {
    const find = runtime && (() => runtimeIn(place, runtime))
    const { installed, notInstalled } = discoverServers(copied, file, find)
    const [server] = installed
    if (!server)
      throw new Unmeasurable(
        `${label}: ${folder.name} lacks ${notInstalled[0]?.missing ?? `${file}.ts`}`,
      )
    return { ...server, name: label, manifest: { ...server.manifest, name: label } }
  }
  return {
    server,
    withModule(file) {
      mkdirSync(join(copy, CASES), { recursive: true })
      copyFileSync(file, join(copy, CASES, basename(file)))
      const caseServer = server(`${CASES}/${parse(file).name}`)
      return { ...caseServer, entry: caseServer.source, builds: false }
    },
    contents: [...replaced.values()].map(({ directory }) => contentsOf(directory)).join(' '),
    version: namedPackages[0].version,
    released: 'version' in specs[0].source ? await releaseDate(namedPackages[0], place) : null,
    siblings: [...replaced.values()]
      .filter((each) => !namedPackages.includes(each))
      .map((each) => `${each.name}@${each.version}`),
    closure,
  }
}

/** Directory of a folder for modules of the user's own. */
const CASES = 'cases'

/** Writes a folder that needs these packages, and has no server. */
function emptyFolder(place: string, versions: Record<string, string>): string {
  const { directory: _, name, manifest } = NO_SERVER
  const copy = join(place, 'servers', name.replaceAll(' ', '-'))
  mkdirSync(copy, { recursive: true })
  const packageJson = { name: 'cases', private: true, type: 'module', dependencies: versions }
  writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...packageJson, bench: manifest }))
  return copy
}

async function releaseDate(
  { name, version }: InstalledPackage,
  cwd: string,
): Promise<string | null> {
  try {
    return JSON.parse(await npm(['view', name, 'time', '--json'], cwd))[version].slice(0, 10)
  } catch {
    // Not all registries say.
    return null
  }
}

/** Returns a digest of the names and contents of a package's files, without those of packages inside it. */
export function contentsOf(directory: string): string {
  const inside = join(directory, 'node_modules', sep)
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.startsWith(inside))
    .map((path) => relative(directory, path))
    .sort()
  const digest = createHash('sha256')
  for (const file of files)
    digest.update(JSON.stringify([file, hash('sha256', readFileSync(join(directory, file)))]))
  return digest.digest('hex')
}

async function orUnmeasurable<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Unmeasurable(`${what}: ${messageOf(error)}`)
  }
}

/**
 * Whether it is one of the suite's folders for Node. Stripping types would be half of what a process executes until its first response.
 * Code of a user's own may name its files.
 */
const isOurs = ({ directory, manifest }: ServerFolder) =>
  manifest.runtime === 'node' && OWN_DIRS.includes(dirname(directory))

/** Replaces TypeScript by JavaScript, which older versions of Node run, too. */
export function withoutTypes(place: string): void {
  for (const file of globSync('**/*.ts', { cwd: place })) {
    const path = join(place, file)
    const { code } = transformSync(readFileSync(path, 'utf8'), { loader: 'ts', target: 'node18' })
    writeFileSync(
      path.replace(/ts$/, 'js'),
      code.replaceAll(/(?<=(from |import |import\()"\.[^"]*\.)ts(?=")/g, 'js'),
    )
    rmSync(path)
  }
}

/** Writes installed versions into the copy's package.json; they may have been requested as a range or a tag. */
function pinVersions(copy: string, installed: readonly InstalledPackage[]): void {
  const file = join(copy, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const { name, version } of installed) {
    if (name in (manifest.dependencies ?? {})) manifest.dependencies[name] = version
  }
  writeFileSync(file, JSON.stringify(manifest, null, 2))
}
