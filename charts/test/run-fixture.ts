/** Invented results for tests; never published. */

import type { Result, ServerResult, Summary } from '../../shared/format/format.ts'
import { acceptsInvalid } from '../../shared/results/caveats.ts'
import type { PooledResult } from '../../shared/results/pooled-result.ts'
import type { Published } from '../../shared/results/published.ts'
import type { Compare } from '../../shared/stats/claims.ts'
import type { Estimate } from '../../shared/stats/estimate.ts'
import type { Pooled } from '../../shared/stats/pool.ts'
import { sampleResult, sampleServer, sampleTrial } from '../../shared/test/samples.ts'

const ROUNDS = 5
const BASELINE = 'http-node'

export interface Invented {
  name: string
  requestsPerSecond: number
  peakMegabytes?: number
  runtime?: ServerResult['runtime']
  /** Best rank of its interval; default: by requests/s. */
  rank?: number
  /** Worst rank of its interval; default: the position of the last server with the same best rank. */
  worst?: number
  caveats?: Summary['caveats']
  change?: Partial<ServerResult>
  details?: Partial<ServerResult['details']>
}

/** Adds an interval of ±1.5%. */
const around = (value: number): Estimate => ({ value, low: value * 0.985, high: value * 1.015 })

/** Returns processes spread over 2%. */
const scattered = (value: number) =>
  Array.from({ length: ROUNDS }, (_, i) => value * (0.99 + (i * 0.02) / (ROUNDS - 1)))

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
  const [least, most] = invented === baseline ? [1, 1] : [0.988, 1.012]
  return {
    trials: ROUNDS,
    requestsPerSecond: around(requestsPerSecond),
    ratioToBaseline: ratio ? { value: ratio, low: ratio * least, high: ratio * most } : null,
    processes: scattered(ratio ?? requestsPerSecond),
    ranks: acceptsInvalid({ caveats: invented.caveats ?? [] }) ? null : ranksOf(invented, others),
    latencyP50: around(1_500_000 / requestsPerSecond),
    latencyP95: null,
    latencyP99: around(2_500_000 / requestsPerSecond),
    receivedPerSecond: around(requestsPerSecond * 280),
    peakMemory: around(peakMegabytes * 1e6),
    cpuMean: around(98.5),
    cpuPerRequest: around(985_000 / requestsPerSecond),
    caveats: invented.caveats ?? [],
  }
}

function serverOf(invented: Invented, others: Invented[]): ServerResult {
  const { name, requestsPerSecond, runtime = 'node', change, details } = invented
  const trials = Array.from({ length: ROUNDS }, (_, i) =>
    sampleTrial(i + 1, Math.round(requestsPerSecond)),
  )
  const sample = sampleServer(name, trials)
  return {
    ...sample,
    runtime,
    runtimeVersion: runtime === 'node' ? '24.21.0' : '1.4.4',
    details: {
      ...sample.details,
      description: `The invented ${name}`,
      packages: {},
      ...details,
    },
    summary: summaryOf(invented, others),
    ...change,
  }
}

export const disqualified: Partial<ServerResult> = {
  summary: null,
  samples: [],
  disqualified: '12 of 4,000 responses had a wrong body',
  failedIn: { round: 2, phase: 'measurement' },
}

/** Returns a single run, as a pooled result. */
export function inventedResult(servers: Invented[], change: Partial<Result> = {}): PooledResult {
  const result = sampleResult(servers.map((server) => serverOf(server, servers)))
  const rounds = Array.from({ length: ROUNDS }, () => [servers.map(({ name }) => name)])
  const protocol = { ...result.protocol, rounds: ROUNDS }
  const details = { ...result.details, rounds }
  const file: Result = { ...result, protocol, details, notInstalled: [], ...change }
  const measured = file.subjects.flatMap(({ name, summary }) =>
    summary?.ratioToBaseline && name !== BASELINE
      ? [[name, pooledOf(summary.ratioToBaseline.value)] as const]
      : [],
  )
  const compared: Compare = (first, second) => {
    const [a, b] = [first, second].map((name) => servers.find((server) => server.name === name))
    if (!a || !b) return null
    // Servers of one rank are tied.
    const value = a.rank !== undefined && a.rank === b.rank ? 1 : 1e-4
    return {
      difference: Math.log(a.requestsPerSecond / b.requestsPerSecond),
      variance: { value: a === b ? 0 : value, degreesOfFreedom: 50 },
    }
  }
  return {
    ...file,
    runs: [{ file, path: `results/${file.scenario}/a.json`, machine: 1 }],
    machines: 1,
    pooled: new Map(measured),
    ratios: new Map(),
    unhealthy: new Map(),
    outdated: new Map(),
    contrast: compared,
  }
}

/** Returns a mean ±1.2%, predicted to ±5% on another machine. */
function pooledOf(ratio: number): Pooled {
  const around = (value: number, share: number) => ({
    low: value - Math.abs(value) * share,
    high: value + Math.abs(value) * share,
  })
  const figure = (value: number) => ({
    value,
    ...around(value, 0.012),
    predicted: around(value, 0.05),
  })
  return {
    ratio: figure(ratio),
    microseconds: figure(16 / ratio - 16),
    requestsPerSecond: figure((1e6 / 16) * ratio),
    machines: 1,
    runs: 1,
  }
}

export function publishedAs(result: PooledResult): Published {
  return { result, pipelined: [], withdrawn: new Map() }
}

/** Deliberately unsorted. */
export const threeServers: Invented[] = [
  { name: 'express', requestsPerSecond: 21_345.6, peakMegabytes: 120 },
  { name: 'http-bun', requestsPerSecond: 98_765.4, peakMegabytes: 60, runtime: 'bun' },
  { name: 'http-node', requestsPerSecond: 61_234.5, peakMegabytes: 90 },
]

/** Returns a server with caveats of these kinds. */
function marked(
  name: string,
  requestsPerSecond: number,
  rank: number,
  ...kinds: Summary['caveats'][number]['kind'][]
): Invented {
  const caveats = kinds.map((kind) => ({
    kind,
    message: `what ${kind} looked like`,
    trials: ROUNDS,
  }))
  return { name, requestsPerSecond, rank, caveats }
}

/** Ties, and many kinds of marks. */
export const markedServers: Invented[] = [
  marked('http-bun', 98_765, 1, 'generator-limited'),
  marked('hono.bun', 97_100, 1, 'generator-limited', 'noisy'),
  marked('http-node', 61_234, 4),
  marked('fastify', 60_801, 4, 'unsettled'),
  marked('deepkit', 60_202, 4),
  marked('express', 21_345, 9, 'ignored-sigterm', 'left-processes'),
  marked('restify', 20_987, 9, 'idle', 'noisy'),
]

/** Returns the cells of a Markdown table, without its header. */
export function tableCells(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
