/**
 * File format of `footprint`: the production dependencies of each server, and their size on disk.
 */

import { z } from 'zod'
import { RUNTIMES } from '../../../shared/format/disclosure.ts'
import {
  Disqualified,
  headOf,
  instrumentFiles,
  NotInstalled,
} from '../../../shared/format/instrument-files.ts'
import { count } from '../../../shared/format/numbers.ts'

const FootprintPackage = z.strictObject({
  name: z.string(),
  version: z.string(),
  bytes: count.describe('size of its own files'),
  files: count,
  installScript: z.boolean().describe('whether the package has an install script'),
})

const FootprintServer = z.strictObject({
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  runtime: z.enum(RUNTIMES),
  router: z.boolean(),
  builds: z.boolean().describe('whether it must be built before it runs'),
  direct: count.describe('packages that its folder lists'),
  closure: z.array(count).describe('all packages that npm installs, as indices into `packages`'),
  refusal: Disqualified,
})

export const Footprint = z.strictObject({
  ...headOf('footprint', 2),
  packages: z.array(FootprintPackage).describe('of all servers, each version once'),
  servers: z.array(FootprintServer),
  notInstalled: NotInstalled,
})

export type Footprint = z.infer<typeof Footprint>
export type FootprintServer = z.infer<typeof FootprintServer>
export type FootprintPackage = z.infer<typeof FootprintPackage>

export type FootprintSummary = ReturnType<typeof summarizeFootprint>

/** Packages to name. */
const LARGEST = 2

/** Sums up a server's dependencies; packages with an install script are named as `name@version`. */
export function summarizeFootprint(
  { closure }: Pick<FootprintServer, 'closure'>,
  { packages }: Pick<Footprint, 'packages'>,
) {
  const own = closure.map((index) => packages[index] as FootprintPackage)
  const byBytes = own.toSorted((a, b) => b.bytes - a.bytes)
  return {
    packages: own.length,
    largest: byBytes.slice(0, LARGEST),
    bytes: own.reduce((sum, { bytes }) => sum + bytes, 0),
    installScripts: own.flatMap(({ name, version, installScript }) =>
      installScript ? [`${name}@${version}`] : [],
    ),
  }
}

export const footprintStore = instrumentFiles<Footprint>(Footprint)
