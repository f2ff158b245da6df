/** File format of `overload`: each fresh process under loads relative to its own capacity, by clients that do not wait long. */
import { z } from 'zod'
import {
  instrumentFiles,
  serverHead,
  serversFile,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative, positive } from '../../../shared/format/numbers.ts'

/** Each request that was due at the multiple has one of these. */
const outcomes = {
  good: count.describe('with the right response in time'),
  rejected: count.describe('with status 429 or 503 in time'),
  late: count.describe('without a response in time: the client closed its connection'),
  failed: count.describe('whose connection was refused, reset or closed by the server'),
  unsent: count.describe('for which no connection was free in time'),
}

export type Outcome = keyof typeof outcomes

export const OUTCOMES = Object.keys(outcomes) as Outcome[]

const milliseconds = nonNegative
  .nullable()
  .describe('ms from due to response, of the good ones; null without any')

const LoadOutcome = z.strictObject({
  scheduled: count.describe('requests due at the multiple: the sum of the outcomes'),
  ...outcomes,
  behind: count.describe(
    'of the scheduled, those that the load generator was too busy to send when they were due',
  ),
  p50: milliseconds,
  p99: milliseconds,
  recovery: nonNegative
    .nullable()
    .describe('ms after the load fell until responses were good again; null: not while loaded'),
})

const OverloadLoad = LoadOutcome.extend({
  multiple: positive.describe('load relative to the capacity'),
  peakMemory: nonNegative.describe('peak resident bytes in this load'),
  noise: z.string().nullable().describe('noise by other processes on these CPUs, if any'),
})

const OverloadProcess = z.strictObject({
  capacity: positive.describe('requests/s of a closed loop, after the warm-up'),
  settled: z.boolean().describe('whether the rates no longer grew before'),
  loads: z.array(OverloadLoad).describe('in this order, by rising multiple'),
})

const OverloadServer = z.strictObject({
  ...serverHead,
  processes: z.array(OverloadProcess).describe('empty if it was disqualified'),
})

const OverloadProtocol = z.strictObject({
  multiples: z.array(positive).describe('loads relative to the capacity'),
  patience: positive.describe('ms from due until the client gives up'),
  beforeSeconds: positive.describe('at half the capacity'),
  seconds: positive.describe('at the multiple'),
  afterSeconds: positive.describe('at half the capacity again'),
  mostConnections: count.min(1).describe('at a time'),
  processes: count.min(1).describe('fresh, of each server'),
  closedLoop: z.strictObject({
    connections: count.min(1),
    warmupSeconds: nonNegative.describe('the longest warm-up'),
    durationSeconds: positive.describe('that count'),
    sliceSeconds: positive,
  }),
  seed: count,
})

export const OverloadFile = serversFile('overload', 1, OverloadProtocol, OverloadServer, {})

export type OverloadFile = z.infer<typeof OverloadFile>
export type OverloadServer = z.infer<typeof OverloadServer>
export type OverloadProcess = z.infer<typeof OverloadProcess>
export type OverloadLoad = z.infer<typeof OverloadLoad>
export type OverloadProtocol = z.infer<typeof OverloadProtocol>
export type LoadOutcome = z.infer<typeof LoadOutcome>

export const overloadStore = instrumentFiles<OverloadFile>(OverloadFile, { byScenario: true })
