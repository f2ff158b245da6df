/**
 * File format of `instructions`: instructions that servers execute in user space per request.
 */

import { z } from 'zod'
import { CodeDigest } from '../format/environment.ts'
import {
  headOf,
  instrumentFiles,
  NotInstalled,
  serverHead,
  type Unsealed,
} from '../format/instrument-files.ts'
import { count, nonNegative } from '../format/numbers.ts'
import { Merged, Shard } from '../format/shards.ts'

/** Instructions per request. */
const PerRequest = z.strictObject({
  javascript: nonNegative.describe('executed by the first thread, which runs the JavaScript'),
  others: nonNegative.describe('executed by all other threads: compilers, garbage collection, I/O'),
})

const CountedProcess = z.strictObject({
  seconds: nonNegative.describe('from its start to its last counted response'),
  warmUp: z
    .array(nonNegative)
    .describe('instructions per request of the first thread, for each step of the warm-up'),
  first: PerRequest.describe('in the first half of the counted requests'),
  second: PerRequest.describe('in the second half'),
  settled: z.boolean().describe('whether the warm-up settled, and both halves agree'),
  systemShare: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe(
      'the kernel’s share of its CPU time during the counted requests, where `perf` counted them',
    ),
})

const CountsSummary = z.strictObject({
  javascript: nonNegative.describe('mean over the processes'),
  low: nonNegative.nullable().describe('of a 95% interval of it; null with one process'),
  high: nonNegative.nullable(),
  sd: nonNegative.describe('between processes, relative to the mean'),
  others: nonNegative.describe('mean over the processes'),
  settled: z.boolean().describe('whether every process had settled'),
})

const CountedServer = z.strictObject({
  ...serverHead,
  packages: z
    .record(z.string(), z.string())
    .nullable()
    .describe('installed versions of the folder’s own dependencies; null: unknown'),
  code: CodeDigest.nullable(),
  processes: z.array(CountedProcess),
  summary: CountsSummary.nullable().describe('null if disqualified'),
})

const CountsProtocol = z.strictObject({
  counter: z
    .enum(['perf', 'qemu'])
    .describe(
      'QEMU’s user mode; until November 2026 also `perf`, which read the processor’s own counters',
    ),
  requests: count.min(2).describe('counted in each process'),
  step: count.min(1).describe('requests of a step of the warm-up'),
  shortestWarmUp: count
    .nullable()
    .describe('least requests, even if steps agree before; null: three steps'),
  longestWarmUp: count.min(1).describe('requests'),
  processes: count.min(1).describe('of each server'),
  sideBySide: count.min(1).describe('servers counted at the same time, each on its own CPU'),
  seed: count,
})

export const Counts = z.strictObject({
  ...headOf('instructions', 1),
  scenario: z.string(),
  protocol: CountsProtocol,
  counterVersion: z.string().describe('versions of the counter and its plugin'),
  selfCheck: z.strictObject({
    expected: count.min(1).describe('instructions that the stub executes'),
    counted: count.min(1),
  }),
  servers: z.array(CountedServer),
  notInstalled: NotInstalled,
  shard: Shard.nullable().describe('the shard of servers; null: all servers'),
  merged: Merged.nullable().describe('the shards that it was merged from; null: not merged'),
})

export type Counts = z.infer<typeof Counts>
export type UnsealedCounts = Unsealed<Counts>
export type CountedServer = z.infer<typeof CountedServer>
export type CountedProcess = z.infer<typeof CountedProcess>
export type CountsProtocol = z.infer<typeof CountsProtocol>
export type CountsSummary = z.infer<typeof CountsSummary>

export const countsStore = instrumentFiles<Counts>(Counts, { byScenario: true })
