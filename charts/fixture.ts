/** An invented result for tests. Its figures mean nothing and are never published. */
import type { Median, Result, ServerResult, Summary, Trial } from '../bench/result.ts'

export const ROUNDS = 5
const WINDOW_SECONDS = 8

export interface Invented {
  name: string
  requestsPerSecond: number
  peakMegabytes?: number
  runtime?: ServerResult['runtime']
  change?: Partial<ServerResult>
}

/** A spread of ±2% over the rounds, as a median with both ends. */
const around = (median: number): Median => ({ median, min: median * 0.98, max: median * 1.02 })

function summaryOf(requestsPerSecond: number, peakBytes: number, baseline: number): Summary {
  return {
    trials: ROUNDS,
    requestsPerSecond: around(requestsPerSecond),
    ratioToBaseline: around(requestsPerSecond / baseline),
    latencyMean: around(1_000_000 / requestsPerSecond),
    latencyP50: around(900_000 / requestsPerSecond),
    latencyP99: around(2_500_000 / requestsPerSecond),
    receivedPerSecond: around(requestsPerSecond * 280),
    peakMemory: around(peakBytes),
    cpuMean: around(98.5),
    cpuMax: around(104.2),
    cpuPerRequest: around(985_000 / requestsPerSecond),
  }
}

function trialOf(round: number, position: number, requestsPerSecond: number, peakBytes: number): Trial {
  const factor = 0.98 + (0.04 * (round - 1)) / (ROUNDS - 1)
  const perSecond = requestsPerSecond * factor
  const moment = (i: number) => i / 4
  return {
    round,
    position,
    startedAt: '2026-01-31T12:00:00.000Z',
    windowSeconds: WINDOW_SECONDS,
    startupSeconds: 0.2,
    overheadSeconds: 0.9,
    requests: {
      total: Math.round(perSecond * WINDOW_SECONDS),
      perSecond: { mean: perSecond, sd: 100, min: perSecond * 0.95, max: perSecond * 1.05 },
      series: Array.from({ length: WINDOW_SECONDS }, () => Math.round(perSecond)),
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
    generator: { cpuPercent: 61 },
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    checked: 400,
    wrong: 0,
    verdicts: [],
  }
}

function serverOf(
  { name, requestsPerSecond, peakMegabytes = 100, runtime = 'node', change }: Invented,
  baseline: number,
) {
  const server: ServerResult = {
    name,
    displayName: name,
    version: '1.2.3',
    runtime,
    runtimeVersion: runtime === 'node' ? '24.21.0' : '1.4.4',
    wire: 'plain',
    router: true,
    validation: 'manual',
    description: `The invented ${name}`,
    notes: [],
    knownDeviations: [],
    packages: {},
    behaviours: [
      { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' },
      { id: 'name: 5', title: '`name`: `5`', status: 400, outcome: '400' },
    ],
    trials: Array.from({ length: ROUNDS }, (_, i) => trialOf(i + 1, 1, requestsPerSecond, peakMegabytes * 1e6)),
    refusal: null,
    summary: summaryOf(requestsPerSecond, peakMegabytes * 1e6, baseline),
    ...change,
  }
  return server
}

/** What a refused server's entry differs in. */
export const refused: Partial<ServerResult> = {
  summary: null,
  trials: [],
  refusal: { round: 2, phase: 'measurement', reason: '12 of 4,000 responses had a wrong body' },
}

export function inventedResult(servers: Invented[], change: Partial<Result> = {}): Result {
  const baseline = servers.find(({ name }) => name === 'http-node')?.requestsPerSecond ?? 1
  return {
    schemaVersion: 1,
    scenario: 'update-user',
    startedAt: '2026-01-31T12:00:00.000Z',
    finishedAt: '2026-01-31T12:12:00.000Z',
    quick: false,
    baseline: 'http-node',
    protocol: {
      generator: 'autocannon',
      connections: 100,
      pipelining: 10,
      durationSeconds: WINDOW_SECONDS,
      warmupSeconds: 4,
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
      generatorVersion: '9.0.0',
    },
    source: { commit: '0123456789abcdef0123456789abcdef01234567', clean: true },
    rounds: Array.from({ length: ROUNDS }, () => servers.map(({ name }) => name)),
    servers: servers.map((server) => serverOf(server, baseline)),
    notInstalled: [],
    ...change,
  }
}

/** Out of order on purpose. */
export const threeServers: Invented[] = [
  { name: 'express', requestsPerSecond: 21_345.6, peakMegabytes: 120 },
  { name: 'http-bun', requestsPerSecond: 98_765.4, peakMegabytes: 60, runtime: 'bun' },
  { name: 'http-node', requestsPerSecond: 61_234.5, peakMegabytes: 90 },
]
