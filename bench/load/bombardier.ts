/** bombardier: written in Go on fasthttp. It repeats a single request. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { z } from 'zod'
import { count } from '../../shared/results/numbers.ts'
import { HOST } from '../host/server-process.ts'
import { externalGenerator, headOf, type Tool, type ToolReport } from './external.ts'

const BODY = 'body.txt'

export const bombardierTool: Tool = {
  name: 'bombardier',
  install: 'brew install bombardier (Homebrew), or go install github.com/codesenberg/bombardier@latest',
  shortestSeconds: 1,
  limits: [
    'it does not compare bodies',
    'it cannot pipeline',
    'it repeats one body: a server that caches its responses looks faster than it is',
    'its latency includes failed requests',
  ],
  pipelines: false,
  version(executable) {
    const { stdout, stderr } = spawnSync(executable, ['--version'], { encoding: 'utf8' })
    return `${stdout}${stderr}`.trim().replace(/^bombardier version /, '')
  },
  files: (session) => ({ [BODY]: headOf(session).body }),
  arguments(load) {
    const { method, path, headers } = headOf(load)
    return [
      ...['--connections', String(load.plan.connections), '--duration', `${Math.round(load.seconds * 1000)}ms`],
      ...['--timeout', `${Math.round(load.timeout * 1000)}ms`, '--latencies', '--format', 'json', '--print', 'result'],
      ...['--method', method, ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`])],
      ...(method === 'GET' ? [] : ['--body-file', join(load.directory, BODY)]),
      `http://${HOST}:${load.port}${path}`,
    ]
  },
  parse,
}

export const bombardier = externalGenerator(bombardierTool)

const microseconds = z.number().nonnegative()
const Output = z.object({
  result: z.object({
    bytesRead: count,
    timeTakenSeconds: z.number().positive(),
    req1xx: count,
    req2xx: count,
    req3xx: count,
    req4xx: count,
    req5xx: count,
    others: count,
    errors: z.array(z.object({ description: z.string(), count })).default([]),
    latency: z
      .object({
        mean: microseconds,
        max: microseconds,
        percentiles: z.object({ 50: microseconds, 99: microseconds }),
      })
      .optional(),
  }),
})

/** Unlike the suite's generator, bombardier counts all bytes that its connections read. */
function parse(output: string): ToolReport {
  const { result } = Output.parse(JSON.parse(output))
  const non2xx = result.req1xx + result.req3xx + result.req4xx + result.req5xx
  const timeouts = result.errors
    .filter(({ description }) => /time(d )?out/i.test(description))
    .reduce((sum, { count }) => sum + count, 0)
  const milliseconds = (value = 0) => value / 1000
  const { mean, max, percentiles } = result.latency ?? {}
  return {
    seconds: result.timeTakenSeconds,
    requests: result.req2xx + non2xx,
    latency: {
      mean: milliseconds(mean),
      p50: milliseconds(percentiles?.[50]),
      p99: milliseconds(percentiles?.[99]),
      max: milliseconds(max),
    },
    bytesReceived: result.bytesRead,
    // Requests without a status: failures of any kind.
    errors: Math.max(0, result.others - timeouts),
    timeouts,
    non2xx,
  }
}
