/** Summary of a server over all of its trials, with its caveats. */

import { z } from 'zod'
import { count, nonNegative, positive } from './numbers.ts'
import { Verdict } from './verdict.ts'

/** Over processes: `low` and `high` are a 95% interval of the median, null where they are too few for one. */
export const Median = z.strictObject({
  median: nonNegative,
  min: nonNegative,
  max: nonNegative,
  low: nonNegative.nullable(),
  high: nonNegative.nullable(),
})

/** A figure and its 95% interval; nulls where there is none. */
const Figure = z.strictObject({ value: nonNegative, low: nonNegative.nullable(), high: nonNegative.nullable() })

/** Two rates compared within the groups of a run: an estimate and its 95% interval, null with one round. */
const Ratio = z.strictObject({ ratio: positive, low: positive.nullable(), high: positive.nullable() })

const SummaryVerdicts = z
  .array(
    Verdict.extend({
      trials: count.min(1).describe('in how many trials'),
      message: z.string().describe('of the first'),
    }),
  )
  .describe('the trials’ verdicts by kind')

/** A server's columns: what it does for a request, over requests/s or times them, so that no two contradict each other. */
export const Summary = z.strictObject({
  trials: count,
  requestsPerSecond: Figure.describe(
    'the ratio to the baseline times the baseline’s geometric mean over the run; low and high are the ratio’s, within the run: they say nothing of another hour or machine',
  ),
  ratioToBaseline: Ratio.nullable().describe('requests/s over the baseline’s, by all trials of the run together'),
  ranks: z
    .strictObject({ best: count.min(1), worst: count.min(1) })
    .describe('interval of the rank by requests/s; those of all servers hold together in 95% of runs'),
  processes: z
    .array(positive)
    .describe(
      'each trial’s ratio to the baseline, without what the machine did to its group; requests/s where there is no ratio',
    ),
  latencyP50: Figure.describe('milliseconds: the median of latency × requests/s of each trial, over requests/s'),
  latencyP99: Figure.describe('the same'),
  cpuPerRequest: Figure.describe('microseconds: cpuMean over requests/s'),
  verdicts: SummaryVerdicts,
  receivedPerSecond: Figure.describe('bytes/s: bytes of a response times requests/s'),
  peakMemory: Figure.describe('bytes, median'),
  cpuMean: Figure.describe('percent of one CPU, mean'),
  cpuMax: Figure.describe('percent of one CPU, median'),
})

export type Summary = z.infer<typeof Summary>
export type Median = z.infer<typeof Median>
