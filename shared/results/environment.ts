/** Format of machine and sources in result files. */

import { z } from 'zod'
import { count } from './numbers.ts'

/** The network between the servers' host, which also runs the suite, and the load generator's. Hosts are not named. */
const NetworkLink = z.strictObject({
  roundTrip: z
    .strictObject({ medianMs: z.number().nonnegative(), minMs: z.number().nonnegative(), samples: count.min(1) })
    .describe('round trip of a byte over TCP between generator’s and servers’ host, before the run'),
  generator: z
    .strictObject({
      cpuModel: z.string(),
      cpuCount: count.min(1),
      cpus: z.array(count).nullable().describe('CPUs of the load generator; null if not pinned'),
      memoryBytes: z.number().positive(),
      os: z.string(),
      kernel: z.string(),
      arch: z.string(),
      governor: z.string().nullable(),
      cpuQuota: z.string().nullable(),
    })
    .describe('the load generator’s host'),
})

/** With a network in between, all fields but `link` are of the servers' host. */
export const Environment = z.strictObject({
  cpuModel: z.string(),
  cpuCount: count.min(1),
  pinning: z.strictObject({
    server: z.array(count).nullable().describe('CPUs of the server; null if not pinned'),
    generator: z.array(count).nullable().describe('CPUs of the load generator and the runner'),
    note: z.string().nullable().describe('reason why nothing was pinned'),
  }),
  memoryBytes: z.number().positive(),
  os: z.string(),
  kernel: z.string(),
  arch: z.string(),
  runtimes: z
    .record(z.string(), z.string())
    .describe('versions of the runtimes: `node` is the pinned one, `node@24` another one'),
  v8: z.string().describe('V8 of the Node that runs the suite'),
  generatorVersion: z.string(),
  governor: z.string().nullable().describe('CPU frequency governor'),
  cpuQuota: z.string().nullable().describe('the container’s limit: µs of CPU time, µs of period'),
  lockfileHash: z.string().nullable().describe('SHA-256 of package-lock.json: the exact version of every package'),
  boot: z.string().nullable().describe('digest of the kernel’s boot id, which identifies the machine; null if unknown'),
  link: NetworkLink.nullable().describe('null if servers and load generator were on one machine'),
})

export const CodeDigest = z
  .string()
  .describe('SHA-256 of the server’s own code and build settings, which identifies unchanged code')

export const Source = z.strictObject({
  commit: z.string().nullable(),
  clean: z.boolean().nullable().describe('whether the sources held no uncommitted change'),
})

export type Environment = z.infer<typeof Environment>
