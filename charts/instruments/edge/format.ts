/** File format of `edge`: whether workers run under workerd, and how. */
import { z } from 'zod'
import {
  instrumentFiles,
  serverHead,
  serversFile,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative } from '../../../shared/format/numbers.ts'
import { Counting } from '../../../shared/results/counting.ts'

export const KINDS = ['framework', 'library'] as const

const Ran = z.strictObject({
  failure: z.string().nullable().describe('why it does not start or violates the contract'),
  functions: count
    .nullable()
    .describe('made of strings, at start-up and in requests; null where it fails'),
})

const Cost = z.strictObject({
  workers: nonNegative.describe('bundled as wrangler does by default'),
  withoutKeepNames: nonNegative
    .optional()
    .describe('with keep_names: false; absent in older files'),
  node: nonNegative.optional().describe('by Node; in older files'),
})

const Edge = z.strictObject({
  node: Ran.describe('on Node'),
  workers: Ran.describe('under workerd with its default: code may be generated at start-up alone'),
  strict: Ran.describe('under workerd where no code may be generated'),
  starts: z
    .array(nonNegative)
    .describe('instructions of workerd to the first correct response, of each process'),
  documentedStarts: z
    .array(nonNegative)
    .optional()
    .describe(
      'the same with zod imported as the documentation shows, where that changes the bundle',
    ),
  costs: z.array(Cost).describe('instructions of workerd per request, of other processes'),
})

const EdgeProtocol = z.strictObject({
  workerd: z.string(),
  compatibilityDate: z.string(),
  processes: count.min(1).describe('of each worker'),
  seed: count,
  counting: Counting.pick({ counterVersion: true, selfCheck: true }).nullable(),
})

const EdgeServer = z.strictObject({ ...serverHead, kind: z.enum(KINDS), edge: Edge.nullable() })

export const EdgeFile = serversFile('edge', 2, EdgeProtocol, EdgeServer, {})

export type Ran = z.infer<typeof Ran>
export type Cost = z.infer<typeof Cost>
export type Edge = z.infer<typeof Edge>
export type EdgeFile = z.infer<typeof EdgeFile>

export const edgeStore = instrumentFiles<EdgeFile>(EdgeFile)
