/** Format of a slice of load in result files. */

import { z } from 'zod'
import { count, nonNegative, positive } from './numbers.ts'

/** The kernel's work for the server in a slice. */
const KernelWork = z.strictObject({
  userSeconds: nonNegative.describe('CPU seconds of the server’s process tree in user space'),
  systemSeconds: nonNegative.describe('the same in the kernel'),
  contextSwitches: count.describe('of all threads of the tree, voluntary or not'),
  interrupts: count
    .nullable()
    .describe(
      'from one CPU to another (rescheduling, function calls), on the pinned CPUs; null if not counted',
    ),
})

export const Slice = z.strictObject({
  slice: count.min(1).describe('number of the slice within the group, from 1'),
  seconds: positive.describe('measured length'),
  requests: count.describe('responses completed'),
  cpuSeconds: nonNegative.describe('CPU seconds of the server’s process tree'),
  generatorCpuSeconds: nonNegative,
  generatorBusyPercent: nonNegative
    .nullable()
    .describe('share of time in which the generator was busy'),
  kernel: KernelWork.nullable(),
  warmUp: z.boolean().describe('whether it is part of the warm-up, and does not count'),
  others: z
    .strictObject({
      stealSeconds: nonNegative.describe(
        'taken from the pinned CPUs by the hypervisor, in ticks of 10 ms',
      ),
      foreignSeconds: nonNegative.describe('CPU seconds of other processes on them'),
    })
    .nullable()
    .describe('null if the system does not report it'),
  noise: z.string().nullable().describe('reason why the slice was repeated and does not count'),
})

export type KernelWork = z.infer<typeof KernelWork>
