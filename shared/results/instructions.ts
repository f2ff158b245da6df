/**
 * Files of counts: instructions that a server executes in user space for a request. One a run of `instructions`, written
 * once, with a checksum; the zod schema below is the only definition.
 */

import { z } from 'zod'
import { CodeDigest } from './environment.ts'
import { headOf, instrumentFiles, NotInstalled, serverHead, type Unsealed } from './instrument-files.ts'
import { count, nonNegative } from './numbers.ts'
import { Merged, Shard } from './shards.ts'

/** What counts; counts of two kinds are not compared. */
export const COUNTER_KINDS = ['perf', 'qemu'] as const

export type CounterKind = (typeof COUNTER_KINDS)[number]

/** Instructions a request. */
const PerRequest = z.strictObject({
  javascript: nonNegative.describe('executed by the first thread, which runs the JavaScript'),
  others: nonNegative.describe('executed by all other threads: compilers, collectors of garbage, input and output'),
})

const CountedProcess = z.strictObject({
  seconds: nonNegative.describe('from its start to its last counted answer'),
  warmUp: z.array(nonNegative).describe('instructions a request of the first thread, a step of the warm-up each'),
  first: PerRequest.describe('in the first half of the counted requests'),
  second: PerRequest.describe('in the second half'),
  settled: z.boolean().describe('whether the warm-up ended by itself, and both halves agree'),
  systemShare: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe('of its CPU time during the counted requests what the kernel used; null where that is not its own'),
})

const CountsSummary = z.strictObject({
  javascript: nonNegative.describe('mean over the processes'),
  low: nonNegative.nullable().describe('of a 95% interval of it; null with one process'),
  high: nonNegative.nullable(),
  sd: nonNegative.describe('between processes, relative to the mean'),
  others: nonNegative.describe('mean over the processes'),
  settled: z.boolean().describe('whether every process had settled'),
})

const Tiers = z.strictObject({
  engine: z.string().describe('with its version'),
  on: z.array(z.string()).describe('the first one first'),
  off: z.array(z.string()),
})

const CountedServer = z.strictObject({
  ...serverHead,
  packages: z
    .record(z.string(), z.string())
    .nullable()
    .describe('installed versions of the folder’s own dependencies; null: unknown'),
  code: CodeDigest.nullable(),
  tiers: Tiers.nullable().describe(
    'of compiler, as the runtime tells with the arguments and the environment of every process; null: unknown',
  ),
  processes: z.array(CountedProcess),
  summary: CountsSummary.nullable().describe('null where it was refused'),
})

const CountsProtocol = z.strictObject({
  counter: z.enum(COUNTER_KINDS),
  requests: count.min(2).describe('counted in each process'),
  step: count.min(1).describe('requests of a step of the warm-up'),
  shortestWarmUp: count
    .nullable()
    .describe('requests, however well steps agree before; null: as many as three steps have'),
  longestWarmUp: count.min(1).describe('requests'),
  processes: count.min(1).describe('of each server'),
  sideBySide: count.min(1).describe('servers that were counted at once, each on a CPU of its own'),
  seed: count,
})

export const Counts = z.strictObject({
  ...headOf('instructions', 1),
  scenario: z.string(),
  protocol: CountsProtocol,
  counterVersion: z.string().describe('of the program that counted, and of what it was given'),
  selfCheck: z.strictObject({
    expected: count.min(1).describe('instructions that the stub executes'),
    counted: count.min(1),
  }),
  servers: z.array(CountedServer),
  notInstalled: NotInstalled,
  shard: Shard.nullable().describe('the share of the servers that it holds; null: it holds all'),
  merged: Merged.nullable().describe('the shards that it was put together from; null: it was counted at once'),
})

export type Counts = z.infer<typeof Counts>
export type UnsealedCounts = Unsealed<Counts>
export type CountedServer = z.infer<typeof CountedServer>
export type CountedProcess = z.infer<typeof CountedProcess>
export type Tiers = z.infer<typeof Tiers>
export type CountsProtocol = z.infer<typeof CountsProtocol>
export type CountsSummary = z.infer<typeof CountsSummary>

export const countsStore = instrumentFiles<Counts>(Counts, { byScenario: true })
