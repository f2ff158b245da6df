/**
 * File format of `profile`: CPU time per request by part and package. A folder beside the file has each server's stacks.
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
  seconds: z.number().positive().describe('of load, over all slices'),
  main: nonNegative.describe('µs per request, of the thread that runs the JavaScript'),
  others: nonNegative.describe('µs per request, of all other threads except the profiler’s'),
})

const Pauses = z.strictObject({
  kind: z.string().describe('of garbage collection, in V8’s terms'),
  count: count.min(1),
  p50: nonNegative.describe('ms'),
  p99: nonNegative.describe('ms; nearest rank'),
  max: nonNegative.describe('ms'),
  total: nonNegative.describe('ms'),
})

const Collections = z.strictObject({
  kinds: z.array(Pauses).describe('empty if there was no garbage collection'),
  p50: nonNegative.describe('ms, of all kinds; 0 if there was no garbage collection'),
  bytesPerRequest: nonNegative
    .nullable()
    .describe('allocated on V8’s heap, from its size before each collection and after the previous one; null: unknown'),
})

const PackageTime = z.strictObject({
  package: z.string(),
  part: z.enum(PART_NAMES),
  time: nonNegative.describe('µs per request'),
})

const ProfiledProcess = z.strictObject({
  seconds: nonNegative.describe('from the first process’s start to the last one’s end'),
  settled: z.boolean().describe('whether the warm-up had settled when the slices that count began'),
  noisySlices: count.describe('slices that count despite noise'),
  plain: CpuTime.describe('of an unmodified process'),
  watched: CpuTime.describe('of a process with the preloaded module, while it recorded garbage collection'),
  profiled: CpuTime.extend({
    samples: count.min(1),
    profiler: nonNegative.describe('µs per request, of the profiler’s thread, which `others` excludes'),
  }).describe('of a process with the preloaded module and the protocol’s flags, while it was profiled'),
  parts: z.record(z.enum(PART_NAMES), nonNegative).describe('µs per request; the sum is main + others of `profiled`'),
  packages: z.array(PackageTime).describe('the same by package, the largest first; packages below 0.2% are left out'),
  collections: Collections.nullable().describe('under `watched`; null if the runtime does not report it'),
})

const ProfiledServer = z.strictObject({
  ...serverHead,
  code: CodeDigest.nullable(),
  processes: z.array(ProfiledProcess),
  stacks: z
    .string()
    .nullable()
    .describe('name of the file of stacks, in the folder named after this file; null for none'),
})

const ProfileProtocol = z.strictObject({
  generator: z.literal('builtin'),
  polling: z.boolean(),
  connections: count.min(1),
  sliceSeconds: z.number().positive(),
  turns: count.min(1).describe('slices of each kind that count, per process'),
  longestWarmUp: count.min(1).describe('slices'),
  processes: count.min(1).describe('of each server, of each of the three kinds'),
  interval: count.min(1).describe('µs between samples'),
  flags: z.array(z.string()).describe('V8 flags (Node, Deno) of the profiled process only'),
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

/** Returns the folder of a file's stacks. */
export function stacksFolder(path: string): string {
  return path.replace(/\.json$/, '') === path ? `${path}.stacks` : path.replace(/\.json$/, '')
}

/**
 * Returns the profiles that compare these servers: for each scenario the file with most of them, then with most processes, which
 * narrow the interval of a difference, then the newest. The rule does not look at figures.
 */
export function profilesToCompare(names: readonly string[], root = ROOT): Stored<Profiles>[] {
  const sizeOf = ({ servers, protocol }: Profiles) => {
    const present = servers.filter(({ name, refusal }) => refusal === null && names.includes(name)).length
    // Less than one server more.
    return present - 1 / (1 + protocol.processes)
  }
  return profilesStore.fittest({ root, sizeOf })
}
