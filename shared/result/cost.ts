/**
 * Files of the cost ladder: what each step of `update-user` costs on bare `node:http`, library by library. One a run of
 * `cost`, written once, with a checksum; the zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { Environment, Source } from './environment.ts'
import { COUNTER_KINDS } from './instructions.ts'
import { instrumentFiles } from './instrument-files.ts'
import { fittest, storedFiles } from './stored-files.ts'

const COST_VERSION = 1

/** What each rung adds to the one before it; the first one is an answer without anything else. */
export const COST_STEPS = ['HTTP', 'read body', 'JSON.parse', 'validate', 'Date', 'handler', 'serialize'] as const

export type CostStep = (typeof COST_STEPS)[number]

/** What a rung is measured in. */
export const COST_MEASURES = ['instructions', 'microseconds'] as const

export type CostMeasure = (typeof COST_MEASURES)[number]

/** Rungs below this one are the same for all libraries: the first one that has the library do something. */
export const FIRST_OWN_RUNG = COST_STEPS.indexOf('validate')

const count = z.int().nonnegative()
const nonNegative = z.number().nonnegative()

/** Of a rung, or of a whole server. Values of the same place are of the same round. */
const Costs = z.strictObject({
  instructions: z.array(nonNegative).describe('a request, in user space by the first thread; a process each'),
  settled: z.boolean().describe('whether every process that was counted had settled'),
  microseconds: z.array(nonNegative).describe('CPU time a request, user and system of all threads; a process each'),
})

const Rung = Costs.extend({ rung: count.max(COST_STEPS.length - 1) })

const WholeServer = Costs.extend({
  name: z.string().describe('folder'),
  displayName: z.string(),
  bare: z.boolean().describe('whether it stands on node:http as the rungs do: the steps are all that it does'),
})

const CostLibrary = z.strictObject({
  folder: z.string().describe('of the server that its steps stand with'),
  library: z.string(),
  version: z.string().nullable().describe('null where the steps are written by hand'),
  code: z.string().describe('SHA-256 of its steps’ file'),
  rungs: z.array(Rung).describe('those that are its own, from validation on'),
  anchor: z
    .array(nonNegative)
    .describe('microseconds of the rung below its own, of processes that stood beside those: the machine was the same'),
  loaded: Costs.optional().describe(
    'of the rung below the library’s own, in programs that have loaded the library and do not use it; left out of earlier files',
  ),
  server: WholeServer.nullable().describe('null where no server does the same by this library'),
  refusal: z.string().nullable().describe('why it has no cost, in one line'),
})

const Variant = Costs.extend({
  layer: z.string().nullable().describe('what is taken away from the one before; null: the whole server'),
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
  refusal: z.string().nullable().describe('why it has no costs, in one line'),
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

const Timing = z.strictObject({
  generator: z.literal('builtin'),
  connections: count.min(1),
  sliceSeconds: nonNegative,
  warmUpSlices: count.describe('that never count'),
  longestWarmUp: count
    .optional()
    .describe('slices, where the cost of a request still fell; left out of files whose warm-ups were all alike'),
  slices: count.min(1).describe('that count, of each process'),
  noisySlices: count.describe('slices of all processes that were loaded again since others were at work'),
  unsettled: z
    .array(z.string())
    .optional()
    .describe('parts of which a process or more still cost less from slice to slice after the longest warm-up'),
  by: z.enum(['schedstat', 'ticks']).describe('the kernel’s account of CPU time: to a nanosecond, or to 10 ms'),
})

export const Cost = z.strictObject({
  schemaVersion: z.literal(COST_VERSION),
  metric: z.literal('cost'),
  scenario: z.literal('update-user'),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  processes: count.min(1).describe('of each rung, for either measure'),
  seed: count.describe('of the requests, and of the order of processes'),
  ticksHeld: z
    .literal(true)
    .optional()
    .describe(
      'that every process of Node kept an object of nextTick, so that ticks cost the same in all; left out of older files',
    ),
  counting: Counting.nullable().describe('null where no instructions were counted'),
  timing: Timing.nullable().describe('null where no CPU time was measured'),
  environment: Environment,
  source: Source,
  common: z.array(Rung).describe('the rungs below validation, the same for all libraries'),
  libraries: z.array(CostLibrary).describe('none in a file of layers'),
  servers: z
    .array(LayeredServer)
    .default([])
    .describe('frameworks, one layer after the other taken away; none in a ladder'),
  notInstalled: z.array(z.strictObject({ name: z.string(), install: z.string() })),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Cost = z.infer<typeof Cost>
export type UnsealedCost = Omit<Cost, 'checksum'>
export type LayeredServer = z.infer<typeof LayeredServer>
export type CostLibrary = z.infer<typeof CostLibrary>
export type Costs = z.infer<typeof Costs>
export type CostCounting = z.infer<typeof Counting>
export type CostTiming = z.infer<typeof Timing>

export function newCost(cost: Omit<UnsealedCost, 'schemaVersion' | 'metric' | 'scenario' | 'ticksHeld'>): UnsealedCost {
  return { schemaVersion: COST_VERSION, metric: 'cost', scenario: 'update-user', ticksHeld: true, ...cost }
}

/** From the repository's root. */
const COST_FOLDER = 'results/cost'

const files = instrumentFiles<Cost>({
  schema: Cost,
  metric: 'cost',
  folder: COST_FOLDER,
  byScenario: false,
  maker: 'cost',
  isNone: 'is no file of the cost ladder',
  isInvalid: 'is not a valid file of the cost ladder',
})
export const costPath = files.path
export const writeCost = files.write
export const readCost = files.read

export interface StoredCost {
  cost: Cost
  /** From the repository's root, with forward slashes. */
  path: string
}

/** What is published of a measure, which may be measured apart from the other one. */
export type PublishedCosts = Record<CostMeasure, StoredCost | null>

/**
 * The ladders that are published: for each measure, of the files that have it and were made from sources without changes
 * those of most libraries, of these the newest. The rule looks at no cost.
 * @throws UsageError where a file is broken
 */
export function costsToPublish(root = ROOT): PublishedCosts {
  return published(root, ({ libraries }) => libraries.length)
}

/** The same of files with layers of frameworks: those of most servers. */
export function layersToPublish(root = ROOT): PublishedCosts {
  return published(root, ({ servers }) => servers.length)
}

function published(root: string, sizeOf: (cost: Cost) => number): PublishedCosts {
  const stored = storedFiles(COST_FOLDER, readCost, root).filter(({ file }) => sizeOf(file) > 0)
  const ofMost = (measured: 'counting' | 'timing'): StoredCost | null => {
    const [fit] = fittest(
      stored.filter(({ file }) => file[measured]),
      sizeOf,
    )
    return fit ? { cost: fit.file, path: fit.path } : null
  }
  return { instructions: ofMost('counting'), microseconds: ofMost('timing') }
}
