/** autocannon, by its public API, in a process that ends with the load. */

import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { count } from '../../shared/results/numbers.ts'
import { externalGenerator, type Tool } from './external.ts'

const REQUESTS_FILE = 'requests.json'
/** Number of different requests. autocannon copies all of them for each connection. */
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
    'it does not compare bodies: its public API does not match responses to requests without extra work that changes its rate',
    `every connection cycles through the same ${REQUESTS} requests, so a server could respond from a cache`,
    'it counts an interim response (1xx) as a response',
    'it opens new connections for each slice, and counts from the first connection on',
    'it is event-driven: it sleeps between responses, and the server’s CPU has to wake it',
  ],
  varies: true,
  distinct: REQUESTS,
  version() {
    const file = findPackageJSON('autocannon', import.meta.url) as string
    return JSON.parse(readFileSync(file, 'utf8')).version
  },
  files: ({ requests }) => ({ [REQUESTS_FILE]: JSON.stringify(requests.slice(0, REQUESTS)) }),
  arguments({ plan, directory, port, seconds, timeout }) {
    const script = join(import.meta.dirname, 'autocannon-run.ts')
    const numbers = [port, plan.connections, seconds, timeout]
    return [script, join(directory, REQUESTS_FILE), ...numbers.map(String)]
  },
  parse: (output) => Output.parse(JSON.parse(output)),
}

export const autocannon = externalGenerator(autocannonTool)
