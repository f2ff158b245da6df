/**
 * Files of latencies under an open loop: what each fresh process of a server did at rates that are the same for all, and at
 * shares of its own maximum. The zod schema below is the only definition.
 */

import { z } from 'zod'
import { CodeDigest } from '../../../shared/results/environment.ts'
import { instrumentFiles, serverHead, serversFile, type Unsealed } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative, positive } from '../../../shared/results/numbers.ts'

/**
 * The quantiles that are measured, by the share of requests that each is the longest of. A process at a rate sends a few
 * thousand requests: one in a thousand of them would be two or three, and no figure.
 */
export const QUANTILES = { p50: 0.5, p90: 0.9, p99: 0.99 } as const

export type QuantileName = keyof typeof QUANTILES

export const QUANTILE_NAMES = Object.keys(QUANTILES) as QuantileName[]

/** Milliseconds; null where it is longer than was waited for. */
export type Quantiles = Record<QuantileName, number | null>

const milliseconds = nonNegative.nullable().describe('ms; null where it is longer than was waited for')
const noise = z.string().nullable().describe('what others did on these CPUs, if it was much')
const cpuMicroseconds = nonNegative.nullable().describe('of CPU time per request; null where it is not known')

const OpenLoad = z.strictObject({
  scheduled: count.describe('requests that were due in the window: completed + failed + unsent'),
  completed: count.describe('with a response, however late'),
  failed: count.describe('their connection broke, or there was no response in the time that was waited'),
  unsent: count.describe('no connection was free for them in the time that was waited'),
  backlogGrowth: z.int().describe('requests due and not completed, at the end of the window less at its beginning'),
  p50: milliseconds,
  p90: milliseconds,
  p99: milliseconds,
  generatorPart: milliseconds.describe('ms of p99 that may be the load generator’s own, at most; null where p99 is'),
  cpuMicroseconds,
  noise,
})

const LatencyPoint = z.strictObject({
  rate: positive.describe('requests/s'),
  share: positive.nullable().describe('of this process’s maximum; null where all servers have the rate'),
  stoodStill: count.describe('loads that do not count, since the load generator stood still'),
  load: OpenLoad.nullable().describe(
    'null where none counts: the generator stood still each time, or, without such loads, the rate is far above the maximum',
  ),
})

const Maximum = z.strictObject({
  requestsPerSecond: nonNegative.describe('by a closed loop, after the warm-up'),
  cpuMicroseconds,
  settled: z.boolean().describe('whether the rates that count did not grow any more'),
})

const SearchStep = z.strictObject({
  rate: positive,
  value: milliseconds,
  outcome: z
    .enum(['passed', 'failed', 'unknown'])
    .describe('unknown: it did not pass, and may have without the load generator’s own part'),
})

const LatencyProcess = z.strictObject({
  round: count.min(1).describe('counted from 1'),
  maximum: Maximum,
  points: z.array(LatencyPoint).describe('by rising rate, those of all servers first'),
  search: z.array(SearchStep).nullable().describe('for the objective, in order; null where there is none'),
})

const LatencyServer = z.strictObject({
  ...serverHead,
  code: CodeDigest.nullable(),
  processes: z.array(LatencyProcess).describe('none where it was disqualified'),
})

const Objective = z.strictObject({
  quantile: z.enum(QUANTILE_NAMES),
  milliseconds: positive.describe('below which it must be'),
})

const LatencyProtocol = z.strictObject({
  connections: count.min(1),
  rates: z.array(positive).describe('requests/s, the same for all servers'),
  shares: z.array(positive).describe('of the maximum of each process'),
  seconds: positive.describe('of open loop at a rate, at least'),
  leastRequests: count.describe('of a process at a rate: a low one is loaded for longer'),
  rounds: count.min(1).describe('fresh processes of each server'),
  groupSize: count.min(1).describe('servers that stand ready together, and are loaded interleaved'),
  closedLoop: z.strictObject({
    warmupSeconds: nonNegative.describe('the longest warm-up'),
    durationSeconds: positive.describe('that count'),
    sliceSeconds: positive,
  }),
  objective: Objective.nullable(),
  seed: count,
})

export const LatencyResult = serversFile('latency', 3, LatencyProtocol, LatencyServer, {})

export type LatencyResult = z.infer<typeof LatencyResult>
export type UnsealedLatency = Unsealed<LatencyResult>
export type LatencyServer = z.infer<typeof LatencyServer>
export type LatencyProcess = z.infer<typeof LatencyProcess>
export type LatencyPoint = z.infer<typeof LatencyPoint>
export type OpenLoad = z.infer<typeof OpenLoad>
export type LatencyProtocol = z.infer<typeof LatencyProtocol>
export type Maximum = z.infer<typeof Maximum>
export type Objective = z.infer<typeof Objective>
export type SearchStep = z.infer<typeof SearchStep>

export const latencyStore = instrumentFiles<LatencyResult>(LatencyResult, { byScenario: true })
