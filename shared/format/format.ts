/**
 * Format of a run's result file: every trial's raw figures, and summaries. `results/result.schema.json` is generated from it.
 */

import { z } from 'zod'
import { Disclosure, RUNTIMES } from './disclosure.ts'
import { CodeDigest, count, Environment, nonNegative, positive, Source } from './fields.ts'
import { Health } from './health.ts'
import { PackedSlices, Slice, unpackSlices } from './slices.ts'

/** The only version that can be read: stored files are migrated or deleted. */
export const RESULT_VERSION = 11

/** ISO 8601 in UTC. */
const timestamp = z.iso.datetime()

/** A caveat qualifies a number that remains valid. */
const Caveat = z.strictObject({
  kind: z.enum([
    'generator-limited',
    'idle',
    'noisy',
    'unsettled',
    'bimodal',
    'other-node',
    'accepts-invalid',
    'logs',
    'ignored-sigterm',
    'left-processes',
  ]),
  message: z.string(),
})

/** ms from the sending of a request to the end of its response. */
const Latency = z.strictObject({
  p50: nonNegative,
  p95: nonNegative.optional().describe('absent in files before 2026-11-27'),
  p99: nonNegative,
})

const Requests = z.strictObject({
  total: count.describe('responses completed in the slices that count'),
  perSecond: nonNegative.describe('mean of the slices that count'),
})

const Generator = z.strictObject({
  cpuPercent: nonNegative.describe('of one CPU, while it loaded'),
  eventLoopPercent: nonNegative
    .nullable()
    .describe('share of time in which its event loop was busy; null without an event loop'),
})

const Trial = z.strictObject({
  round: count.min(1).describe('counted from 1'),
  group: count.min(1).describe('of the round, counted from 1'),
  warmUp: z.strictObject({
    settled: z.boolean().describe('whether the rate no longer grew'),
    seconds: nonNegative.describe('load before the slices that count'),
  }),
  slices: z.union([PackedSlices.transform(unpackSlices).pipe(z.array(Slice)), z.array(Slice)]),
  requests: Requests,
  latency: Latency.describe('median of the slices’ percentiles'),
  receivedPerSecond: nonNegative.describe('bytes/s of responses, counted by the generator'),
  peakMemory: nonNegative.describe(
    'bytes of the largest resident set since the start, summed over the process tree',
  ),
  cpu: z.strictObject({ meanPercent: nonNegative.describe('of one CPU, while loaded') }),
  generator: Generator,
  checked: count.describe('responses of the load whose body was compared with the expected one'),
  checkedApart: count.describe(
    'right responses to valid and invalid requests, on the checker’s own connection',
  ),
  caveats: z.array(Caveat),
})

/** A figure and its 95% interval, if known. */
const Figure = z.strictObject({
  value: nonNegative,
  low: nonNegative.nullable(),
  high: nonNegative.nullable(),
})

const SummaryCaveats = z
  .array(
    Caveat.extend({
      trials: count.min(1).describe('number of trials with the caveat'),
      message: z.string().describe('message of the first'),
    }),
  )
  .describe('caveats of the trials by kind')

/** A server's figures; per-request figures are scaled by requests/s, so that they are consistent. */
const Summary = z.strictObject({
  trials: count,
  requestsPerSecond: Figure.describe(
    'ratio to the baseline × the baseline’s geometric mean over machines; the interval is for another machine, and null for a single run',
  ),
  ratioToBaseline: Figure.nullable().describe(
    'requests/s relative to the baseline’s, by all trials of the run; no interval with one round',
  ),
  ranks: z
    .strictObject({ best: count.min(1), worst: count.min(1) })
    .nullable()
    .describe(
      '95% rank interval by requests/s, simultaneous for all ranked servers; null for one that accepts invalid data',
    ),
  processes: z
    .array(positive)
    .describe(
      'each trial’s ratio to the baseline, without the effect of its group; requests/s without a ratio',
    ),
  latencyP50: Figure.optional().describe(
    'as latencyP99; readers recalculate it, since older files lack it',
  ),
  latencyP95: Figure.nullable().optional().describe('as latencyP99; null where a trial lacks it'),
  latencyP99: Figure.describe(
    'milliseconds: the median of latency × requests/s of each trial, over requests/s',
  ),
  cpuPerRequest: Figure.describe('microseconds: cpuMean over requests/s'),
  caveats: SummaryCaveats,
  receivedPerSecond: Figure.describe('bytes/s: bytes of a response times requests/s'),
  peakMemory: Figure.describe('bytes, median'),
  cpuMean: Figure.describe('percent of one CPU, mean'),
})

