/** Those that leak, among others that only look so. */
import type { FaultyServers } from './faulty-server.ts'
import { honest, sendAnswer, serve } from './user-server.ts'

/** Calls after which the leak has a kilobyte more. */
const CALLS = 100
/** Calls that the cache keeps something of, and bytes of each. */
const CACHED = 5_000
const ENTRY = 512
/** Calls of which the slow one keeps something before it slows down: it leaks for long enough to be judged. */
const ENOUGH = 3_000

const measured = { verdicts: [] }

/** As many bytes that no other object has: a number in an array takes eight. */
const held = (bytes: number, value: number) => new Array(bytes / 8).fill(value + 0.5)

export const memory = {
  'holds-nothing': {
    description: 'keeps nothing of a request',
    run: () => serve(),
    expected: measured,
  },
  leaks: {
    description: 'keeps a kilobyte of each hundred requests for ever',
    run() {
      const kept: unknown[] = []
      serve((call) => {
        if (call.count % CALLS === 0) kept.push(held(1024, call.count))
        return honest(call)
      })
    },
    expected: measured,
  },
  'closes-on-signals': {
    description:
      'stops listening on the signals by which services are restarted or asked for a report, as hyper-express does',
    run() {
      const server = serve()
      for (const signal of ['SIGUSR1', 'SIGUSR2', 'SIGHUP'] as const)
        process.once(signal, () => {
          server.close()
          server.closeAllConnections()
        })
    },
    expected: measured,
  },
  'fills-a-cache': {
    description: 'keeps half a kilobyte of each of its first requests, and of no others',
    run() {
      const cache = new Map<number, unknown>()
      serve((call) => {
        if (call.count <= CACHED) cache.set(call.count, held(ENTRY, call.count))
        return honest(call)
      })
    },
    expected: measured,
  },
  'is-too-slow': {
    description: 'answers a tenth of a second later',
    run: () =>
      serve((call) => {
        setTimeout(() => sendAnswer(call.response, honest(call)), 100)
        return undefined
      }),
    expected: {
      refused:
        /^does not sustain 600 requests\/s beside 6 others on its CPU: \d+ of 14400 responses in 24 s; choose a lower --rate$/,
    },
  },
  'leaks-and-slows': {
    description:
      'keeps a kilobyte of each request, and answers a tenth of a second later once it has kept enough of them',
    run() {
      const kept: unknown[] = []
      serve((call) => {
        kept.push(held(1024, call.count))
        if (kept.length < ENOUGH) return honest(call)
        setTimeout(() => sendAnswer(call.response, honest(call)), 100)
        return undefined
      })
    },
    expected: {
      refused:
        /^does not sustain 600 requests\/s beside 6 others on its CPU: \d+ of 14400 responses in 24 s; choose a lower --rate$/,
    },
  },
  'breaks-under-load': {
    description: 'answers wrongly after some time',
    run: () => serve((call) => (call.count > 500 ? { status: 200, body: '{}' } : honest(call))),
    expected: { refused: /^a wrong response: expected .*, got status 200 and \{\}$/ },
  },
} satisfies FaultyServers
