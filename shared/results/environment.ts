/** The machine and the sources of a run, as they stand in files of results and of counts. */

import { z } from 'zod'
import { count } from './numbers.ts'

/** The network between the servers' host, on which the runner is, and the load generator's. No host is named. */
const NetworkLink = z.strictObject({
  roundTrip: z
    .strictObject({ medianMs: z.number().nonnegative(), minMs: z.number().nonnegative(), samples: count.min(1) })
    .describe('of a byte over TCP from the generator’s host to the servers’ and back, before the run'),
  generator: z
    .strictObject({
      cpuModel: z.string(),
      cpuCount: count.min(1),
      cpus: z.array(count).nullable().describe('CPUs of the load generator; null where it was not pinned'),
      memoryBytes: z.number().positive(),
      os: z.string(),
      kernel: z.string(),
      arch: z.string(),
      governor: z.string().nullable(),
      cpuQuota: z.string().nullable(),
    })
    .describe('the load generator’s host'),
})

/** Where there is a network between, all but `link` is of the servers' host. */
export const Environment = z.strictObject({
  cpuModel: z.string(),
  cpuCount: count.min(1),
  pinning: z.strictObject({
    server: z.array(count).nullable().describe('CPUs of the server; null where it was not pinned'),
    generator: z.array(count).nullable().describe('CPUs of the load generator and the runner'),
    note: z.string().nullable().describe('why nothing was pinned'),
  }),
  memoryBytes: z.number().positive(),
  os: z.string(),
  kernel: z.string(),
  arch: z.string(),
  runtimes: z
    .record(z.string(), z.string())
    .describe('versions of the runtimes that took part: `node` is the pinned one, `node@24` one beside it'),
  v8: z.string().describe('of the Node that runs the suite'),
  generatorVersion: z.string(),
  governor: z.string().nullable().describe('of the CPU’s frequency'),
  cpuQuota: z.string().nullable().describe('the container’s limit: µs of CPU time, µs of period'),
  lockfileHash: z.string().nullable().describe('SHA-256 of package-lock.json: the exact version of every package'),
  boot: z
    .string()
    .nullable()
    .describe('digest of the kernel’s boot id: runs that share it are of one machine; null where it is unknown'),
  link: NetworkLink.nullable().describe('null where servers and load generator were on one machine'),
})

export const CodeDigest = z
  .string()
  .describe(
    'SHA-256 of the server’s own code, with the settings of its build: figures of the same are of unchanged code',
  )

/** The sources that were measured. */
export const Source = z.strictObject({
  commit: z.string().nullable(),
  clean: z.boolean().nullable().describe('whether the sources held no uncommitted change'),
})

export type Environment = z.infer<typeof Environment>
