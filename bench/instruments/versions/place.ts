/**
 * A place of its own for a version of a package: a copy of a server's folder and of what servers may see, and all of its
 * packages installed anew, with that version wherever the package stands among them. Nothing of the repository is written.
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
  /** A temporary directory for all places. */
  workshop: string
  /** Of the place's directory. */
  name: string
  spec: PackageSpec
  /** What the server is called. */
  label: string
  folder: ServerFolder
  scenario: Scenario
}

/**
 * @throws Unmeasurable where the version can't be packed or installed, or a package of the server is missing then
 * @throws UsageError where the package is none of the server's
 */
export async function makePlace({ workshop, name, spec, label, folder, scenario }: PlaceOrder): Promise<Place> {
  const place = join(workshop, name)
  mkdirSync(place)
  const version = await attempt(`${label} can't be packed`, () => versionOf(spec, place))
  const copy = copyServer(folder, place)
  writeManifests(place, copy, spec.name, version, folder.builds)
  const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error']
  await attempt(`${label} can't be installed`, () => npm(['install', ...options], place))
  const closure = await attempt(label, async () => closureOf(copy, folder.dependencies))
  const own = closure.find((each) => each.name === spec.name)
  if (own) pinVersion(copy, own)
  const [found] = findServerFolders([dirname(copy)])
  const { installed, notInstalled } = discoverServers(found ? [found] : [], scenario.name)
  const [server] = installed
  if (!server) throw new Unmeasurable(`${label}: ${folder.name} lacks ${notInstalled[0]?.missing}`)
  if (!own) throw new UsageError(`${folder.name} does without ${spec.name}: choose another one by --server`)
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

/** What npm is told of it; a folder is packed first, so that what is measured is what would be published. */
async function versionOf({ name, source }: PackageSpec, place: string): Promise<string> {
  if (source.kind === 'registry') return source.version
  if (source.kind === 'archive') return `file:${source.path}`
  const output = await npm(['pack', '--json', '--loglevel=error', '--pack-destination', place], source.path)
  // Scripts of the package may have written before it.
  const packed = JSON.parse(output.slice(output.search(/^[[{]\s*$/m)))
  const [{ name: packedName, filename }] = Array.isArray(packed) ? packed : Object.values(packed)
  if (packedName !== name) throw new Error(`the folder holds ${packedName}, and not ${name}`)
  return `file:${join(place, basename(filename))}`
}

/** The folder with the same paths around it, or, from elsewhere, with paths that lead to the same files. */
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

/** Has the copy's package.json name the version that was installed, which may have been asked for as a range or a tag. */
function pinVersion(copy: string, { name, version }: InstalledPackage): void {
  const file = join(copy, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  if (name in (manifest.dependencies ?? {})) manifest.dependencies[name] = version
  writeFileSync(file, JSON.stringify(manifest, null, 2))
}

/** What builds of servers take from the repository's own packages. */
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
    // Wherever it stands, the server's own dependency included.
    overrides: { [name]: version },
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify(root, null, 2))
}
