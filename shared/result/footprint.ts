/**
 * Files of footprints: what each server's production closure puts on the disk. One a run of `footprint`, written once, with
 * a checksum; the zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { RUNTIMES } from './disclosure.ts'
import { Environment, Source } from './environment.ts'
import { instrumentFiles } from './instrument-files.ts'
import { fittest, numberOfServers, type Stored, storedFiles } from './stored-files.ts'

const FOOTPRINT_VERSION = 1

const count = z.int().nonnegative()

const FootprintPackage = z.strictObject({
  name: z.string(),
  version: z.string(),
  bytes: count.describe('of its own files'),
  files: count,
  installScript: z.boolean().describe('whether npm runs a program of its own when it installs the package'),
})

const FootprintServer = z.strictObject({
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  runtime: z.enum(RUNTIMES),
  builds: z.boolean().describe('whether it must be built before it runs'),
  direct: count.describe('packages that its folder names'),
  closure: z.array(count).describe('all packages that it needs, by their places in the list'),
  refusal: z.string().nullable().describe('why it has no footprint, in one line'),
})

export const Footprint = z.strictObject({
  schemaVersion: z.literal(FOOTPRINT_VERSION),
  metric: z.literal('footprint'),
  startedAt: z.iso.datetime(),
  environment: Environment,
  source: Source,
  packages: z.array(FootprintPackage).describe('of all closures, each once'),
  servers: z.array(FootprintServer),
  notInstalled: z.array(z.strictObject({ name: z.string(), install: z.string() })),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Footprint = z.infer<typeof Footprint>
export type UnsealedFootprint = Omit<Footprint, 'checksum'>
export type FootprintServer = z.infer<typeof FootprintServer>
export type FootprintPackage = z.infer<typeof FootprintPackage>

export function newFootprint(footprint: Omit<UnsealedFootprint, 'schemaVersion' | 'metric'>): UnsealedFootprint {
  return { schemaVersion: FOOTPRINT_VERSION, metric: 'footprint', ...footprint }
}

/** What follows for one server. */
export interface FootprintSummary {
  packages: number
  bytes: number
  files: number
  /** Packages that run a program when they are installed, as `name@version`. */
  installScripts: string[]
}

/** Sums up a server's closure. */
export function summarizeFootprint(
  { closure }: Pick<FootprintServer, 'closure'>,
  { packages }: Pick<Footprint, 'packages'>,
): FootprintSummary {
  const own = closure.map((index) => packages[index] as FootprintPackage)
  return {
    packages: own.length,
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    files: own.reduce((sum, { files }) => sum + files, 0),
    installScripts: own.flatMap(({ name, version, installScript }) => (installScript ? [`${name}@${version}`] : [])),
  }
}

/** From the repository's root. */
const FOOTPRINT_FOLDER = 'results/footprint'

const files = instrumentFiles<Footprint>({
  schema: Footprint,
  metric: 'footprint',
  folder: FOOTPRINT_FOLDER,
  byScenario: false,
  maker: 'footprint',
  isNone: 'is no file of footprints',
  isInvalid: 'holds no valid footprints',
})
export const footprintPath = files.path
export const writeFootprint = files.write
export const readFootprint = files.read

/** The footprints that are published: those that the rule has. */
export function footprintToPublish(root = ROOT): Stored<Footprint> | null {
  return fittest(storedFiles(FOOTPRINT_FOLDER, readFootprint, root), numberOfServers)[0] ?? null
}
