/** Files of servers that are counted beside variants of themselves: work-arounds and strict keys. */
import { z } from 'zod'
import { type Estimate, medianDifference } from '../stats/intervals.ts'
import { headOf, NotInstalled } from './instrument-files.ts'
import { count, positive } from './numbers.ts'

export const Counting = z.strictObject({
  counter: z.literal('qemu'),
  requests: count.min(2).describe('counted in each process'),
  step: count.min(1).describe('requests per step of the warm-up'),
  shortestWarmUp: count.describe('requests'),
  longestWarmUp: count.min(1).describe('requests'),
  counterVersion: z.string(),
  selfCheck: z.strictObject({ expected: count.min(1), counted: count.min(1) }),
})

export type Counting = z.infer<typeof Counting>

/** Returns the schema of a file. @param counting `Counting`, or null where nothing may have been counted */
export function variantsFile<M extends string, V extends number, S extends z.ZodType, C extends z.ZodType>(
  metric: M,
  version: V,
  server: S,
  counting: C,
) {
  return z.strictObject({
    ...headOf(metric, version),
    scenario: z.literal('update-user'),
    processes: count.min(1).describe('of each server, and of each of its variants'),
    seed: count.describe('of the requests, and of the order of processes'),
    counting,
    servers: z.array(server),
    notInstalled: NotInstalled,
  })
}

export const PairedCounts = z
  .array(positive)
  .describe('instructions per request, in user space by the first thread; a process each')

/**
 * Returns the percentage by which instructions rise: the median of all ratios of the processes, with the interval of
 * `medianDifference`. Below zero where they fall. Null where one of both was not counted.
 */
export function percentMore(own: readonly number[], without: readonly number[]): Estimate | null {
  if (own.length === 0 || without.length === 0) return null
  const { value, low, high } = medianDifference(own.map(Math.log), without.map(Math.log))
  const percent = (difference: number) => 100 * Math.expm1(difference)
  return { value: percent(value), low: low && percent(low), high: high && percent(high) }
}
