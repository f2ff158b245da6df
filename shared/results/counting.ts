/** Instructions of programs that are counted beside each other, as files of layers, work-arounds and strict keys have them. */
import { z } from 'zod'
import { type Estimate, medianDifference } from '../stats/intervals.ts'
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

export const PairedCounts = z
  .array(positive)
  .describe('instructions per request, in user space by the first thread; a process each')

/**
 * Returns the share by which instructions rise: the median of all ratios of the processes, with the interval of
 * `medianDifference`. Below zero where they fall. Null where one of both was not counted.
 */
export function shareOf(own: readonly number[], without: readonly number[]): Estimate | null {
  if (own.length === 0 || without.length === 0) return null
  const { value, low, high } = medianDifference(own.map(Math.log), without.map(Math.log))
  return { value: Math.expm1(value), low: low && Math.expm1(low), high: high && Math.expm1(high) }
}
