/**
 * File format of `layers`: the cost of each layer of a framework in `update-user`.
 */

import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { Counting } from '../../../shared/results/counting.ts'
import { CpuTiming } from '../../../shared/results/cpu-timing.ts'
import {
  Disqualified,
  headOf,
  instrumentFiles,
  NotInstalled,
  type Unsealed,
} from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'

/** Metrics of a layer's cost. */
export const MEASURES = ['instructions', 'microseconds'] as const

export type Measure = (typeof MEASURES)[number]

/** Values at the same index are from the same round. */
const Variant = z.strictObject({
  layer: z.string().nullable().describe('layer removed from the previous variant; null: the whole server'),
  instructions: z.array(nonNegative).describe('per request, in user space on the first thread; one value per process'),
  settled: z.boolean().describe('whether every counted process had settled'),
  microseconds: z
    .array(nonNegative)
    .describe('CPU time per request, user and system, all threads; one value per process'),
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
  anchor: z.array(nonNegative).describe('µs of the remaining server, in processes beside the variants'),
  refusal: Disqualified,
})

export const Layers = z.strictObject({
  ...headOf('layers', 1),
  scenario: z.literal('update-user'),
  processes: count.min(1).describe('of each variant, for each metric'),
  seed: count.describe('of requests and the order of processes'),
  counting: Counting.nullable().describe('null if instructions were not counted'),
  timing: CpuTiming.nullable().describe('null if CPU time was not measured'),
  servers: z.array(LayeredServer),
  notInstalled: NotInstalled,
})

export type Layers = z.infer<typeof Layers>
export type UnsealedLayers = Unsealed<Layers>
export type LayeredServer = z.infer<typeof LayeredServer>
export type Variant = z.infer<typeof Variant>

export const layersStore = instrumentFiles<Layers>(Layers)

/** Returns the metrics that the file has. */
export function measuresOf({ counting, timing }: Pick<Layers, 'counting' | 'timing'>): Measure[] {
  return MEASURES.filter((measure) => (measure === 'instructions' ? counting : timing) !== null)
}

/**
 * Returns, for each metric, the newest of the clean files with most servers. The rule does not look at costs.
 * @returns one file with both metrics, or one file for each
 * @throws UsageError if a file is invalid
 */
export function layersToPublish(root = ROOT): Stored<Layers>[] {
  const [counted] = layersStore.fittest({ root, where: ({ counting }) => counting !== null })
  const [timed] = layersStore.fittest({ root, where: ({ timing }) => timing !== null })
  if (counted && counted.path === timed?.path) return [counted]
  return [
    ...(counted ? [{ ...counted, file: { ...counted.file, timing: null } }] : []),
    ...(timed ? [{ ...timed, file: { ...timed.file, counting: null } }] : []),
  ]
}
