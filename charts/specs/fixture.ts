/** An invented result for tests. Its figures mean nothing and are never published. */

import {
  type Median,
  RESULT_VERSION,
  type Result,
  type ServerResult,
  type Summary,
  type Trial,
} from '../../shared/result/format.ts'
import { disclosure } from '../../shared/result/samples.ts'

const ROUNDS = 5
const BASELINE = 'http-node'
const WINDOW_SECONDS = 8

export interface Invented {
  name: string
  requestsPerSecond: number
  peakMegabytes?: number
  runtime?: ServerResult['runtime']
  /** The best one that it may have; by requests/s, where it is not given. */
  rank?: number
  /** The worst one; that of the last server with the same best one, where it is not given. */
  worst?: number
  verdicts?: Summary['verdicts']
  change?: Partial<ServerResult>
}

/** A spread of ±2% over the rounds, and an interval of ±1.5%. */
const around = (median: number): Median => ({
  median,
  min: median * 0.98,
  max: median * 1.02,
  low: median * 0.985,
  high: median * 1.015,
})

function ranksOf(invented: Invented, others: Invented[]): Summary['ranks'] {
  const bestOf = (one: Invented) =>
    one.rank ?? 1 + others.filter((other) => other.requestsPerSecond > one.requestsPerSecond).length
  const best = bestOf(invented)
  const shared = others.filter((other) => bestOf(other) === best).length
  return { best, worst: invented.worst ?? best + Math.max(1, shared) - 1 }
}

function summaryOf(invented: Invented, others: Invented[]): Summary {
  const { requestsPerSecond, peakMegabytes = 100 } = invented
  const baseline = others.find(({ name, change }) => name === BASELINE && change?.summary !== null)
  const ratio = baseline && requestsPerSecond / baseline.requestsPerSecond
  return {
    trials: ROUNDS,
    requestsPerSecond: around(requestsPerSecond),
    ratioToBaseline: !ratio
      ? null
      : invented === baseline
        ? { ratio, low: ratio, high: ratio }
        : { ratio, low: ratio * 0.988, high: ratio * 1.012 },
    ranks: ranksOf(invented, others),
    mayBeFastest: ranksOf(invented, others).best === 1,
    latencyMean: around(1_000_000 / requestsPerSecond),
    latencyP50: around(900_000 / requestsPerSecond),
    latencyP99: around(2_500_000 / requestsPerSecond),
    receivedPerSecond: around(requestsPerSecond * 280),
    peakMemory: around(peakMegabytes * 1e6),
    cpuMean: around(98.5),
    cpuMax: around(104.2),
    cpuPerRequest: around(985_000 / requestsPerSecond),
    second: null,
    verdicts: invented.verdicts ?? [],
  }
}

/** What is not known of a slice. */
const nothing = { kernel: null, others: null, probe: null, noise: null }

function trialOf(round: number, requestsPerSecond: number, peakBytes: number): Trial {
  const factor = 0.98 + (0.04 * (round - 1)) / (ROUNDS - 1)
  const perSecond = requestsPerSecond * factor
  const moment = (i: number) => i / 4
  return {
    round,
    group: 1,
    startedAt: '2026-01-31T12:00:00.000Z',
    startupSeconds: 0.2,
    overheadSeconds: 0.9,
    warmUp: { settled: true, seconds: 2, rates: Array.from({ length: 4 }, () => perSecond) },
    slices: Array.from({ length: WINDOW_SECONDS }, (_, i) => ({
      slice: i + 1,
      position: 1,
      pipelining: 10,
      seconds: 1,
      requests: Math.round(perSecond),
      cpuSeconds: 0.985,
      generatorCpuSeconds: 0.61,
      generatorBusyPercent: 58,
      latencyMean: 10,
      warmUp: false,
      ...nothing,
    })),
    windowSeconds: WINDOW_SECONDS,
    requests: {
      total: Math.round(perSecond * WINDOW_SECONDS),
      perSecond: { mean: perSecond, sd: 100, min: perSecond * 0.95, max: perSecond * 1.05 },
    },
    latency: { mean: 10, sd: 2, p50: 9, p90: 14, p97_5: 20, p99: 25, p99_9: 40, max: 60 },
    throughput: { received: perSecond * 280, sent: perSecond * 300 },
    memory: {
      peakBytes: peakBytes * factor,
      source: 'VmHWM',
      series: Array.from({ length: 4 * WINDOW_SECONDS }, (_, i) => [
        moment(i),
        peakBytes * factor * (0.86 + 0.14 * Math.abs(Math.sin(i / 3 + round))) * (1 - 0.5 * Math.exp(-i / 5)),
      ]),
    },
    cpu: {
      meanPercent: 98.5,
      maxPercent: 104.2,
      seconds: 7.9,
      microsecondsPerRequest: 985_000 / perSecond,
      series: Array.from({ length: 4 * WINDOW_SECONDS }, (_, i) => [moment(i), 98]),
    },
    generator: { cpuPercent: 61, eventLoopPercent: 58 },
    second: null,
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    checked: Math.round(perSecond * WINDOW_SECONDS),
    wrong: 0,
    repeated: 0,
    checkedApart: 80,
    verdicts: [],
  }
}

