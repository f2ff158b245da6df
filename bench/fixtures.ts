/** What several tests need: a directory of their own, an HTTP server, and a result to change. */
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { createRandom } from '../shared/random.ts'
import { deserializeUser, isUser } from '../shared/user.ts'
import type { LoadReport } from './generators/generator.ts'
import { SCHEMA_VERSION, type ServerResult, type Trial } from './result.ts'
import type { Measured } from './run.ts'
import { HOST } from './server-process.ts'
import { summarizeAll } from './summary.ts'
import type { LoadedSlice } from './trial-record.ts'

/** Standard normal numbers, the same for the same seed (Box and Muller). */
export function normalNumbers(seed: number): () => number {
  const random = createRandom(seed)
  const uniform = () => random.integer(1, 0x7fffffff) / 0x80000000
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** A directory that is gone after the test. */
export function temporaryDirectory(t: TestContext): string {
  const directory = mkdtempSync(join(tmpdir(), 'bench-test-'))
  t.after(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

/** Writes files, given by their paths in the directory; what is no string is written as JSON. */
export function writeTree(directory: string, files: Record<string, unknown>): void {
  for (const [path, contents] of Object.entries(files)) {
    const file = join(directory, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, typeof contents === 'string' ? contents : JSON.stringify(contents))
  }
}

/** Listens on a free port until the end of the test. */
export async function serve(t: TestContext, listener: RequestListener): Promise<{ port: number; server: Server }> {
  const server = createServer(listener).listen(0, HOST)
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, server }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export function sendJson(response: ServerResponse, status: number, json: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
  response.end(json)
}

/** What a right server of `update-user` answers on the plain wire, whatever this process's time zone is. */
export function rightAnswer(body: string): { status: number; json: string } {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return { status: 400, json: '{"error":"malformed"}' }
  }
  if (!isUser(value)) return { status: 400, json: '{"error":"invalid"}' }
  const user = deserializeUser(value)
  user.lastUpdate.setUTCMonth(user.lastUpdate.getUTCMonth() + 1)
  return { status: 200, json: JSON.stringify(user) }
}

/** What a generator that is right reports of a second with at most ten requests in flight. */
export function sampleReport(change: Partial<LoadReport> = {}): LoadReport {
  const completed = change.completed ?? 1_000
  return {
    seconds: 1,
    loadedSeconds: 1.1,
    completed,
    sent: completed + 10,
    repeated: 0,
    latency: { mean: 9, sd: 1, p50: 8, p90: 10, p97_5: 11, p99: 12, p99_9: 13, max: 14 },
    bytesReceived: 200_000,
    bytesSent: 300_000,
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    checked: completed,
    wrong: 0,
    firstWrong: null,
    cpuSeconds: 0.4,
    eventLoopPercent: 45,
    ...change,
  }
}

export function sampleSlice(change: Partial<LoadReport> = {}, noise: string | null = null): LoadedSlice {
  return {
    slice: 1,
    position: 1,
    report: sampleReport(change),
    usage: {
      memorySeries: [[0.25, 4e7]],
      cpuSeries: [[0.25, 90]],
      cpuSeconds: 0.9,
      peakMemory: 5e7,
      peakSource: 'VmHWM',
    },
    check: { answers: 10, sizes: [], failure: null },
    noise,
  }
}

export function sampleTrial(round = 1, requestsPerSecond = 1000, group = 1): Trial {
  const slice = {
    seconds: 1,
    requests: requestsPerSecond,
    cpuSeconds: 0.9,
    generatorCpuSeconds: 0.4,
    latencyMean: 5,
    noise: null,
  }
  return {
    round,
    group,
    startedAt: '2026-01-02T03:04:05.678Z',
    startupSeconds: 0.1,
    overheadSeconds: 0.5,
    warmUp: { settled: true, seconds: 2, rates: [900, 990, 1000, 1000] },
    slices: [
      { slice: 1, position: 1, ...slice },
      { slice: 2, position: 1, ...slice },
    ],
    windowSeconds: 2,
    requests: {
      total: 2 * requestsPerSecond,
      perSecond: { mean: requestsPerSecond, sd: 0, min: requestsPerSecond, max: requestsPerSecond },
    },
    latency: { mean: 5, sd: 1, p50: 4, p90: 6, p97_5: 7, p99: 8, p99_9: 9, max: 10 },
    throughput: { received: 200_000, sent: 300_000 },
    memory: { peakBytes: 5e7, source: 'VmHWM', series: [[0.25, 4e7]] },
    cpu: {
      meanPercent: 90,
      maxPercent: 99,
      seconds: 1.8,
      microsecondsPerRequest: 900,
      series: [[0.25, 90]],
    },
    generator: { cpuPercent: 40, eventLoopPercent: 45 },
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    checked: 2 * requestsPerSecond,
    wrong: 0,
    repeated: 0,
    checkedApart: 20,
    verdicts: [],
  }
}

/** What a manifest must say of any server. */
export const disclosure = {
  validation: { by: 'hand-written', how: 'interpreted', unknownKeys: 'stripped', coerces: false, errors: 'first' },
  serializer: 'JSON.stringify',
} as const

/** A server whose summary is that of a run in which it alone took part, as the baseline. */
export function sampleServer(name: string, trials: Trial[] = [sampleTrial()]): ServerResult {
  return {
    name,
    displayName: name,
    version: '1.2.3',
    runtime: 'node',
    runtimeVersion: '24.0.0',
    wire: 'plain',
    router: true,
    ...disclosure,
    tuned: null,
    tags: [],
    description: 'a server',
    notes: [],
    knownDeviations: [],
    packages: { [name]: '1.2.3' },
    behaviours: [{ id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' }],
    trials,
    refusal: null,
    summary: summarizeAll(new Map([[name, trials]]), name).get(name) ?? null,
  }
}

/** As a run yields it; `writeResult` adds the checksum. */
export function sampleResult(servers: ServerResult[] = [sampleServer('http-node')]): Measured {
  return {
    schemaVersion: SCHEMA_VERSION,
    scenario: 'update-user',
    startedAt: '2026-01-02T03:04:05.678Z',
    finishedAt: '2026-01-02T03:14:05.678Z',
    quick: false,
    baseline: 'http-node',
    protocol: {
      generator: 'autocannon',
      connections: 100,
      pipelining: 10,
      durationSeconds: 2,
      sliceSeconds: 1,
      groupSize: 4,
      workers: 1,
      warmupSeconds: 6,
      rounds: 1,
      seed: 7,
    },
    environment: {
      cpuModel: 'a CPU',
      cpuCount: 2,
      pinning: { server: [1], generator: [0], note: null },
      memoryBytes: 8e9,
      os: 'an OS',
      kernel: '6.1',
      arch: 'x64',
      runtimes: { node: '24.0.0' },
      v8: '13.6',
      generatorVersion: '9.0.0',
      governor: null,
      cpuQuota: null,
      lockfileHash: 'abc',
    },
    source: { commit: 'abc', clean: true },
    calibration: null,
    rounds: [[servers.map(({ name }) => name)]],
    servers,
    copy: null,
    notInstalled: [{ name: 'elsewhere', install: 'npm install elsewhere' }],
  }
}
