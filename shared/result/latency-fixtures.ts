/** Latencies for tests. */

import * as hdr from 'hdr-histogram-js'
import type { RuntimeName } from './disclosure.ts'
import { sampleEnvironment } from './environment-fixture.ts'
import {
  type LatencyPoint,
  type LatencyProtocol,
  type LatencyServer,
  latencyStore,
  type UnsealedLatency,
} from './latency.ts'
import { LONGEST_LATENCY } from './latency-histogram.ts'
import { type MeasuredSlice, packPoint } from './latency-measured.ts'

/** A compressed histogram of milliseconds. */
export function histogramText(milliseconds: readonly number[]): string {
  const histogram = hdr.build({
    lowestDiscernibleValue: 1,
    highestTrackableValue: LONGEST_LATENCY,
    numberOfSignificantValueDigits: 2,
  })
  for (const each of milliseconds) histogram.recordValue(Math.max(1, Math.round(each * 1000)))
  return hdr.encodeIntoCompressedBase64(histogram)
}

/** A slice that nothing is held against, with those latencies in milliseconds. */
export function sampleSliceOf(milliseconds: readonly number[], change: Partial<MeasuredSlice> = {}): MeasuredSlice {
  const { failed = 0, unsent = 0 } = change
  return {
    seconds: 1.5,
    scheduled: milliseconds.length + failed + unsent,
    completed: milliseconds.length,
    failed,
    unsent,
    backlog: { begin: 1, end: 1 },
    waited: 0,
    latency: histogramText(milliseconds),
    least: histogramText(milliseconds.map((each) => each - 0.01)),
    longestTurn: 0.5,
    cpu: { seconds: milliseconds.length * 50e-6, requests: milliseconds.length },
    noise: null,
    ...change,
  }
}

/** @param latencies of each process, in milliseconds */
export function samplePoint(
  rate: number,
  latencies: readonly (readonly number[])[],
  change: Partial<LatencyPoint> & { slice?: Partial<MeasuredSlice> } = {},
): LatencyPoint {
  const { slice, ...point } = change
  const processes = latencies.map((each, index) => {
    const round = index + 1
    return { round, slices: [sampleSliceOf(each, slice)], refused: [] }
  })
  return { ...packPoint({ rate, share: null, processes, skipped: null }), ...point }
}

export function sampleLatencyServer(
  name: string,
  points: readonly LatencyPoint[],
  change: Partial<LatencyServer> & { runtime?: RuntimeName } = {},
): LatencyServer {
  return {
    name,
    displayName: name,
    version: '1.0.0',
    runtime: 'node',
    runtimeVersion: '24.0.0',
    code: null,
    maxima: [1, 2, 3, 4, 5].map((round) => {
      return { round, requestsPerSecond: 40_000 + round, cpuMicroseconds: 25, noise: null }
    }),
    points: [...points],
    search: null,
    refusal: null,
    ...change,
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
      arrivals: 'poisson',
      connections: 100,
      rates: [1_000, 5_000],
      shares: [],
      sliceSeconds: 1.5,
      leastRequests: 3_000,
      rounds: 5,
      groupSize: 3,
      warmUpSeconds: 1,
      maximumSeconds: 1,
      objective: null,
      seed: 1,
      ...change.protocol,
    },
    environment: sampleEnvironment,
    source: { commit: null, clean },
    stalls: null,
    servers: [...servers],
    notInstalled: [],
  })
}
