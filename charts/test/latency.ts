/** Invented latencies for tests. */
import type { RuntimeName } from '../../shared/format/disclosure.ts'
import { sampleEnvironment } from '../../shared/test/environment-fixture.ts'
import {
  type LatencyPoint,
  type LatencyProcess,
  type LatencyProtocol,
  type LatencyServer,
  latencyStore,
  type OpenLoad,
  type UnsealedLatency,
} from '../instruments/latency/format.ts'

/** Returns a load without caveats. @param p50 ms */
function sampleOpenLoad(p50: number, change: Partial<OpenLoad> = {}): OpenLoad {
  return {
    scheduled: 1_000,
    completed: 1_000,
    failed: 0,
    unsent: 0,
    backlogGrowth: 0,
    p50,
    p90: 2 * p50,
    p99: 4 * p50,
    generatorPart: 0.01,
    cpuMicroseconds: 50,
    noise: null,
    ...change,
  }
}

/** @param p50 ms; null if the rate was not loaded */
export function samplePoint(
  rate: number,
  p50: number | null,
  change: Partial<OpenLoad> & Partial<Pick<LatencyPoint, 'stoodStill'>> = {},
): LatencyPoint {
  const { stoodStill = 0, ...load } = change
  return { rate, stoodStill, load: p50 === null ? null : sampleOpenLoad(p50, load) }
}

/** Returns a server with a process per list of points. */
export function sampleLatencyServer(
  name: string,
  processes: readonly (readonly LatencyPoint[])[],
  change: Partial<LatencyServer> & {
    runtime?: RuntimeName
    process?: Partial<LatencyProcess>
  } = {},
): LatencyServer {
  const { process, ...server } = change
  return {
    name,
    displayName: name,
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '24.0.0',
    code: null,
    processes: processes.map((points, index) => ({
      round: index + 1,
      maximum: { requestsPerSecond: 40_000 + index, settled: true },
      points: [...points],
      ...process,
    })),
    refusal: null,
    ...server,
  }
}

export function sampleLatency(
  servers: readonly LatencyServer[],
  change: { protocol?: Partial<LatencyProtocol>; startedAt?: string; clean?: boolean } = {},
): UnsealedLatency {
  const { startedAt = '2026-11-22T10:00:00.000Z', clean = true } = change
  return latencyStore.complete({
    scenario: 'update-user',
    startedAt,
    finishedAt: startedAt,
    protocol: {
      connections: 100,
      rates: [1_000, 5_000],
      seconds: 1,
      leastRequests: 2_000,
      rounds: 5,
      groupSize: 3,
      closedLoop: { warmupSeconds: 2, durationSeconds: 1.5, sliceSeconds: 0.25 },
      seed: 1,
      ...change.protocol,
    },
    environment: sampleEnvironment,
    source: { commit: null, clean },
    servers: [...servers],
    notInstalled: [],
  })
}
