/**
 * Installs a version of a package for a server into a directory of its own: a copy of the server's folder and of `shared/models/`,
 * and all packages, with that version wherever the package occurs. Nothing in the repository is written.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { messageOf, Unmeasurable, UsageError } from '../../../shared/basics/errors.ts'
import { ROOT } from '../../../shared/basics/root.ts'
import type { Scenario } from '../../../shared/scenarios/scenario.ts'
import { closureOf, type InstalledPackage } from '../../host/closure.ts'
import { copyFolder } from '../../host/folder-copy.ts'
import { npm } from '../../host/npm.ts'
import {
  discoverServers,
  findServerFolders,
  MODELS_DIR,
  SERVERS_DIR,
  type Server,
  type ServerFolder,
} from '../../host/servers.ts'
import type { PackageSpec } from './spec.ts'

/** A server with one of the two versions. */
export interface Place {
  server: Server
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
  scenario: Scenario
}

/**
 * @throws Unmeasurable if the version cannot be packed or installed, or a package of the server is missing then
 * @throws UsageError if the server does not need the package
 */
export async function makePlace({ workshop, name, spec, label, folder, scenario }: PlaceOrder): Promise<Place> {
  const place = join(workshop, name)
  mkdirSync(place)
  const version = await attempt(`${label} cannot be packed`, () => versionOf(spec, place))
  const copy = copyServer(folder, place)
  writeManifests(place, copy, spec.name, version, folder.builds)
  const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  await attempt(`${label} cannot be installed`, () => npm(['install', ...options], place))
  const closure = await attempt(label, async () => closureOf(copy, folder.dependencies))
  const own = closure.find((each) => each.name === spec.name)
  if (own) pinVersion(copy, own)
  const [found] = findServerFolders([dirname(copy)])
  const { installed, notInstalled } = discoverServers(found ? [found] : [], scenario.name)
  const [server] = installed
  if (!server) throw new Unmeasurable(`${label}: ${folder.name} lacks ${notInstalled[0]?.missing}`)
  if (!own) throw new UsageError(`${folder.name} does not need ${spec.name}: choose another server with --servers`)
  return {
    server: { ...server, name: label, manifest: { ...server.manifest, name: label } },
    version: own.version,
    closure,
  }
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
  const copy = join(place, 'servers', folder.name)
  mkdirSync(copy, { recursive: true })
  if (dirname(folder.directory) !== SERVERS_DIR) {
    copyFolder(folder, copy)
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

function writeManifests(place: string, copy: string, name: string, version: string, builds: boolean): void {
  const file = join(copy, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (!builds) delete manifest.devDependencies
  writeFileSync(file, JSON.stringify(manifest, null, 2))
  const own = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const tools = FOR_BUILDS.map((tool) => [tool, own.devDependencies[tool]])
  const root = {
    name: 'place',
    private: true,
    type: 'module',
    workspaces: ['servers/*'],
    devDependencies: builds ? Object.fromEntries(tools) : {},
    // Overrides the server's own dependency, too.
    overrides: { [name]: version },
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify(root, null, 2))
}
