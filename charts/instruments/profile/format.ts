/** File format of `profile`: CPU time per request by part and package. */
import { z } from 'zod'
import { CodeDigest, count, nonNegative } from '../../../shared/format/fields.ts'
import {
  instrumentFiles,
  serverHead,
  serversFile,
  type Unsealed,
} from '../../../shared/format/instrument-files.ts'
import { PART_NAMES } from './parts.ts'

const PackageTime = z.strictObject({
  package: z.string(),
  part: z.enum(PART_NAMES),
  time: nonNegative.describe('µs per request'),
})

const ProfiledProcess = z.strictObject({
  settled: z.boolean().describe('whether the warm-up had settled when the slices that count began'),
  plain: nonNegative.describe('µs of CPU time per request of an unmodified process, all threads'),
  parts: z
    .record(z.enum(PART_NAMES), nonNegative)
    .describe(
      'µs per request of another process, under the profiler; all threads except the profiler’s',
    ),
  packages: z
    .array(PackageTime)
    .describe('the same by package, the largest first; packages below 0.2% are left out'),
})

const ProfiledServer = z.strictObject({
  ...serverHead,
  code: CodeDigest.nullable(),
  processes: z.array(ProfiledProcess),
})

const ProfileProtocol = z.strictObject({
  generator: z.literal('builtin'),
  polling: z.boolean(),
  connections: count.min(1),
  sliceSeconds: z.number().positive(),
  turns: count.min(1).describe('slices that count, of each of the two processes'),
  longestWarmUp: count.min(1).describe('slices'),
  processes: count.min(1).describe('of each server, plain and profiled'),
  interval: count.min(1).describe('µs between samples'),
  flags: z.array(z.string()).describe('V8 flags (Node, Deno) of the profiled process only'),
  seed: count,
})

export const Profiles = serversFile('profile', 2, ProfileProtocol, ProfiledServer, {})

export type Profiles = z.infer<typeof Profiles>
export type UnsealedProfiles = Unsealed<Profiles>
export type ProfiledServer = z.infer<typeof ProfiledServer>
export type ProfiledProcess = z.infer<typeof ProfiledProcess>
export type ProfileProtocol = z.infer<typeof ProfileProtocol>
export type PackageTime = z.infer<typeof PackageTime>

export const profilesStore = instrumentFiles<Profiles>(Profiles, { byScenario: true })
