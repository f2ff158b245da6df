/** File format of `bundle`: bytes of validation libraries, typed clients and servers, bundled for production. */
import { z } from 'zod'
import {
  headOf,
  instrumentFiles,
  NotInstalled,
  serverHead,
} from '../../../shared/format/instrument-files.ts'

const bytes = z.int().positive()

export const KINDS = ['library', 'client', 'server'] as const

export const Bundle = z.strictObject({
  raw: bytes.describe('bundled, not minified'),
  minified: bytes,
  gzipped: bytes.describe('minified, then gzip -9'),
  asDocumented: bytes
    .optional()
    .describe(
      'minified and gzipped with zod imported as the documentation shows, where that differs',
    ),
  builtins: z
    .array(z.string())
    .describe('Node modules that it imports; with any, it does not run in a browser'),
})

export const BundleFile = z.strictObject({
  ...headOf('bundle', 2),
  scenario: z.literal('update-user'),
  servers: z.array(
    z.strictObject({ ...serverHead, kind: z.enum(KINDS), bundle: Bundle.nullable() }),
  ),
  notInstalled: NotInstalled,
})

export type BundleKind = (typeof KINDS)[number]
export type Bundle = z.infer<typeof Bundle>
export type BundleFile = z.infer<typeof BundleFile>

export const bundleStore = instrumentFiles<BundleFile>(BundleFile)
