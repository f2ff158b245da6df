/**
 * Files of profiles: where the CPU time of a request goes, by part and by package. One a run of `profile`, written once, with
 * a checksum; the zod schema below is the only definition. Beside it stand the stacks of each server, for a viewer.
 */

import { z } from 'zod'
import { ROOT } from '../../../shared/basics/root.ts'
import { CodeDigest } from '../../../shared/results/environment.ts'
import { instrumentFiles, serverHead, serversFile, type Unsealed } from '../../../shared/results/instrument-files.ts'
import { count, nonNegative } from '../../../shared/results/numbers.ts'
import type { Stored } from '../../../shared/results/stored-files.ts'
import { PART_NAMES } from './parts.ts'

const CpuTime = z.strictObject({
  requests: count.min(1),
  seconds: z.number().positive().describe('of load, all slices together'),
  main: nonNegative.describe('µs a request, of the thread that runs the JavaScript'),
  others: nonNegative.describe('µs a request, of all other threads but the profiler’s own'),
})

const Pauses = z.strictObject({
  kind: z.string().describe('of collection, as V8 calls it'),
  count: count.min(1),
  p50: nonNegative.describe('ms'),
  p99: nonNegative.describe('ms; nearest rank'),
  max: nonNegative.describe('ms'),
  total: nonNegative.describe('ms'),
})

const Collections = z.strictObject({
  kinds: z.array(Pauses).describe('empty where nothing was collected'),
  p50: nonNegative.describe('ms, of all kinds; 0 where nothing was collected'),
  bytesPerRequest: nonNegative
    .nullable()
    .describe('allocated on V8’s heap, from its size before each collection and after the one before; null: unknown'),
})

const PackageTime = z.strictObject({
  package: z.string(),
  part: z.enum(PART_NAMES),
  time: nonNegative.describe('µs a request'),
})

const ProfiledProcess = z.strictObject({
  seconds: nonNegative.describe('from the first process’s start to the last one’s end'),
  settled: z.boolean().describe('whether the warm-up was over when the slices that count began'),
  noisySlices: count.describe('slices that count although others used their CPUs meanwhile'),
  plain: CpuTime.describe('of a process as it is'),
  watched: CpuTime.describe('of one with the module inside, while its collections of garbage were watched'),
  profiled: CpuTime.extend({
    samples: count.min(1),
    profiler: nonNegative.describe('µs a request, of the profiler’s own thread, which `others` leaves out'),
  }).describe('of one with the module inside and the flags of the protocol, while it was profiled'),
  parts: z
    .record(z.enum(PART_NAMES), nonNegative)
    .describe('µs a request; their sum is main and others under `profiled`'),
  packages: z.array(PackageTime).describe('the same by package, the most first; what is below 0.2% is left out'),
  collections: Collections.nullable().describe('under `watched`; null where the runtime does not tell'),
})

const ProfiledServer = z.strictObject({
  ...serverHead,
  code: CodeDigest.nullable(),
  processes: z.array(ProfiledProcess),
  stacks: z
    .string()
    .nullable()
    .describe('name of the file of stacks, in the folder beside this file that has its name; null where there is none'),
})

const ProfileProtocol = z.strictObject({
  generator: z.literal('builtin'),
  polling: z.boolean(),
  connections: count.min(1),
  pipelining: count.min(1),
  sliceSeconds: z.number().positive(),
  turns: count.min(1).describe('slices of each kind that count, in each process'),
  longestWarmUp: count.min(1).describe('slices'),
  processes: count.min(1).describe('of each server, of each of the three kinds'),
  interval: count.min(1).describe('µs between two samples'),
  flags: z.array(z.string()).describe('of V8 (Node, Deno), of the process that is profiled alone'),
  seed: count,
})

export const Profiles = serversFile('profile', 1, ProfileProtocol, ProfiledServer, {})

export type Profiles = z.infer<typeof Profiles>
export type UnsealedProfiles = Unsealed<Profiles>
export type ProfiledServer = z.infer<typeof ProfiledServer>
export type ProfiledProcess = z.infer<typeof ProfiledProcess>
export type ProfileProtocol = z.infer<typeof ProfileProtocol>
export type PackageTime = z.infer<typeof PackageTime>
export type CpuTime = z.infer<typeof CpuTime>
export type CollectionFigures = z.infer<typeof Collections>

export const profilesStore = instrumentFiles<Profiles>(Profiles, { byScenario: true })

/** The folder of the stacks that belong to a file of profiles. */
export function stacksFolder(path: string): string {
  return path.replace(/\.json$/, '') === path ? `${path}.stacks` : path.replace(/\.json$/, '')
}

/**
 * The profiles by which these servers are held against each other: of each scenario those that have the most of them; of these
 * those of most processes, on which the interval of a difference rests; of these the newest. This rule looks at no figure either.
 */
export function profilesToCompare(names: readonly string[], root = ROOT): Stored<Profiles>[] {
  const sizeOf = ({ servers, protocol }: Profiles) => {
    const present = servers.filter(({ name, refusal }) => refusal === null && names.includes(name)).length
    // Never as much as one more server.
    return present - 1 / (1 + protocol.processes)
  }
  return profilesStore.fittest({ root, sizeOf })
}
