/** What the health check of a machine saw before a run. */
import { z } from 'zod'

const nonNegative = z.number().nonnegative()

const CheckedServer = z.strictObject({
  name: z.string(),
  microseconds: nonNegative.describe('per request, under full load'),
  userMicroseconds: nonNegative.describe('CPU time per request in user space'),
})

export const Health = z.strictObject({
  healthy: z.boolean().nullable().describe('null: nothing is stored to judge it by'),
  reasons: z.array(z.string()).describe('why the machine is unhealthy, each in one line'),
  light: CheckedServer,
  heavy: CheckedServer,
  expectedRatio: nonNegative
    .nullable()
    .describe('stored: user time per request of the heavy server over the light one’s'),
  lostPercent: nonNegative
    .nullable()
    .describe('of the pinned CPUs’ time, to the hypervisor and other processes; null where the system does not tell'),
})

export type Health = z.infer<typeof Health>
