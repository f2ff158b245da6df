/** Fixtures of the runner's tests: HTTP servers in this process, terms of a contract, and load reports. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { TestContext } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { runtimeDeviations } from '../folders/runtime-deviations.ts'
import type { LoadReport } from '../load/generator.ts'
import type { LoadedSlice } from '../run/trial-record.ts'
import { portOf as listeningPort } from '../server/server-process.ts'
import { absentOrNot, type ContractTerms } from '../verify/exchange.ts'
import { type Handler, userServer } from './faulty/user-server.ts'

/** Lets a server listen on a free port until the end of the test. */
export async function listening(t: TestContext, server: Server): Promise<number> {
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return listeningPort(server)
}

export const serve = (t: TestContext, listener: RequestListener): Promise<number> =>
  listening(t, createServer(listener))

/** Starts a server of update-user, which is correct unless a handler is given. */
export const portOf = (t: TestContext, respond?: Handler): Promise<number> =>
  listening(t, userServer(respond))

/** Returns a port on which nothing listens. */
export async function closedPort(t: TestContext): Promise<number> {
  const server = createServer()
  const port = await listening(t, server)
  server.close()
  return port
}

/** Terms of a server on Node. */
export const terms = (change: Partial<ContractTerms> = {}): ContractTerms => ({
  scenario: updateUser,
  wire: 'plain',
  random: createRandom(1),
  ...change,
  knownDeviations: [
    ...(change.knownDeviations ?? []),
    ...runtimeDeviations('node', change.scenario ?? updateUser).map(absentOrNot),
  ],
})

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
    outOfOrder: 0,
    lost: 0,
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
