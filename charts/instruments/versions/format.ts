/**
 * File format of `versions`: two versions of one package under the same server, interleaved. Verdicts follow from the rest by
 * `verdict.ts`.
 */
import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { Result } from '../../../shared/format/format.ts'
import { headOf, instrumentFiles, type Unsealed } from '../../../shared/format/instrument-files.ts'
import type { Stored } from '../../../shared/format/stored-files.ts'
import { packedResult } from '../../../shared/results/file.ts'

const Side = z.strictObject({
  label: z.string().describe('name in the other fields'),
  spec: z.string().describe('as given on the command line; of a file only its name'),
  version: z.string().describe('installed version'),
  released: z.iso
    .date()
    .nullable()
    .optional()
    .describe('by the registry; null: not from it, or it did not say'),
  commit: z.string().nullable().describe('that it was packed from; null: not given'),
  siblings: z
    .array(z.string())
    .describe(
      'packages of the same repository that replaced those of the registry, as name@version',
    ),
  packages: z.array(z.string()).describe('the server’s dependencies, as name@version, sorted'),
})

const Values = z.array(z.number())

const Row = z.strictObject({
  name: z.string().describe('what is measured, such as instructions/request'),
  first: Values.describe('a value per process of the first version; one value where all are equal'),
  second: Values,
})

const Measured = z.strictObject({
  metric: z.string(),
  threshold: z.number().min(0).max(1).describe('least share that matters: 0.03 is 3%'),
  exact: z.boolean().describe('repeated measurements give the same value'),
  larger: z.enum(['slower', 'larger']).describe('the word for a larger value of the second'),
  how: z.string().describe('the method, in one line; empty if not measured'),
  notMeasured: z.string().nullable().describe('the reason, in one line; null if measured'),
  rows: z.array(Row).describe('empty for requests/s, which `run` has'),
})

const Verdict = z.strictObject({
  metric: z.string(),
  name: z.string(),
  old: z.number(),
  new: z.number(),
  ratio: z.number().describe('new over old'),
  low: z.number().nullable().describe('of its 95% interval; null if unknown'),
  high: z.number().nullable(),
  threshold: z.number(),
  finds: z
    .number()
    .nullable()
    .describe(
      'least share more that 95 of 100 comparisons with such an interval call worse; null if unknown',
    ),
  verdict: z
    .enum(['faster', 'slower', 'smaller', 'larger', 'no difference', 'undecided'])
    .describe('no difference: none larger than the threshold'),
})

export const Versions = z.strictObject({
  ...headOf('versions', 3),
  package: z.string(),
  server: z.string().describe('folder of the server that both ran with'),
  scenario: z.string(),
  first: Side,
  second: Side,
  repeat: z.string().describe('the command that repeats it'),
  equal: z
    .boolean()
    .describe('both sides have the same files in all packages, so that nothing was measured'),
  measured: z.array(Measured),
  notCounted: z
    .string()
    .nullable()
    .describe('reason for counting no instructions, in one line; null if counted'),
  run: Result.omit({ checksum: true })
    .nullable()
    .describe('requests/s of both, by label; null if not measured'),
  verdicts: z.array(Verdict),
})

export type Versions = z.infer<typeof Versions>
export type UnsealedVersions = Unsealed<Versions>
export type VersionsSide = z.infer<typeof Side>
export type VersionsMeasured = z.infer<typeof Measured>
export type VersionsRow = z.infer<typeof Row>
export type VersionsVerdict = z.infer<typeof Verdict>

export const versionsStore = instrumentFiles<Versions>(Versions, {
  pack: (versions) => ({ ...versions, run: versions.run && packedResult(versions.run) }),
})

/**
 * Returns the published files: for each two versions, server and scenario the newest clean one, sorted by version. The rule does not
 * look at figures.
 * @throws UsageError if a file is invalid
 */
export function versionsToPublish(root = ROOT): Stored<Versions>[] {
  const keyOf = ({ first, second, server, scenario }: Versions) =>
    `${first.spec} ${second.spec} ${server} ${scenario}`
  const clean = versionsStore.stored(root).filter(({ file }) => file.source.clean !== false)
  const newest = new Map(clean.map((stored) => [keyOf(stored.file), stored]))
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, stored]) => stored)
}
