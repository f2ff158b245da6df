/** Fields that several file formats have. */
import { z } from 'zod'

/** Names of files and folders, which never lead out of the folder that they are in. */
export const Name = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'expected a name, such as http-node')

/** A folder, or a version of a package: `hono.bun`, `@hono/node-server@2.0.0`. */
export const SubjectName = z
  .string()
  .regex(
    /^(?!.*\.\.\/)(?:[a-z0-9][a-z0-9.-]*|@?[A-Za-z0-9][\w.~/-]*@[^\p{Cc}\\]+)$/u,
    'expected the name of a folder, or a version of a package',
  )

/** Words of a probe, or the name of a measured function; may be empty. */
export const Part = z
  .string()
  .regex(/^(?!.*\.\.)[\p{L}\p{N}_$ ,./+-]*$/u, 'expected words, such as "10 routes"')

export const count = z.int().nonnegative()
export const positive = z.number().positive()
export const nonNegative = z.number().nonnegative()

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
  lockfileHash: z
    .string()
    .nullable()
    .describe('SHA-256 of package-lock.json: the exact version of every package'),
  boot: z
    .string()
    .nullable()
    .describe('digest of the kernel’s boot id, which identifies the machine; null if unknown'),
})

export const CodeDigest = z
  .string()
  .describe('SHA-256 of the server’s own code and build settings, which identifies unchanged code')

export const Source = z.strictObject({
  commit: z.string().nullable(),
  clean: z.boolean().nullable().describe('whether the sources had no uncommitted changes'),
})

export type Environment = z.infer<typeof Environment>
