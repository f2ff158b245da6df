/** Invented profiles for tests. */
import { sampleEnvironment } from '../../shared/test/environment-fixture.ts'
import {
  type ProfiledProcess,
  type ProfiledServer,
  profilesStore,
  type UnsealedProfiles,
} from '../instruments/profile/format.ts'
import { PART_NAMES, type Part } from '../instruments/profile/parts.ts'

/** A server's µs per request by part, and packages' times. */
export interface InventedProfile {
  parts: Partial<Record<Part, number>>
  packages?: ProfiledProcess['packages']
  /** CPU time without the profiler, relative to that with it. */
  plain?: number
  refusal?: string
}

/** Returns a file with three processes per server, whose figures differ by 2%. */
export function sampleProfiles(
  servers: Record<string, InventedProfile>,
  scenario = 'update-user',
): UnsealedProfiles {
  return profilesStore.complete({
    scenario,
    startedAt: '2026-11-22T03:00:00.000Z',
    finishedAt: '2026-11-22T03:10:00.000Z',
    protocol: {
      generator: 'builtin',
      polling: true,
      connections: 100,
      sliceSeconds: 0.5,
      turns: 2,
      longestWarmUp: 6,
      processes: 3,
      interval: 500,
      flags: ['--no-turbo-inlining'],
      seed: 1,
    },
    environment: sampleEnvironment,
    source: { commit: null, clean: null },
    servers: Object.entries(servers).map(([name, invented]) => sampleServer(name, invented)),
    notInstalled: [{ name: 'mion', install: 'npm install mion' }],
  })
}

function sampleServer(name: string, { refusal, ...invented }: InventedProfile): ProfiledServer {
  return {
    name,
    displayName: name,
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '24.0.0',
    code: 'a',
    processes: refusal ? [] : [0.98, 1, 1.02].map((factor) => sampleProcess(invented, factor)),
    refusal: refusal ?? null,
  }
}

function sampleProcess(
  { parts, packages = [], plain = 0.95 }: InventedProfile,
  factor: number,
): ProfiledProcess {
  const own = Object.fromEntries(
    PART_NAMES.map((part) => [part, (parts[part] ?? 0) * factor]),
  ) as Record<Part, number>
  const all = PART_NAMES.reduce((sum, part) => sum + own[part], 0)
  return {
    settled: true,
    plain: all * plain,
    parts: own,
    packages: packages.map((each) => ({ ...each, time: each.time * factor })),
  }
}
