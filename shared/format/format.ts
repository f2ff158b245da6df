/** The file of a run: what it has beyond every measurement, and the summaries that readers calculate. */
import stringify from 'json-stringify-pretty-compact'
import { z } from 'zod'
import { Disclosure } from './disclosure.ts'
import { count, Name, nonNegative, positive } from './fields.ts'
import { Health } from './health.ts'
import { Measurement, Sample, Subject } from './measurement.ts'
import { PackedSlices, Slice, unpackSlices } from './slices.ts'
import { Workers } from './workers.ts'

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

const Generator = z.strictObject({
  cpuPercent: nonNegative.describe('of one CPU, while it loaded'),
  eventLoopPercent: nonNegative
    .nullable()
    .describe('share of time in which its event loop was busy; null without an event loop'),
})

const Trial = Sample.extend({
  // Figures that are shown without calculation need no line here.
  values: z
    .object({
      requestsPerSecond: nonNegative.describe('mean of the slices that count'),
      p50: nonNegative.describe(
        'ms from sending a request to the end of its response: median of the slices’ percentiles',
      ),
      p95: nonNegative.nullable().describe('as p50; unknown before 2026-11-27'),
      p99: nonNegative.describe('as p50'),
      receivedPerSecond: nonNegative.describe('bytes/s of responses, counted by the generator'),
      peakMemory: nonNegative.describe(
        'peak resident bytes since the start, summed over the process tree',
      ),
      cpuMean: nonNegative.describe('percent of one CPU, while loaded'),
    })
    .catchall(z.number().nullable()),
  evidence: z.strictObject({
    group: count.min(1).describe('number within the round, from 1'),
    warmUp: z.strictObject({
      settled: z.boolean().describe('whether the rate had stopped growing'),
      seconds: nonNegative.describe('load before the slices that count'),
    }),
    slices: z.union([PackedSlices.transform(unpackSlices).pipe(z.array(Slice)), z.array(Slice)]),
    requests: count.describe('responses completed in the slices that count'),
    generator: Generator,
    checked: count.describe('responses of the load whose body was compared with the expected one'),
    checkedApart: count.describe(
      'correct responses to valid and invalid requests, on the checker’s own connection',
    ),
    caveats: z.array(Caveat),
  }),
})

/** A figure and its 95% interval, if known. */
interface Figure {
  value: number
  low: number | null
  high: number | null
}

interface SummaryCaveat {
  /** `one-kind` is no property of a trial. */
  kind: Caveat['kind'] | 'one-kind'
  message: string
  trials: number
}

/** A server's figures; per-request figures are scaled by requests/s, so that they are consistent. */
export interface Summary {
  trials: number
  /**
   * Of an average machine of the kinds measured; the interval is for another machine, and null for a single run.
   */
  requestsPerSecond: Figure
  /** By all trials of the run; no interval with one round. */
  ratioToBaseline: Figure | null
  /** 95% rank interval, simultaneous for all ranked servers; null for one that accepts invalid data. */
  ranks: { best: number; worst: number } | null
  /** Each trial's ratio to the baseline, without the effect of its group; requests/s without a ratio. */
  processes: number[]
  /** Milliseconds: the median of latency × requests/s of each trial, over requests/s. */
  latencyP50: Figure
  /** Null where a trial lacks it. */
  latencyP95: Figure | null
  latencyP99: Figure
  /** Microseconds: `cpuMean` over requests/s. */
  cpuPerRequest: Figure
  /** Caveats of the trials by kind, with the message of the first and the number of trials. */
  caveats: SummaryCaveat[]
  /** Bytes/s: bytes of a response times requests/s. */
  receivedPerSecond: Figure
  /** Bytes, median. */
  peakMemory: Figure
  /** Percent of one CPU, mean. */
  cpuMean: Figure
}

/** Steps at which a server may be disqualified. */
type Phase = 'start' | 'contract' | 'warm-up' | 'measurement' | 'contract after the load'

/** Why a server has no figures, in one line. */
export interface Disqualification {
  round: number
  phase: Phase
  reason: string
}

const Details = z.strictObject({
  ...Disclosure.shape,
  packages: z
    .record(z.string(), z.string())
    .describe('installed versions of the folder’s own dependencies'),
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
})

const Protocol = z.strictObject({
  generator: z.literal('builtin'),
  polling: z.boolean().describe('whether the generator busy-polled'),
  connections: count.min(1),
  pipelining: count
    .min(2)
    .optional()
    .describe('requests in flight on each connection; absent for one'),
  durationSeconds: positive.describe('minimum duration of a trial’s load that counts'),
  requests: count
    .min(1)
    .optional()
    .describe('minimum requests of a trial’s load that counts; absent if its duration ends it'),
  sliceSeconds: positive.describe('duration of a slice'),
  groupSize: count
    .min(1)
    .describe('maximum number of servers that are ready together and loaded interleaved'),
  warmupSeconds: nonNegative.describe(
    'limit of the warm-up, which ends when the rate has settled, and does not count',
  ),
  warmupRequests: count
    .optional()
    .describe('minimum requests of the warm-up, within its limit; absent if not recorded'),
  workers: Workers.optional().describe('processes of each server; absent if it is one'),
  rounds: count.min(1),
  seed: count,
})

const RunDetails = z.strictObject({
  quick: z.boolean().describe('made by --quick: never published'),
  baseline: z.string(),
  health: Health.nullable().describe('health check before the run; null if skipped'),
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
  resumed: z.array(z.iso.datetime()).describe('when the run was resumed after an interruption'),
})

const Server = Subject.extend({ name: Name, details: Details, samples: z.array(Trial) })

export const RunFile = Measurement.extend({
  probe: z.literal('run'),
  scenario: Name,
  protocol: Protocol,
  details: RunDetails,
  subjects: z.array(Server),
})

/** A server's part of a run; the summary is null if it was disqualified. */
export type ServerResult = z.infer<typeof Server> & { summary: Summary | null }
/** A run as statistics, pages and the report read it. */
export interface Result extends Omit<z.infer<typeof RunFile>, 'subjects' | 'checksum'> {
  subjects: ServerResult[]
}
export type Trial = z.infer<typeof Trial>
export type Caveat = z.infer<typeof Caveat>
export type Protocol = z.infer<typeof Protocol>
export type { Environment } from './fields.ts'

const Other = Measurement.extend({ probe: z.string().regex(/^(?!run$)/) })

/** Returns the contents of `results/result.schema.json`. */
export function resultJsonSchema(): string {
  const schema = z.toJSONSchema(z.union([RunFile, Other]), { io: 'input' })
  return `${stringify({ title: 'Benchmark result', ...schema }, { maxLength: 120 })}\n`
}
