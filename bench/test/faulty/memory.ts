/** Servers that leak, and others that only seem to. */
import type { FaultyServers } from './faulty-server.ts'
import { honest, sendResponse, serve } from './user-server.ts'

/** Calls per leaked kilobyte. */
const CALLS = 100
/** Calls that fill the cache, and bytes per entry. */
const CACHED = 5_000
const ENTRY = 512
/** Calls until the slow one slows down: long enough to detect its leak. */
const ENOUGH = 3_000

/** Allocates that many bytes; a number in an array takes eight. */
const allocate = (bytes: number, value: number) => new Array(bytes / 8).fill(value + 0.5)

export const memory: FaultyServers = {
  'holds-nothing': {
    description: 'retains nothing of a request',
    run: () => serve(),
  },
  leaks: {
    description: 'leaks a kilobyte per hundred requests',
    run() {
      const kept: unknown[] = []
      serve((call) => {
        if (call.count % CALLS === 0) kept.push(allocate(1024, call.count))
        return honest(call)
      })
    },
  },
  'closes-on-signals': {
    description:
      'stops listening on the signals that restart services or request a report, as hyper-express does',
    run() {
      const server = serve()
      for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGHUP'] as const)
        process.once(signal, () => {
          server.close()
          server.closeAllConnections()
        })
    },
  },
  'fills-a-cache': {
    description: 'retains half a kilobyte of each of its first requests, and nothing later',
    run() {
      const cache = new Map<number, unknown>()
      serve((call) => {
        if (call.count <= CACHED) cache.set(call.count, allocate(ENTRY, call.count))
        return honest(call)
      })
    },
  },
  'is-too-slow': {
    description: 'responds 100 ms late',
    run: () =>
      serve((call) => {
        setTimeout(() => sendResponse(call.response, honest(call)), 100)
        return undefined
      }),
    disqualified: /^does not sustain 600 requests\/s: \d+ of 14400 responses in 24 s$/,
  },
  'leaks-and-slows': {
    description: 'leaks a kilobyte per request, and responds 100 ms late after a while',
    run() {
      const kept: unknown[] = []
      serve((call) => {
        kept.push(allocate(1024, call.count))
        if (kept.length < ENOUGH) return honest(call)
        setTimeout(() => sendResponse(call.response, honest(call)), 100)
        return undefined
      })
    },
    disqualified: /^does not sustain 600 requests\/s: \d+ of 14400 responses in 24 s$/,
  },
  'breaks-under-load': {
    description: 'responds wrongly after some time',
    run: () => serve((call) => (call.count > 500 ? { status: 200, body: '{}' } : honest(call))),
    disqualified: /^a wrong response: expected .*, got status 200 and \{\}$/,
  },
}
