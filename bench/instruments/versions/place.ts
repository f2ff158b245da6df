/**
 * Installs a version of a package for a server into a directory of its own: a copy of the server's folder and of `shared/models/`,
 * and all packages, with that version wherever the package occurs. Nothing in the repository is written.
 */
import { createHash, hash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { messageOf, Unmeasurable, UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import { closureOf, type InstalledPackage } from '../../host/closure.ts'
import { copyFolder } from '../../host/folder-copy.ts'
import { npm } from '../../host/npm.ts'
import { discoverServers, findServerFolders, MODELS_DIR, type Server, type ServerFolder } from '../../host/servers.ts'
import type { PackageSpec } from './spec.ts'
import { OWN_DIRS } from './subject.ts'

/** A server's folder with one of the two versions. */
export interface Place {
  /** Returns the server with this file of the folder as entry. @throws Unmeasurable where a package of the folder is missing */
  server(file: string): Server
  /** Digest of all files of the package. */
  contents: string
  /** Installed version of the package. */
  version: string
  closure: InstalledPackage[]
}

interface PlaceOrder {
  /** Temporary directory of all places. */
  workshop: string
  /** Name of the place's directory. */
  name: string
  spec: PackageSpec
  /** Name for the server. */
  label: string
  folder: ServerFolder
  /** Packages of the repository that measuring needs beside the server's. */
  tools: readonly string[]
}

/**
 * @throws Unmeasurable if the version cannot be packed or installed, or a package of the server is missing then
 * @throws UsageError if the server does not need the package
 */
export async function makePlace({ workshop, name, spec, label, folder, tools }: PlaceOrder): Promise<Place> {
  const place = join(workshop, name)
  mkdirSync(place)
  const version = await attempt(`${label} cannot be packed`, () => versionOf(spec, place))
  const copy = copyServer(folder, place)
  writeManifests(place, copy, { name: spec.name, version, builds: folder.builds, tools })
  const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  await attempt(`${label} cannot be installed`, () => npm(['install', ...options], place))
  const closure = await attempt(label, async () => closureOf(copy, folder.dependencies))
  const own = closure.find((each) => each.name === spec.name)
  if (!own) throw new UsageError(`${folder.name} does not need ${spec.name}: choose another server with --servers`)
  pinVersion(copy, own)
  const found = findServerFolders([dirname(copy)])
  return {
    server(file) {
      const { installed, notInstalled } = discoverServers(found, file)
      const [server] = installed
      if (!server) throw new Unmeasurable(`${label}: ${folder.name} lacks ${notInstalled[0]?.missing ?? `${file}.ts`}`)
      return { ...server, name: label, manifest: { ...server.manifest, name: label } }
    },
    contents: contentsOf(own.directory),
    version: own.version,
    closure,
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
  for (const file of files) digest.update(JSON.stringify([file, hash('sha256', readFileSync(join(directory, file)))]))
  return digest.digest('hex')
}

async function attempt<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new Unmeasurable(`${what}: ${messageOf(error)}`)
  }
}

/** Returns the version for npm. What is on disk is packed first, to measure what would be published. */
async function versionOf({ name, source }: PackageSpec, place: string): Promise<string> {
  if ('version' in source) return source.version
  const output = await npm(['pack', source.path, '--json', '--loglevel=error', '--pack-destination', place], place)
  // Scripts of the package may print before the JSON.
  const packed = JSON.parse(output.slice(output.search(/^[[{]\s*$/m)))
  const [{ name: packedName, filename }] = Array.isArray(packed) ? packed : Object.values(packed)
  if (packedName !== name) throw new Error(`it contains ${packedName}, not ${name}`)
  return `file:${join(place, basename(filename))}`
}

/** Copies the folder with its surroundings; for a folder outside the repository, rewrites paths instead. */
function copyServer(folder: ServerFolder, place: string): string {
  const copy = join(place, basename(dirname(folder.directory)), folder.name)
  mkdirSync(copy, { recursive: true })
  if (!OWN_DIRS.includes(dirname(folder.directory))) {
    copyFolder(folder, copy, [])
    return copy
  }
  const isSource = (path: string) => !/[/\\](node_modules|dist)$/.test(path)
  cpSync(folder.directory, copy, { recursive: true, filter: isSource })
  cpSync(MODELS_DIR, join(place, relative(ROOT, MODELS_DIR)), { recursive: true })
  cpSync(join(ROOT, 'tsconfig.base.json'), join(place, 'tsconfig.base.json'))
  return copy
}

/** Writes the installed version into the copy's package.json; it may have been requested as a range or a tag. */
function pinVersion(copy: string, { name, version }: InstalledPackage): void {
  const file = join(copy, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (name in (manifest.dependencies ?? {})) manifest.dependencies[name] = version
  writeFileSync(file, JSON.stringify(manifest, null, 2))
}

/** Packages of the repository that builds of servers need. */
const FOR_BUILDS = ['typescript', '@types/node']

interface Contents {
  name: string
  version: string
  builds: boolean
  tools: readonly string[]
}

function writeManifests(place: string, copy: string, { name, version, builds, tools }: Contents): void {
  const file = join(copy, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (!builds) delete manifest.devDependencies
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const needed = [...(builds ? FOR_BUILDS : []), ...tools].map((tool) => [tool, own.devDependencies[tool]])
  const root = {
    name: 'place',
    private: true,
    type: 'module',
    workspaces: [relative(place, copy)],
    devDependencies: Object.fromEntries(needed),
    // Overrides the server's own dependency, too.
    overrides: { [name]: version },
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify(root, null, 2))
}
