/** The part of the result file's format that says what was seen of one slice of load. */

import { z } from 'zod'
import { count, nonNegative, positive } from './numbers.ts'

/** What the kernel did for the server in a stretch of load. */
const KernelWork = z.strictObject({
  userSeconds: nonNegative.describe('CPU seconds of the server’s process tree in user space'),
  systemSeconds: nonNegative.describe('the same in the kernel'),
  contextSwitches: count.describe('of all threads of the tree, voluntary or not'),
  interrupts: count
    .nullable()
    .describe(
      'from one CPU to another (rescheduling, function calls), on the pinned CPUs; null where they are not counted',
    ),
})

/** One stretch of load. */
export const Slice = z.strictObject({
  slice: count.min(1).describe('turn of the group’s servers, counted from 1'),
  position: count.min(1).describe('place in that turn of the group’s servers'),
  seconds: positive.describe('measured length'),
  requests: count.describe('responses completed'),
  cpuSeconds: nonNegative.describe('CPU seconds of the server’s process tree'),
  generatorCpuSeconds: nonNegative,
  generatorBusyPercent: nonNegative.nullable().describe('time in which the generator had something to do'),
  latencyMean: nonNegative.describe('milliseconds'),
  kernel: KernelWork.nullable(),
  warmUp: z.boolean().describe('whether it belongs to the warm-up and does not count'),
  others: z
    .strictObject({
      stealSeconds: nonNegative.describe('that the hypervisor took of the pinned CPUs, in ticks of 10 ms'),
      foreignSeconds: nonNegative.describe('CPU seconds of other processes on them'),
    })
    .nullable()
    .describe('null where the system does not tell'),
  noise: z.string().nullable().describe('why the slice was loaded again and does not count'),
})

export type KernelWork = z.infer<typeof KernelWork>
