/**
 * The result file's format: one run, every trial's raw figures, and the summary that follows from them.
 * The zod schema below is the only definition; `results/result.schema.json` is generated from it.
 */

import { z } from 'zod'
import { Disclosure, RUNTIMES } from './disclosure.ts'
import { CodeDigest, Environment, Source } from './environment.ts'
import { Health } from './health.ts'
import { count, nonNegative, positive } from './numbers.ts'
import { PackedSlices, unpackSlices } from './packed-slices.ts'
import { Slice } from './slice-format.ts'
import { Summary } from './summary-format.ts'
import { Verdict } from './verdict.ts'

/** The only one that is read: stored files are migrated, or dropped. */
export const RESULT_VERSION = 8

/** ISO 8601 in UTC. */
const timestamp = z.iso.datetime()

/** Milliseconds from a request's entry into its connection's pipeline to the end of its response. */
const Latency = z.strictObject({ p50: nonNegative, p99: nonNegative })

const Requests = z.strictObject({
  total: count.describe('responses completed in the slices that count'),
  perSecond: nonNegative.describe('mean of the slices that count'),
})

const Generator = z.strictObject({
  cpuPercent: nonNegative.describe('of one CPU, while it loaded'),
  eventLoopPercent: nonNegative
    .nullable()
    .describe('time in which its event loop had something to do; null where it has none'),
})

const Trial = z.strictObject({
  round: count.min(1).describe('counted from 1'),
  group: count.min(1).describe('of the round, counted from 1'),
  warmUp: z.strictObject({
    settled: z.boolean().describe('whether the rate that counts did not grow any more'),
    seconds: nonNegative.describe('of load, before the slices that count'),
  }),
  slices: z.union([PackedSlices.transform(unpackSlices).pipe(z.array(Slice)), z.array(Slice)]),
  requests: Requests,
  latency: Latency.describe('median of the slices’ percentiles'),
  receivedPerSecond: nonNegative.describe('bytes/s of responses as the generator counts them'),
  peakMemory: nonNegative.describe('bytes of the largest resident set since the start, summed over the process tree'),
  cpu: z.strictObject({
    meanPercent: nonNegative.describe('of one CPU, while loaded'),
    maxPercent: nonNegative.describe('largest sample'),
  }),
  generator: Generator,
  checked: count.describe('responses of the load whose body was compared with the expected answer'),
  repeated: count.describe('requests that had been sent before in the same slice: the supply of new ones had run out'),
  checkedApart: count.describe('right answers, to valid and invalid requests, on the checker’s own connection'),
  verdicts: z.array(Verdict),
})

/** Why a server has no number, or no number any more. */
const Refusal = z.strictObject({
  round: count.min(1),
  phase: z.enum(['start', 'contract', 'warm-up', 'measurement', 'contract after the load', 'generator']),
  reason: z.string().describe('one line'),
})

const ServerResult = z.strictObject({
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable().describe('installed version of the package that the manifest names'),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  ...Disclosure.shape,
  packages: z.record(z.string(), z.string()).describe('installed versions of the folder’s own dependencies'),
  digest: CodeDigest.nullable(),
  behaviours: z
    .array(z.strictObject({ id: z.string(), title: z.string(), status: z.int().nullable(), outcome: z.string() }))
    .describe('what the contract observes and does not judge; status is null where no answer came'),
  messageBytes: z
    .strictObject({ request: z.number().min(0), response: z.number().min(0) })
    .describe('mean bytes of the bodies of valid calls, without HTTP')
    .optional(),
  trials: z.array(Trial),
  refusal: Refusal.nullable(),
  summary: Summary.nullable().describe(
    'null where the server was refused, or the run is not complete; readers make it anew from the trials',
  ),
})

const Protocol = z.strictObject({
  generator: z.enum(['builtin', 'autocannon', 'wrk', 'bombardier']),
  polling: z.boolean().describe('whether the generator asked for answers without a break, and never slept'),
  connections: count.min(1),
  pipelining: count.min(1).describe('requests in flight on each connection'),
  durationSeconds: positive.describe('load of a trial that counts'),
  sliceSeconds: positive.describe('length of the slices that the duration is cut into'),
  workers: count.min(1).describe('processes of each server, on as many CPUs'),
  groupSize: count.min(1).describe('servers that stand ready together and are loaded in turn, at the most'),
  warmupSeconds: nonNegative.describe(
    'the longest warm-up: it ends when the rate has settled, and its slices do not count',
  ),
  warmupRequests: count
    .optional()
    .describe(
      'requests to each process before any count, unless the longest warm-up is over; absent where not recorded',
    ),
  rounds: count.min(1),
  seed: count,
})

export const Result = z.strictObject({
  schemaVersion: z.literal(RESULT_VERSION),
  complete: z.boolean().describe('false: the run goes on or was interrupted; run --resume continues it'),
  scenario: z.string(),
  startedAt: timestamp,
  finishedAt: timestamp,
  quick: z.boolean().describe('made by --quick: never published'),
  baseline: z.string(),
  protocol: Protocol,
  environment: Environment,
  health: Health.nullable().describe('what was seen of the machine before the run; null where it was not checked'),
  source: Source,
  until: z
    .strictObject({
      halfWidth: positive.describe('half of a ratio’s interval, as a share: 0.01 is ±1%'),
      maxSeconds: positive.describe('from the start, or from where the run was resumed'),
    })
    .optional()
    .describe(
      'rounds were added until every ratio to the baseline was that certain; absent where their number was fixed',
    ),
  rounds: z.array(z.array(z.array(z.string()))).describe('the groups of each round, in the order of their start'),
  resumed: z.array(timestamp).describe('when the run was resumed after an interruption'),
  servers: z.array(ServerResult),
  copy: ServerResult.nullable().describe(
    'the baseline once more under another name: what the method makes of two equals',
  ),
  notInstalled: z.array(z.strictObject({ name: z.string(), install: z.string() })),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Result = z.infer<typeof Result>
/** A result before it is put into a file, which gets the checksum. */
export type UnsealedResult = Omit<Result, 'checksum'>
export type ServerResult = z.infer<typeof ServerResult>
export type Trial = z.infer<typeof Trial>
export type { Summary } from './summary-format.ts'
export type Refusal = z.infer<typeof Refusal>
export type { Verdict }
export type Protocol = z.infer<typeof Protocol>
export type { Environment } from './environment.ts'
