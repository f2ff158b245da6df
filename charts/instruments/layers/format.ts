/**
 * File format of `layers`: the cost of each layer of a framework in `update-user`.
 */

import { z } from 'zod'
import { Counting, variantsFile } from '../../../shared/results/counting.ts'
import { Disqualified, instrumentFiles, type Unsealed } from '../../../shared/results/instrument-files.ts'
import { nonNegative } from '../../../shared/results/numbers.ts'

const Variant = z.strictObject({
  layer: z.string().nullable().describe('layer removed from the previous variant; null: the whole server'),
  instructions: z.array(nonNegative).describe('per request, in user space on the first thread; one value per process'),
  settled: z.boolean().describe('whether every counted process had settled'),
})

const LayeredServer = z.strictObject({
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  code: z.string().describe('SHA-256 of its folder’s layers'),
  below: z
    .string()
    .nullable()
    .describe('server that remains, without validation, once all layers are removed; null: none'),
  variants: z.array(Variant).describe('the whole server first, then with one layer less each'),
  refusal: Disqualified,
})

const Layers = variantsFile('layers', 2, LayeredServer, Counting)

export type Layers = z.infer<typeof Layers>
export type UnsealedLayers = Unsealed<Layers>
export type LayeredServer = z.infer<typeof LayeredServer>

export const layersStore = instrumentFiles<Layers>(Layers)
