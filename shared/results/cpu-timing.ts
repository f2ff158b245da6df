/** Protocol of CPU time measured side by side, for layers and work-arounds. */

import { z } from 'zod'
import { count } from './numbers.ts'

export const CpuTiming = z.strictObject({
  connections: count.min(1),
  sliceSeconds: z.number().nonnegative(),
  warmUpSlices: count.describe('that never count'),
  longestWarmUp: count.describe('slices before any counts, where the cost per request still fell'),
  slices: count.min(1).describe('that count, of each process'),
  noisySlices: count.describe('slices of all processes that were loaded again since others were at work'),
  unsettled: z
    .array(z.string())
    .nullable()
    .describe('what still cost less from slice to slice after the longest warm-up; null where that was not looked at'),
  by: z.enum(['schedstat', 'ticks']).describe('the kernel’s account of CPU time: to a nanosecond, or to 10 ms'),
})

export type CpuTiming = z.infer<typeof CpuTiming>
