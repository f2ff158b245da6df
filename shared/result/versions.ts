/**
 * Files of versions: two versions of one package under the same server, measured in turns. One a run of `versions`, written
 * once, with a checksum; what was counted and what was measured stand in it as in files of their own kinds, and what follows
 * from them is in `versions-verdict.ts`. The zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { Environment, Source } from './environment.ts'
import { packedResult } from './file.ts'
import { Result } from './format.ts'
import { Counts } from './instructions.ts'
import { instrumentFiles } from './instrument-files.ts'
import { type Stored, storedFiles } from './stored-files.ts'

const VERSIONS_VERSION = 1

const Side = z.strictObject({
  label: z.string().describe('what it is called in all that follows'),
  spec: z.string().describe('as it was asked for; of a file its name alone'),
  version: z.string().describe('that was installed'),
  packages: z.array(z.string()).describe('of the server’s closure, as name@version, sorted'),
})

export const Versions = z.strictObject({
  schemaVersion: z.literal(VERSIONS_VERSION),
  metric: z.literal('versions'),
  package: z.string(),
  server: z.string().describe('folder whose files both were run with'),
  scenario: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  environment: Environment,
  source: Source,
  first: Side,
  second: Side,
  counts: Counts.omit({ checksum: true })
    .nullable()
    .describe('instructions of both, by their labels; null where they were not counted'),
  notCounted: z.string().nullable().describe('why not, in one line; null where nobody asked for it'),
  run: Result.omit({ checksum: true })
    .nullable()
    .describe('requests/s of both, by their labels; null where they were not measured'),
  failBelow: z
    .number()
    .positive()
    .nullable()
    .describe('share by which the second may be slower: 0.03 is 3%; null where nobody asked for a gate'),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Versions = z.infer<typeof Versions>
export type UnsealedVersions = Omit<Versions, 'checksum'>
export type VersionsSide = z.infer<typeof Side>

export function newVersions(measured: Omit<UnsealedVersions, 'schemaVersion' | 'metric'>): UnsealedVersions {
  return { schemaVersion: VERSIONS_VERSION, metric: 'versions', ...measured }
}

/** From the repository's root. */
const FOLDER = 'results/versions'

const files = instrumentFiles<Versions>({
  schema: Versions,
  metric: 'versions',
  folder: FOLDER,
  byScenario: false,
  maker: 'versions <package@a> <package@b>',
  isNone: 'is no file of versions',
  isInvalid: 'holds no valid comparison of versions',
  pack: (versions) => ({ ...versions, run: versions.run && packedResult(versions.run) }),
})
export const versionsPath = files.path
export const writeVersions = files.write
export const readVersions = files.read

/**
 * The files that are published: of each package under each server in each scenario the newest that was made from sources
 * without changes, by the package's name. The rule looks at no figure.
 * @throws UsageError where a file is broken
 */
export function versionsToPublish(root = ROOT): Stored<Versions>[] {
  const keyOf = ({ package: name, server, scenario }: Versions) => `${name} ${server} ${scenario}`
  const clean = storedFiles(FOLDER, readVersions, root).filter(({ file }) => file.source.clean !== false)
  const newest = new Map(clean.map((stored) => [keyOf(stored.file), stored]))
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored)
}
