/**
 * Files of versions: two versions of one package under the same server, measured in turns. One a run of `versions`, written
 * once, with a checksum; what was counted and what was measured stand in it as in files of their own kinds, and what follows
 * from them is in `versions-verdict.ts`. The zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { packedResult } from '../../../shared/results/file.ts'
import { Result } from '../../../shared/results/format.ts'
import { Counts } from '../../../shared/results/instructions.ts'
import { headOf, instrumentFiles, type Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'

const Side = z.strictObject({
  label: z.string().describe('what it is called in all that follows'),
  spec: z.string().describe('as it was asked for; of a file its name alone'),
  version: z.string().describe('that was installed'),
  packages: z.array(z.string()).describe('of the server’s closure, as name@version, sorted'),
})

export const Versions = z.strictObject({
  ...headOf('versions', 1),
  package: z.string(),
  server: z.string().describe('folder whose files both were run with'),
  scenario: z.string(),
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
})

export type Versions = z.infer<typeof Versions>
export type UnsealedVersions = Unsealed<Versions>
export type VersionsSide = z.infer<typeof Side>

export const versionsStore = instrumentFiles<Versions>(Versions, {
  pack: (versions) => ({ ...versions, run: versions.run && packedResult(versions.run) }),
})

/**
 * The files that are published: of each package under each server in each scenario the newest that was made from sources
 * without changes, by the package's name. The rule looks at no figure.
 * @throws UsageError where a file is broken
 */
export function versionsToPublish(root = ROOT): Stored<Versions>[] {
  const keyOf = ({ package: name, server, scenario }: Versions) => `${name} ${server} ${scenario}`
  const clean = versionsStore.stored(root).filter(({ file }) => file.source.clean !== false)
  const newest = new Map(clean.map((stored) => [keyOf(stored.file), stored]))
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored)
}
