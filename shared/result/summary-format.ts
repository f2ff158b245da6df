/** What a result says of a server over all of its trials, and what is held against it. */
import { z } from 'zod'
import { Verdict } from './verdict.ts'

const count = z.int().nonnegative()
const positive = z.number().positive()
const nonNegative = z.number().nonnegative()

/** Over the rounds: `low` and `high` are a 95% interval of the median, null where there are too few rounds for one. */
export const Median = z.strictObject({
  median: nonNegative,
  min: nonNegative,
  max: nonNegative,
  low: nonNegative.nullable(),
  high: nonNegative.nullable(),
})

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

/** Over a server's rounds; a ratio is taken within each round and then summarized. */
export const Summary = z.strictObject({
  trials: count,
  requestsPerSecond: Median.describe(
    'median: the ratio to the baseline times the baseline’s geometric mean over the run; low and high are the ratio’s, within the run: they say nothing of another hour or machine',
  ),
  ratioToBaseline: Ratio.nullable().describe('requests/s over the baseline’s, by all trials of the run together'),
  ranks: z
    .strictObject({ best: count.min(1), worst: count.min(1) })
    .describe('interval of the rank by requests/s; those of all servers hold together in 95% of runs'),
  latencyMean: Median.describe('milliseconds'),
  latencyP50: Median.describe('milliseconds'),
  latencyP99: Median.describe('milliseconds'),
  cpuPerRequest: Median.describe('microseconds'),
  verdicts: SummaryVerdicts,
  receivedPerSecond: Median.describe('bytes/s'),
  peakMemory: Median.describe('bytes'),
  cpuMean: Median.describe('percent of one CPU'),
  cpuMax: Median.describe('percent of one CPU'),
})

export type Summary = z.infer<typeof Summary>
export type Median = z.infer<typeof Median>
