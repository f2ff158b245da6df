/** Files of hostile input: the work and the bytes that one request causes, by family of inputs and by size. */
import { linearRegression } from 'simple-statistics'
import { z } from 'zod'
import {
  instrumentFiles,
  serverHead,
  serversFile,
} from '../../../shared/format/instrument-files.ts'
import { count, nonNegative } from '../../../shared/format/numbers.ts'
import { medianOf } from '../../../shared/stats/statistics.ts'

/** Bytes of the bodies, where a server accepts so many. */
export const SIZES = [1_000, 4_000, 16_000, 64_000, 1_000_000]

const Input = z
  .strictObject({
    head: z.string(),
    unit: z.string(),
    middle: z.string(),
    close: z.string(),
    tail: z.string(),
  })
  .describe(
    'JSON: the head, the unit n times, the middle, the close n times, the tail; # is the number of the unit',
  )

const Size = z.strictObject({
  bytes: count.describe('of the request’s body'),
  received: count.describe('bytes of the response’s body'),
  status: count,
  milliseconds: z
    .array(nonNegative)
    .describe('CPU time of the thread that runs JavaScript, one per process'),
})

const HostileCase = z.strictObject({
  family: z.string(),
  input: Input,
  sizes: z
    .array(Size)
    .describe('those that the server accepts of valid data, and that do not take too long'),
})

const HostileServer = z.strictObject({
  ...serverHead,
  cases: z.array(HostileCase).describe('of each family the worst input by work, and by bytes'),
})

const HostileProtocol = z.strictObject({
  processes: count.describe('of each server'),
  seed: count.describe('of the search, and of the order'),
  drawn: count.describe('inputs of each family with which the search begins'),
})

export const HostileFile = serversFile('hostile', 1, HostileProtocol, HostileServer, {})

export type Input = z.infer<typeof Input>
export type Size = z.infer<typeof Size>
export type HostileCase = z.infer<typeof HostileCase>
export type HostileFile = z.infer<typeof HostileFile>

export const hostileStore = instrumentFiles<HostileFile>(HostileFile, {
  byScenario: true,
  underLoad: false,
})

export const timeOf = ({ milliseconds }: Size) => medianOf(milliseconds).median

/**
 * Returns the slope of log work over log bytes at the three largest sizes: 1 is linear, 2 quadratic. What any request costs lowers
 * it. Null with fewer sizes.
 */
export function growthOf(sizes: readonly Size[]): number | null {
  const points = sizes.slice(-3).map((size) => [size.bytes, timeOf(size)].map(Math.log))
  return points.length < 3 ? null : linearRegression(points).m
}