function serverOf(invented: Invented, others: Invented[]): ServerResult {
  const { name, requestsPerSecond, peakMegabytes = 100, runtime = 'node', change } = invented
  return {
    name,
    displayName: name,
    version: '1.2.3',
    runtime,
    runtimeVersion: runtime === 'node' ? '24.21.0' : '1.4.4',
    wire: 'plain',
    router: true,
    ...disclosure,
    tuned: null,
    tags: [],
    description: `The invented ${name}`,
    notes: [],
    knownDeviations: [],
    packages: {},
    behaviours: [
      { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' },
      { id: 'name: 5', title: '`name`: `5`', status: 400, outcome: '400' },
    ],
    trials: Array.from({ length: ROUNDS }, (_, i) => trialOf(i + 1, requestsPerSecond, peakMegabytes * 1e6)),
    refusal: null,
    summary: summaryOf(invented, others),
    ...change,
  }
}

/** What a refused server's entry differs in. */
export const refused: Partial<ServerResult> = {
  summary: null,
  trials: [],
  refusal: { round: 2, phase: 'measurement', reason: '12 of 4,000 responses had a wrong body' },
}

export function inventedResult(servers: Invented[], change: Partial<Result> = {}): Result {
  return {
    schemaVersion: RESULT_VERSION,
    scenario: 'update-user',
    startedAt: '2026-01-31T12:00:00.000Z',
    finishedAt: '2026-01-31T12:12:00.000Z',
    quick: false,
    baseline: BASELINE,
    protocol: {
      generator: 'autocannon',
      polling: false,
      connections: 100,
      pipelining: 10,
      secondPipelining: null,
      durationSeconds: WINDOW_SECONDS,
      sliceSeconds: 1,
      groupSize: 4,
      workers: 1,
      warmupSeconds: 6,
      rounds: ROUNDS,
      seed: 42,
    },
    environment: {
      cpuModel: 'Invented CPU @ 2.00GHz',
      cpuCount: 8,
      pinning: { server: [2], generator: [4, 5, 6, 7], note: null },
      memoryBytes: 32 * 2 ** 30,
      os: 'Invented OS 12',
      kernel: 'Linux 6.1.0',
      arch: 'x64',
      runtimes: { node: '24.21.0', bun: '1.4.4' },
      v8: '13.6.0',
      generatorVersion: '9.0.0',
      governor: 'performance',
      cpuQuota: 'max 100000',
      lockfileHash: 'fedcba9876543210'.repeat(4),
      workMicroseconds: null,
      link: null,
    },
    source: { commit: '0123456789abcdef0123456789abcdef01234567', clean: true },
    until: null,
    rounds: Array.from({ length: ROUNDS }, () => [servers.map(({ name }) => name)]),
    complete: true,
    resumed: [],
    codeDigest: null,
    servers: servers.map((server) => serverOf(server, servers)),
    copy: null,
    notInstalled: [],
    checksum: '',
    ...change,
  }
}

/** Out of order on purpose. */
export const threeServers: Invented[] = [
  { name: 'express', requestsPerSecond: 21_345.6, peakMegabytes: 120 },
  { name: 'http-bun', requestsPerSecond: 98_765.4, peakMegabytes: 60, runtime: 'bun' },
  { name: 'http-node', requestsPerSecond: 61_234.5, peakMegabytes: 90 },
]

/** The second measurement of the baseline in an A/A run. */
export function copyOf(result: Result, ratio: Summary['ratioToBaseline']): ServerResult {
  const baseline = result.servers.find(({ name }) => name === result.baseline) as ServerResult
  const summary = baseline.summary && { ...baseline.summary, ratioToBaseline: ratio }
  return { ...baseline, name: `${BASELINE}.copy`, summary }
}

/** All that a picture has to find room for: ties, every kind of mark, long names, a refused server. */
export const elevenServers: Invented[] = [
  {
    name: 'http-bun',
    requestsPerSecond: 98_765,
    peakMegabytes: 61,
    runtime: 'bun',
    rank: 1,
    verdicts: [held('generator-limited', 5)],
  },
  {
    name: 'hono.bun',
    requestsPerSecond: 97_100,
    peakMegabytes: 64,
    runtime: 'bun',
    rank: 1,
    verdicts: [held('generator-limited', 3), held('noisy', 1)],
  },
  { name: 'mion.bun', requestsPerSecond: 80_321, peakMegabytes: 82, runtime: 'bun', rank: 3 },
  { name: 'http-node', requestsPerSecond: 61_234, peakMegabytes: 90, rank: 4 },
  { name: 'fastify', requestsPerSecond: 60_801, peakMegabytes: 103, rank: 4, verdicts: [held('unsettled', 2)] },
  { name: 'deepkit', requestsPerSecond: 60_202, peakMegabytes: 131, rank: 4 },
  { name: 'mion', requestsPerSecond: 52_987, peakMegabytes: 104, rank: 7 },
  {
    name: 'hono',
    requestsPerSecond: 44_001,
    peakMegabytes: 99,
    rank: 8,
    change: { displayName: 'hono-with-long-name!' },
  },
  {
    name: 'express',
    requestsPerSecond: 21_345,
    peakMegabytes: 120,
    rank: 9,
    verdicts: [held('ignored-sigterm', 5), held('left-processes', 1)],
  },
  {
    name: 'restify',
    requestsPerSecond: 20_987,
    peakMegabytes: 141,
    rank: 9,
    verdicts: [held('idle', 1), held('noisy', 2)],
  },
  { name: 'hapi', requestsPerSecond: 15_432, peakMegabytes: 125, rank: 11 },
]

function held(kind: Summary['verdicts'][number]['kind'], trials: number): Summary['verdicts'][number] {
  return { kind, message: `what ${kind} looked like`, trials }
}
