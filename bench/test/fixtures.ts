/** Fixtures of the runner's tests: an HTTP server, and load reports. */
import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { Invalid } from '../../shared/models/invalid.ts'
import { parseUser } from '../../shared/models/user.ts'
import type { LoadReport } from '../load/generator.ts'
import type { LoadedSlice } from '../run/trial-record.ts'
import { HOST } from '../server/server-process.ts'

/** Listens on a free port until the end of the test. */
export async function serve(
  t: TestContext,
  listener: RequestListener,
): Promise<{ port: number; server: Server }> {
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
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(json),
  })
  response.end(json)
}

/** Returns the correct response of `update-user` on the plain wire, in any time zone. */
export function correctResponse(body: string): { status: number; json: string } {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return { status: 400, json: '{"error":"malformed"}' }
  }
  const user = parseUser(value)
  if (user instanceof Invalid)
    return { status: 400, json: JSON.stringify({ error: 'invalid', fields: user.fields }) }
  user.lastUpdate.setUTCMonth(user.lastUpdate.getUTCMonth() + 1)
  return { status: 200, json: JSON.stringify(user) }
}

/** The same for a server with only this route. */
export function correctResponseTo(
  { url, method }: IncomingMessage,
  body: string,
): { status: number; json: string } {
  if (url !== '/updateUser' || method !== 'POST')
    return { status: 404, json: '{"error":"not found"}' }
  return correctResponse(body)
}

/** Returns the report of a correct one-second load with at most ten requests in flight. */
export function sampleReport(change: Partial<LoadReport> = {}): LoadReport {
  const requests = change.requests ?? 1_000
  return {
    seconds: 1,
    loadedSeconds: 1.1,
    requests,
    sent: requests + 10,
    latency: { mean: 9, p50: 8, p95: 8, p99: 12, max: 14 },
    bytesReceived: 270 * requests,
    errors: 0,
    timeouts: 0,
    non2xx: 0,
    checked: requests,
    wrong: 0,
    firstWrong: null,
    cpuSeconds: 0.4,
    eventLoopPercent: 45,
    ...change,
  }
}

export function sampleSlice(
  change: Partial<LoadReport> = {},
  noise: string | null = null,
): LoadedSlice {
  return {
    slice: 1,
    report: sampleReport(change),
    usage: {
      cpuSeconds: 0.9,
      peakMemory: 5e7,
      kernel: { userSeconds: 0.6, systemSeconds: 0.3, contextSwitches: 100, interrupts: 50 },
    },
    check: { correct: 10, failure: null },
    noise,
    others: { stealSeconds: 0, foreignSeconds: 0.01 },
  }
}
