/**
 * File format of `latency`: each fresh process under an open loop, at rates common to all servers.
 */

import { z } from 'zod'
import { CodeDigest } from '../../../shared/format/environment.ts'
import {
  instrumentFiles,
  serverHead,
  serversFile,
  type Unsealed,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative, positive } from '../../../shared/format/numbers.ts'

/**
 * Measured quantiles. A process sends a few thousand requests at a rate, too few for p99.9.
 */
export const QUANTILES = { p50: 0.5, p90: 0.9, p99: 0.99 } as const

export type QuantileName = keyof typeof QUANTILES

export const QUANTILE_NAMES = Object.keys(QUANTILES) as QuantileName[]

/** ms; null if longer than the timeout. */
export type Quantiles = Record<QuantileName, number | null>

const milliseconds = nonNegative.nullable().describe('ms; null if longer than the timeout')

const OpenLoad = z.strictObject({
  scheduled: count.describe('requests due in the window: completed + failed + unsent'),
  completed: count.describe('with a response, even a late one'),
  failed: count.describe('broken connection, or no response within the timeout'),
  unsent: count.describe('no free connection within the timeout'),
  backlogGrowth: z
    .int()
    .describe('requests due and not completed: at the end of the window minus at its start'),
  p50: milliseconds,
  p90: milliseconds,
  p99: milliseconds,
  generatorPart: milliseconds.describe(
    'upper bound in ms of the load generator’s part of p99; null if p99 is null',
  ),
  cpuMicroseconds: nonNegative.nullable().describe('of CPU time per request; null if unknown'),
  noise: z.string().nullable().describe('noise by other processes on these CPUs, if any'),
})

const LatencyPoint = z.strictObject({
  rate: positive.describe('requests/s'),
  stoodStill: count.describe('loads discarded because the load generator stalled'),
  load: OpenLoad.nullable().describe(
    'null if none counts: the generator stalled each time, or, with no stalls, the rate is far above the maximum',
  ),
})

const Maximum = z.strictObject({
  requestsPerSecond: nonNegative.describe('in a closed loop, after the warm-up'),
  settled: z.boolean().describe('whether the rates no longer grew'),
})

const LatencyProcess = z.strictObject({
  round: count.min(1).describe('counted from 1'),
  maximum: Maximum,
  points: z.array(LatencyPoint).describe('by rising rate'),
})

const LatencyServer = z.strictObject({
  ...serverHead,
  code: CodeDigest.nullable(),
  processes: z.array(LatencyProcess).describe('empty if it was disqualified'),
})

const LatencyProtocol = z.strictObject({
  connections: count.min(1),
  rates: z.array(positive).describe('requests/s, the same for all servers'),
  seconds: positive.describe('least duration at a rate'),
  leastRequests: count.describe(
    'least number per process and rate; low rates are loaded for longer',
  ),
  rounds: count.min(1).describe('fresh processes of each server'),
  groupSize: count.min(1).describe('servers that are ready together and loaded interleaved'),
  closedLoop: z.strictObject({
    warmupSeconds: nonNegative.describe('the longest warm-up'),
    durationSeconds: positive.describe('that count'),
    sliceSeconds: positive,
  }),
  seed: count,
})

export const LatencyResult = serversFile('latency', 5, LatencyProtocol, LatencyServer, {})

export type LatencyResult = z.infer<typeof LatencyResult>
export type UnsealedLatency = Unsealed<LatencyResult>
export type LatencyServer = z.infer<typeof LatencyServer>
export type LatencyProcess = z.infer<typeof LatencyProcess>
export type LatencyPoint = z.infer<typeof LatencyPoint>
export type OpenLoad = z.infer<typeof OpenLoad>
export type LatencyProtocol = z.infer<typeof LatencyProtocol>

export const latencyStore = instrumentFiles<LatencyResult>(LatencyResult, { byScenario: true })