/** Why a server has no figures. */
const Disqualification = z.strictObject({
  round: count.min(1),
  phase: z.enum([
    'start',
    'contract',
    'warm-up',
    'measurement',
    'contract after the load',
    'generator',
  ]),
  reason: z.string().describe('one line'),
})

const ServerResult = z.strictObject({
  name: z.string().describe('folder'),
  displayName: z.string(),
  version: z.string().nullable().describe('installed version of the manifest’s package'),
  runtime: z.enum(RUNTIMES),
  runtimeVersion: z.string(),
  ...Disclosure.shape,
  packages: z
    .record(z.string(), z.string())
    .describe('installed versions of the folder’s own dependencies'),
  digest: CodeDigest.nullable(),
  behaviours: z
    .array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        status: z.int().nullable(),
        outcome: z.string(),
      }),
    )
    .describe(
      'outcomes that the contract observes but does not judge; status is null without a response',
    ),
  messageBytes: z
    .strictObject({ request: z.number().min(0), response: z.number().min(0) })
    .describe('mean bytes of bodies of valid calls')
    .optional(),
  trials: z.array(Trial),
  disqualified: Disqualification.nullable(),
  summary: Summary.nullable().describe(
    'null if the server was disqualified; readers recalculate it from the trials',
  ),
})

const Protocol = z.strictObject({
  generator: z.literal('builtin'),
  polling: z.boolean().describe('whether the generator busy-polled'),
  connections: count.min(1).describe('one request in flight on each'),
  durationSeconds: positive.describe('duration of a trial’s load that counts'),
  sliceSeconds: positive.describe('duration of a slice'),
  groupSize: count
    .min(1)
    .describe('maximum number of servers that are ready together and loaded interleaved'),
  warmupSeconds: nonNegative.describe(
    'limit of the warm-up, which ends when the rate has settled, and does not count',
  ),
  warmupRequests: count
    .optional()
    .describe('least requests of the warm-up, up to its limit; absent if not recorded'),
  rounds: count.min(1),
  seed: count,
})

export const Result = z.strictObject({
  schemaVersion: z.literal(RESULT_VERSION),
  scenario: z.string(),
  startedAt: timestamp,
  finishedAt: timestamp,
  quick: z.boolean().describe('made by --quick: never published'),
  baseline: z.string(),
  protocol: Protocol,
  environment: Environment,
  health: Health.nullable().describe('health check before the run; null if skipped'),
  source: Source,
  until: z
    .strictObject({
      halfWidth: positive.describe('half of a ratio’s interval, as a share: 0.01 is ±1%'),
      maxSeconds: positive.describe('from the start, or from the resumption'),
    })
    .optional()
    .describe(
      'rounds were added until every ratio to the baseline had this half width; absent if their number was fixed',
    ),
  rounds: z.array(z.array(z.array(z.string()))).describe('groups of each round, in starting order'),
  resumed: z.array(timestamp).describe('when the run was resumed after an interruption'),
  servers: z.array(ServerResult),
  notInstalled: z.array(z.strictObject({ name: z.string(), install: z.string() })),
  checksum: z.string().describe('SHA-256 of the rest: the file has not been edited'),
})

export type Result = z.infer<typeof Result>
/** A result without its checksum. */
export type UnsealedResult = Omit<Result, 'checksum'>
export type ServerResult = z.infer<typeof ServerResult>
export type Trial = z.infer<typeof Trial>
export type Summary = z.infer<typeof Summary>
export type Disqualification = z.infer<typeof Disqualification>
export type Caveat = z.infer<typeof Caveat>
export type Protocol = z.infer<typeof Protocol>
export type { Environment } from './fields.ts'
