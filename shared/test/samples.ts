/** Sample results for tests. */

import type { Result, ServerResult, Trial } from '../format/format.ts'
import { MEASUREMENT_VERSION } from '../format/measurement.ts'
import { summarizeAll } from '../results/summary.ts'
import { sampleEnvironment } from './environment-fixture.ts'

export function sampleTrial(round = 1, requestsPerSecond = 1000, group = 1): Trial {
  const slice = {
    seconds: 1,
    requests: requestsPerSecond,
    cpuSeconds: 0.9,
    generatorCpuSeconds: 0.4,
    generatorBusyPercent: 45,
    userSeconds: 0.6,
    systemSeconds: 0.3,
    contextSwitches: 100,
    interrupts: 50,
    warmUp: false,
    stealSeconds: 0,
    foreignSeconds: 0,
    noise: null,
  }
  return {
    round,
    values: {
      requestsPerSecond,
      p50: 4,
      p95: 6,
      p99: 8,
      max: 10,
      receivedPerSecond: 200_000,
      peakMemory: 5e7,
      cpuMean: 90,
      cpuPeak: 96,
    },
    evidence: {
      group,
      warmUp: { settled: true, seconds: 2 },
      slices: [
        { slice: 1, ...slice },
        { slice: 2, ...slice },
      ],
      requests: 2 * requestsPerSecond,
      generator: { cpuPercent: 40, eventLoopPercent: 45 },
      checked: 2 * requestsPerSecond,
      checkedApart: 20,
      caveats: [],
    },
  }
}

/** Returns a trial with other values or evidence. */
export function trialWith(
  trial: Trial,
  {
    values,
    evidence,
  }: { values?: Partial<Trial['values']>; evidence?: Partial<Trial['evidence']> },
): Trial {
  return {
    ...trial,
    values: { ...trial.values, ...values } as Trial['values'],
    evidence: { ...trial.evidence, ...evidence },
  }
}

/** Returns trials by server, from its requests/s in each round. */
export function sampleTrials(
  rates: Readonly<Record<string, readonly number[]>>,
  group = 1,
): Map<string, Trial[]> {
  return new Map(
    Object.entries(rates).map(([name, list]) => [
      name,
      list.map((rate, i) => sampleTrial(i + 1, rate, group)),
    ]),
  )
}

/** Required fields of a manifest. */
export const disclosure = {
  validation: {
    by: 'hand-written',
    how: 'interpreted',
    unknownKeys: 'stripped',
    coerces: false,
    errors: 'first',
  },
  serializer: 'JSON.stringify',
} as const

/** Returns a server with the summary of a run in which it was the only server. */
export function sampleServer(name: string, trials: Trial[] = [sampleTrial()]): ServerResult {
  return {
    name,
    displayName: name,
    version: '1.2.3',
    runtime: 'node',
    runtimeVersion: '24.0.0',
    code: 'd1'.repeat(32),
    part: '',
    details: {
      wire: 'plain',
      router: true,
      ...disclosure,
      tuned: null,
      tags: [],
      description: 'a server',
      notes: [],
      knownDeviations: [],
      packages: { [name]: '1.2.3' },
      behaviours: [
        { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' },
      ],
    },
    samples: trials,
    disqualified: null,
    summary: summarizeAll(new Map([[name, trials]]), name).get(name) ?? null,
  }
}

/** Returns a result without checksum. */
export function sampleResult(servers: ServerResult[] = [sampleServer('http-node')]): Result {
  return {
    schemaVersion: MEASUREMENT_VERSION,
    probe: 'run',
    scenario: 'update-user',
    startedAt: '2026-01-02T03:04:05.678Z',
    finishedAt: '2026-01-02T03:14:05.678Z',
    protocol: {
      generator: 'builtin',
      polling: true,
      connections: 100,
      durationSeconds: 2,
      sliceSeconds: 1,
      groupSize: 4,
      warmupSeconds: 6,
      rounds: 1,
      seed: 7,
    },
    environment: sampleEnvironment,
    source: { commit: 'abc', clean: true },
    details: {
      quick: false,
      baseline: 'http-node',
      health: null,
      rounds: [[servers.map(({ name }) => name)]],
      resumed: [],
    },
    subjects: servers,
    notInstalled: [{ name: 'elsewhere', install: 'npm install elsewhere' }],
  }
}
