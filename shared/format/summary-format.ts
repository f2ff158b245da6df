/** Format of a server's summary over its trials. */

import { z } from 'zod'
import { Caveat } from './caveat-format.ts'
import { count, nonNegative, positive } from './numbers.ts'

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
export const Summary = z.strictObject({
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

export type Summary = z.infer<typeof Summary>
