/**
 * Files of counts: instructions that a server executes in user space for a request. One a run of `instructions`, written
 * once, with a checksum; the zod schema below is the only definition.
 */
import { z } from 'zod'
import { ROOT } from '../basics/root.ts'
import { RUNTIMES } from './disclosure.ts'
import { Environment, Source } from './environment.ts'
import { instrumentFiles } from './instrument-files.ts'
import { storedWithoutWithdrawn } from './published.ts'
import { Merged, Shard } from './shards.ts'
import { fittestByScenario, numberOfServers, type Stored, storedFiles } from './stored-files.ts'

const COUNTS_VERSION = 1

const count = z.int().nonnegative()
const nonNegative = z.number().nonnegative()

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
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable(),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  packages: z
    .record(z.string(), z.string())
    .nullable()
    .describe('installed versions of the folder’s own dependencies; null: unknown'),
  code: z
    .string()
    .nullable()
    .describe(
      'SHA-256 of its folder and of what servers share: counts of the same are of unchanged code; null: unknown',
    ),
  tiers: Tiers.nullable().describe(
    'of compiler, as the runtime tells with the arguments and the environment of every process; null: unknown',
  ),
  processes: z.array(CountedProcess),
  refusal: z.string().nullable().describe('why it has no count, in one line'),
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
  schemaVersion: z.literal(COUNTS_VERSION),
  metric: z.literal('instructions'),
  scenario: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  protocol: CountsProtocol,
  counterVersion: z.string().describe('of the program that counted, and of what it was given'),
  selfCheck: z.strictObject({
    expected: count.min(1).describe('instructions that the stub executes'),
    counted: count.min(1),
  }),
  environment: Environment,
  source: Source,
  servers: z.array(CountedServer),
  notInstalled: z.array(z.strictObject({ name: z.string(), install: z.string() })),
  shard: Shard.nullable().describe('the share of the servers that it holds; null: it holds all'),
  merged: Merged.nullable().describe('the shards that it was put together from; null: it was counted at once'),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Counts = z.infer<typeof Counts>
export type UnsealedCounts = Omit<Counts, 'checksum'>
export type CountedServer = z.infer<typeof CountedServer>
export type CountedProcess = z.infer<typeof CountedProcess>
export type Tiers = z.infer<typeof Tiers>
export type CountsProtocol = z.infer<typeof CountsProtocol>
export type CountsSummary = z.infer<typeof CountsSummary>

type Shared = 'shard' | 'merged'
type New = Omit<UnsealedCounts, 'schemaVersion' | 'metric' | Shared> & Partial<Pick<UnsealedCounts, Shared>>

export function newCounts(counts: New): UnsealedCounts {
  return { schemaVersion: COUNTS_VERSION, metric: 'instructions', shard: null, merged: null, ...counts }
}

/** From the repository's root. */
export const COUNTS_FOLDER = 'results/instructions'

const files = instrumentFiles<Counts>({
  schema: Counts,
  metric: 'instructions',
  folder: COUNTS_FOLDER,
  byScenario: true,
  maker: 'instructions <scenario>',
  isNone: 'is no file of counts',
  isInvalid: 'holds no valid counts',
})
export const countsPath = files.path
export const writeCounts = files.write
export const readCounts = files.read

/** Of a scenario, the oldest first. @throws UsageError where a file is broken */
export function storedCounts(scenario: string, root = ROOT): Stored<Counts>[] {
  return storedFiles(`${COUNTS_FOLDER}/${scenario}`, readCounts, root)
}

/** Of each scenario the newest of those that count most servers. The rule looks at no count. */
export function countsToPublish(root = ROOT): Stored<Counts>[] {
  return fittestByScenario(COUNTS_FOLDER, readCounts, numberOfServers, root).map((stored) =>
    storedWithoutWithdrawn(stored, root),
  )
}
