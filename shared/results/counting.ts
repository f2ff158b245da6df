/** How servers were counted, in files of `edge`. */
import { z } from 'zod'
import { count } from '../format/numbers.ts'

export const Counting = z.strictObject({
  counter: z.literal('qemu'),
  requests: count.min(2).describe('counted in each process'),
  step: count.min(1).describe('requests per step of the warm-up'),
  shortestWarmUp: count.describe('requests'),
  longestWarmUp: count.min(1).describe('requests'),
  counterVersion: z.string(),
  selfCheck: z.strictObject({ expected: count.min(1), counted: count.min(1) }),
})
