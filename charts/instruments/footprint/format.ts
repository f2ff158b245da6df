/**
 * Files of footprints: what each server's production closure puts on the disk. One a run of `footprint`, written once, with
 * a checksum; the zod schema below is the only definition.
 */

import { z } from 'zod'
import { RUNTIMES } from '../../../shared/results/disclosure.ts'
import { Disqualified, headOf, instrumentFiles, NotInstalled } from '../../../shared/results/instrument-files.ts'
import { count } from '../../../shared/results/numbers.ts'

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
  refusal: Disqualified,
})

export const Footprint = z.strictObject({
  ...headOf('footprint', 1),
  finishedAt: z.iso.datetime().nullable().describe('null in a file from before it was kept'),
  packages: z.array(FootprintPackage).describe('of all closures, each once'),
  servers: z.array(FootprintServer),
  notInstalled: NotInstalled,
})

export type Footprint = z.infer<typeof Footprint>
export type FootprintServer = z.infer<typeof FootprintServer>
export type FootprintPackage = z.infer<typeof FootprintPackage>

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

export const footprintStore = instrumentFiles<Footprint>(Footprint)
