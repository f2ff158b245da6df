/** autocannon, as the benchmarks before this one used it: by its public API, in a process that ends with the load. */

import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { count } from '../../shared/results/numbers.ts'
import { externalGenerator, type Tool } from './external.ts'

const REQUESTS_FILE = 'requests.json'
/** Different requests: autocannon copies all of them for each connection. */
const REQUESTS = 100

const figure = z.number().nonnegative()
const latency = z.strictObject({ mean: figure, p50: figure, p99: figure, max: figure })

const Output = z.strictObject({
  seconds: z.number().positive(),
  requests: count,
  bytesReceived: count,
  errors: count,
  timeouts: count,
  non2xx: count,
  cpuSeconds: figure,
  latency,
})

export type AutocannonOutput = z.infer<typeof Output>

export const autocannonTool: Tool = {
  name: 'autocannon',
  executable: process.execPath,
  install: 'npm ci',
  shortestSeconds: 1,
  limits: [
    'it does not compare bodies: its public API can’t tell which answer belongs to which request without work that changes its rate',
    `every connection sends the same ${REQUESTS} requests in turn, so that a server could answer from a cache`,
    'an interim response (1xx) is taken for an answer',
    'it opens its connections anew for each slice, and counts from the first of them on',
    'it sleeps between answers, and has to be woken by the server’s CPU',
  ],
  pipelines: true,
  varies: true,
  distinct: REQUESTS,
  version() {
    const file = findPackageJSON('autocannon', import.meta.url) as string
    return JSON.parse(readFileSync(file, 'utf8')).version
  },
  files: ({ requests }) => ({ [REQUESTS_FILE]: JSON.stringify(requests.slice(0, REQUESTS)) }),
  arguments({ plan, directory, port, seconds, timeout }) {
    const script = join(import.meta.dirname, 'autocannon-run.ts')
    const numbers = [port, plan.connections, plan.pipelining, seconds, timeout]
    return [script, join(directory, REQUESTS_FILE), ...numbers.map(String)]
  },
  parse: (output) => Output.parse(JSON.parse(output)),
}

export const autocannon = externalGenerator(autocannonTool)
