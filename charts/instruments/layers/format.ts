/**
 * Files of layers: what each layer of a framework costs in `update-user`. One a run of `layers`, written once, with a checksum;
 * the zod schema below is the only definition.
 */

import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { CpuTiming } from '../../../shared/results/cpu-timing.ts'
import { COUNTER_KINDS } from '../../../shared/results/instructions.ts'
import {
  Disqualified,
  headOf,
  instrumentFiles,
  NotInstalled,
  type Unsealed,
} from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'

/** Measures of a layer's cost. */
export const MEASURES = ['instructions', 'microseconds'] as const

export type Measure = (typeof MEASURES)[number]

/** Values of the same place are of the same round. */
const Variant = z.strictObject({
  layer: z.string().nullable().describe('what is taken away from the one before; null: the whole server'),
  instructions: z.array(nonNegative).describe('per request, in user space by the first thread; a process each'),
  settled: z.boolean().describe('whether every process that was counted had settled'),
  microseconds: z.array(nonNegative).describe('CPU time per request, user and system of all threads; a process each'),
})

const LayeredServer = z.strictObject({
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  code: z.string().describe('SHA-256 of its folder’s layers'),
  below: z
    .string()
    .nullable()
    .describe(
      'the server that is left, without validation, when all layers are taken away; null: it stands on nothing',
    ),
  variants: z.array(Variant).describe('the whole server first, then each with one layer less'),
  anchor: z.array(nonNegative).describe('microseconds of what is left, of processes that stood beside the variants'),
  refusal: Disqualified,
})

const Counting = z.strictObject({
  counter: z.enum(COUNTER_KINDS),
  requests: count.min(2).describe('counted in each process'),
  step: count.min(1).describe('requests of a step of the warm-up'),
  shortestWarmUp: count.describe('requests'),
  longestWarmUp: count.min(1).describe('requests'),
  counterVersion: z.string(),
  selfCheck: z.strictObject({ expected: count.min(1), counted: count.min(1) }),
})

export const Layers = z.strictObject({
  ...headOf('layers', 1),
  scenario: z.literal('update-user'),
  processes: count.min(1).describe('of each variant, for either measure'),
  seed: count.describe('of the requests, and of the order of processes'),
  counting: Counting.nullable().describe('null where no instructions were counted'),
  timing: CpuTiming.nullable().describe('null where no CPU time was measured'),
  servers: z.array(LayeredServer),
  notInstalled: NotInstalled,
})

export type Layers = z.infer<typeof Layers>
export type UnsealedLayers = Unsealed<Layers>
export type LayeredServer = z.infer<typeof LayeredServer>
export type Variant = z.infer<typeof Variant>
export type LayersCounting = z.infer<typeof Counting>

export const layersStore = instrumentFiles<Layers>(Layers)

/** Returns the measures that the file has. */
export function measuresOf({ counting, timing }: Pick<Layers, 'counting' | 'timing'>): Measure[] {
  return MEASURES.filter((measure) => (measure === 'instructions' ? counting : timing) !== null)
}

/**
 * For each measure, which may be measured apart from the other one: of the files that have it and were made from sources
 * without changes those of most servers, of these the newest. The rule looks at no cost.
 * @returns a file of both measures, or one of each without the other measure
 * @throws UsageError where a file is broken
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
