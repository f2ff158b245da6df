/** oha: written in Rust on hyper; draws each request's body at random from a file. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { HOST } from '../contenders/server-process.ts'
import { externalGenerator, headOf, meanBodyBytes, type Tool, type ToolLoad, type ToolReport } from './external.ts'

const BODIES = 'bodies.txt'
const USER_AGENT = 'oha'

export const ohaTool: Tool = {
  name: 'oha',
  install: 'brew install oha (Homebrew), or cargo install oha --locked',
  shortestSeconds: 0.1,
  limits: [
    'it does not compare bodies',
    'it can not pipeline',
    'it draws bodies at random from the prepared ones',
    'it counts bytes of bodies only, without headers',
    'it gives neither the standard deviation of the latency nor its 97.5th percentile',
    'a connection that the server closes between two requests is opened anew and not counted as an error',
  ],
  countsReceived: 'bodies',
  pipelines: false,
  version: (executable) => spawnSync(executable, ['--version'], { encoding: 'utf8' }).stdout.replace('oha', '').trim(),
  files: ({ requests }) => ({ [BODIES]: `${requests.map(({ body }) => body).join('\n')}\n` }),
  arguments(load) {
    const { method, path, headers } = headOf(load)
    return [
      ...['-z', `${Math.round(load.seconds * 1000)}ms`, '-c', String(load.plan.connections)],
      ...['-t', `${Math.round(load.timeout * 1000)}ms`, '--worker-threads', String(load.threads)],
      ...['--no-tui', '--output-format', 'json', '--disable-compression', '--ipv4'],
      ...['-H', `user-agent: ${USER_AGENT}`],
      ...['-m', method, ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])],
      ...(method === 'GET' ? [] : ['-Z', join(load.directory, BODIES)]),
      `http://${HOST}:${load.port}${path}`,
    ]
  },
  parse,
}

export const oha = externalGenerator(ohaTool)

const count = z.int().nonnegative()
/** Seconds; null where there was no response. */
const seconds = z.number().nonnegative().nullable()
const Output = z.object({
  summary: z.object({ total: z.number().positive(), average: seconds, slowest: seconds, totalData: count }),
  latencyPercentiles: z.object({ p50: seconds, p90: seconds, p99: seconds, 'p99.9': seconds }),
  statusCodeDistribution: z.record(z.string(), count),
  errorDistribution: z.record(z.string(), count),
})

/** In flight when the time was up. */
const ABORTED = 'aborted due to deadline'
const TIMEOUT = 'timeout'

/** Bytes received are those of the bodies; bytes sent are the mean request's length, oha's own headers included. */
function parse(output: string, load: ToolLoad): ToolReport {
  const { summary, latencyPercentiles, statusCodeDistribution, errorDistribution } = Output.parse(JSON.parse(output))
  const statuses = Object.entries(statusCodeDistribution)
  const sum = (entries: readonly (readonly [string, number])[]) =>
    entries.reduce((total, [, number]) => total + number, 0)
  const requests = sum(statuses)
  const milliseconds = (value: number | null) => (value ?? 0) * 1000
  return {
    seconds: summary.total,
    requests,
    latency: {
      mean: milliseconds(summary.average),
      sd: null,
      p50: milliseconds(latencyPercentiles.p50),
      p90: milliseconds(latencyPercentiles.p90),
      p97_5: null,
      p99: milliseconds(latencyPercentiles.p99),
      p99_9: milliseconds(latencyPercentiles['p99.9']),
      max: milliseconds(summary.slowest),
    },
    bytesReceived: summary.totalData,
    bytesSent: Math.round(requests * (headBytes(load) + meanBodyBytes(load))),
    errors: sum(Object.entries(errorDistribution).filter(([error]) => error !== ABORTED && error !== TIMEOUT)),
    timeouts: errorDistribution[TIMEOUT] ?? 0,
    non2xx: sum(statuses.filter(([status]) => !status.startsWith('2'))),
  }
}

/** Length of the request line and the headers that oha sends. */
function headBytes(load: ToolLoad): number {
  const { method, path, headers } = headOf(load)
  const length =
    method === 'GET' ? {} : { 'content-length': '0'.repeat(String(Math.round(meanBodyBytes(load))).length) }
  const own = { accept: '*/*', 'user-agent': USER_AGENT, host: `${HOST}:${load.port}`, ...length }
  const lines = Object.entries({ ...own, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`.length
}
