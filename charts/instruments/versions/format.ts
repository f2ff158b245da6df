/**
 * File format of `versions`: two versions of one package under the same server, interleaved. It embeds counts and a run; `verdict.ts` compares them.
 */
import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { packedResult } from '../../../shared/results/file.ts'
import { Result } from '../../../shared/results/format.ts'
import { Counts } from '../../../shared/results/instructions.ts'
import { headOf, instrumentFiles, type Unsealed } from '../../../shared/results/instrument-files.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'

const Side = z.strictObject({
  label: z.string().describe('name in the other fields'),
  spec: z.string().describe('as given on the command line; of a file only its name'),
  version: z.string().describe('installed version'),
  packages: z.array(z.string()).describe('the server’s dependencies, as name@version, sorted'),
})

export const Versions = z.strictObject({
  ...headOf('versions', 2),
  package: z.string(),
  server: z.string().describe('folder of the server that both ran with'),
  scenario: z.string(),
  first: Side,
  second: Side,
  counts: Counts.pick({ protocol: true, counterVersion: true, selfCheck: true, servers: true })
    .nullable()
    .describe('instructions of both, by label; null if not counted'),
  notCounted: z.string().nullable().describe('reason for not counting, in one line; null if not requested'),
  run: Result.omit({ checksum: true }).nullable().describe('requests/s of both, by label; null if not measured'),
  failBelow: z
    .number()
    .positive()
    .nullable()
    .describe('share by which the second may be slower: 0.03 is 3%; null without a gate'),
})

export type Versions = z.infer<typeof Versions>
export type UnsealedVersions = Unsealed<Versions>
export type VersionsSide = z.infer<typeof Side>

export const versionsStore = instrumentFiles<Versions>(Versions, {
  pack: (versions) => ({ ...versions, run: versions.run && packedResult(versions.run) }),
})

/**
 * Returns the published files: for each package, server and scenario the newest clean one, sorted by package. The rule does not
 * look at figures.
 * @throws UsageError if a file is invalid
 */
export function versionsToPublish(root = ROOT): Stored<Versions>[] {
  const keyOf = ({ package: name, server, scenario }: Versions) => `${name} ${server} ${scenario}`
  const clean = versionsStore.stored(root).filter(({ file }) => file.source.clean !== false)
  const newest = new Map(clean.map((stored) => [keyOf(stored.file), stored]))
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored)
}
