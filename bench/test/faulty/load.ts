/** Servers that keep the contract until they are under load. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultyServers } from './faulty-server.ts'
import {
  broken,
  type Call,
  edited,
  type Handler,
  ok,
  type Reply,
  sendResponse,
} from './user-server.ts'

/** Applies a fault to one in `calls` calls under load. Choose few, so that a slow machine reaches it in a short load. */
export const oneIn =
  (calls: number, fault: Handler): Handler =>
  (call) =>
    call.loaded && call.count % calls === 0 ? fault(call) : call.correct

const wrongOneIn = (calls: number) =>
  oneIn(calls, ({ correct }) =>
    correct.status === 200 ? edited(correct, (user) => (user.id = 0)) : correct,
  )

/** Number of calls under load that even a slow machine exceeds. */
const MIDDLE = 100

/** Is correct until the middle of the load, and faulty from then on. */
function honestUntilTheMiddle(fault: () => undefined): Handler {
  let loaded = 0
  return (call) => {
    if (call.loaded) loaded++
    return loaded > MIDDLE ? fault() : call.correct
  }
}

/** Computes for 60 ms, again and again until the next call. */
function slowDown(): void {
  const end = performance.now() + 60
  while (performance.now() < end);
  pausing = setTimeout(slowDown, 5)
}

/** Is correct only on every n-th connection, numbered by their first calls under load. */
function onConnections(n: number, otherwise: (call: Call) => void): Handler {
  const connections: (Socket | null)[] = []
  return (call) => {
    const { socket } = call.request
    const isFirst = call.loaded && !connections.includes(socket)
    if (isFirst) connections.push(socket)
    if (!call.loaded || isFirst || connections.indexOf(socket) % n === 0) return call.correct
    otherwise(call)
    return undefined
  }
}

/** Accepts anything if the condition holds. */
const laxIf =
  (isLax: (call: Call) => boolean): Handler =>
  (call) =>
    isLax(call) && call.correct.status !== 200 ? ok({}) : call.correct

/** Caught by the checker or by the load, whichever comes first. */
const NOT_REJECTED =
  /^under load, .*: expected 4xx( and "\w+" named)?, got 200 {}|were wrong, such as {} instead of a rejection/

const UNASKED = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'

const shownBy = 'its own test in faulty-servers.e2e.test.ts or faulty-servers.timing.test.ts'

const bodies = new Set<string>()
const cache = new Map<string, Reply>()
const count = { answers: 0, underLoad: 0, hits: 0 }
const calls = new WeakMap<Socket, number>()
let hasEscaped = false
let wasLoaded = false
let pausing: NodeJS.Timeout | undefined

export const load: FaultyServers = {
  'escapes-its-cpu': {
    description: 'moves itself to all CPUs under load, and computes in a second process there',
    respond({ loaded, correct }) {
      if (loaded && !hasEscaped) {
        hasEscaped = true
        const all = `0-${cpus().length - 1}`
        const stdio = 'ignore'
        spawn('taskset', ['--all-tasks', '--cpu-list', '--pid', all, `${process.pid}`], { stdio })
        spawn(process.execPath, ['-e', 'for (;;);'], { stdio })
      }
      return correct
    },
    disqualified: /^its process \S+ \(pid \d+\) may run on CPU 0, but the server has only CPU \d/,
  },
  'knows-one-layout': {
    description: 'reads only requests that begin as those of the first connection',
    respond: ({ loaded, request, correct }) =>
      loaded && request.rawHeaders[0] !== 'host' ? broken : correct,
    disqualified: /^\d+ of \d+ responses had a status other than 2xx$/,
  },
  'slows-rivals': {
    description: 'computes 60 of 65 ms while it is not loaded',
    respond({ loaded, correct }) {
      if (loaded) {
        clearTimeout(pausing)
        pausing = setTimeout(slowDown, 60)
      }
      return correct
    },
    disqualified:
      /^used [\d.]+ s of CPU time in the [\d.]+ s between its loads, when other servers are loaded: background work is at most [\d.]+ s$/,
    shownBy,
  },
  'hints-early': {
    description: 'sends a valid 103 Early Hints before each response, which is not a fault',
    respond({ response, correct }) {
      response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
      return correct
    },
    caveats: [],
    shownBy,
  },
  'logs-each-request': {
    description: 'writes a line per request, half of them to stderr',
    respond({ count, correct }) {
      console[count % 2 ? 'log' : 'error']('x'.repeat(99))
      return correct
    },
    // One byte for the line end, and some lines for the checks beside the load.
    caveats: [{ kind: 'logs', message: /^wrote 1\d\d bytes per request to stdout and stderr$/ }],
    shownBy,
  },
  'exits-under-load': {
    description: 'ends in the middle of the load',
    respond: honestUntilTheMiddle(() => {
      throw new Error('out of handles')
    }),
    disqualified: /^exited with status 1: Error: out of handles$/,
  },
  'wrong-under-load': {
    description: 'responds wrongly to 1% of the calls, only under load',
    respond: wrongOneIn(100),
    disqualified: /^\d+ of \d+ responses were wrong, such as {"id":0/,
  },
  'one-in-twenty-wrong': {
    description: 'responds wrongly to 5% of the calls, only under load',
    respond: wrongOneIn(20),
    disqualified: /^\d+ of \d+ responses were wrong, such as {"id":0/,
  },
  'errors-under-load': {
    description: 'responds with 500 to some calls, only under load',
    respond: oneIn(50, () => broken),
    disqualified: /^\d+ of \d+ responses had a status other than 2xx$/,
  },
  'rejects-repeats': {
    description:
      'responds with 503 to a body that it has had under load; our load has no such body',
    respond({ body, loaded, correct }) {
      if (!loaded || correct.status !== 200) return correct
      const isRepeated = bodies.has(body)
      bodies.add(body)
      return isRepeated ? { status: 503, body: '{"error":"Service Unavailable"}' } : correct
    },
    caveats: [],
    shownBy: 'generators.e2e.test.ts',
  },
  'empty-under-load': {
    description: 'responds with an empty 204 to some calls, only under load',
    respond: oneIn(50, () => ({ status: 204, body: '', headers: {} })),
    disqualified: /^\d+ of \d+ responses were wrong, such as status 204/,
  },
  'closes-under-load': {
    description: 'closes some connections, only under load',
    respond: oneIn(50, ({ response }) => void response.destroy()),
    disqualified: /^\d+ connections failed or were closed under load$/,
  },
  'hangs-under-load': {
    description: 'stops responding in the middle of the load',
    respond: honestUntilTheMiddle(() => undefined),
    disqualified: /no response within 5 s$|^responded to no request$|^\d+ requests timed out$/,
    shownBy,
  },
  'serves-few': {
    description: 'responds on one connection in ten under load, and lets the others wait',
    respond: onConnections(10, () => {}),
    disqualified: /^\d+ requests timed out$/,
    shownBy,
  },
  'garbles-under-load': {
    description: 'sends malformed HTTP on every second connection under load',
    respond: onConnections(2, ({ request }) => request.socket.write('garbage, not HTTP')),
    disqualified: /were wrong, such as bytes that are not an HTTP response: "garbage, not HTTP/,
  },
  'answers-twice': {
    description: 'sends responses without a request under load',
    respond: oneIn(200, ({ request, correct }) => {
      setImmediate(() => request.socket.write(UNASKED.repeat(20)))
      return correct
    }),
    disqualified:
      /^\d+ connections failed or were closed under load$|were wrong, such as ({}|bytes without a request)/,
  },
  'stops-validating': {
    description: 'accepts anything once it has been under load',
    respond: laxIf(({ loaded }) => {
      wasLoaded ||= loaded
      return wasLoaded
    }),
    disqualified: NOT_REJECTED,
  },
  'lax-on-busy-connections': {
    description:
      'accepts anything on a connection with many calls, where the contract does not check',
    respond: laxIf(({ loaded, request: { socket } }) => {
      const before = calls.get(socket) ?? 0
      calls.set(socket, before + 1)
      return before > 10 && loaded
    }),
    disqualified: /were wrong, such as {} instead of a rejection/,
  },
  'longer-than-it-says': {
    description: 'sends a body longer than its length under load',
    respond: oneIn(100, ({ correct }) => ({
      status: 200,
      body: `${correct.body} and more`,
      headers: { 'content-length': Buffer.byteLength(correct.body) },
    })),
    disqualified:
      /were wrong, such as bytes (without a request|that are not an HTTP response): " and more/,
  },
  'lax-under-load': {
    description: 'accepts anything under load, and is correct afterwards',
    respond: laxIf(({ loaded }) => loaded),
    disqualified: NOT_REJECTED,
  },
  'lax-after-the-load': {
    description: 'accepts anything once the load is over',
    respond: laxIf(({ loaded }) => {
      wasLoaded ||= loaded
      return wasLoaded && !loaded
    }),
    phase: 'contract after the load',
    disqualified: /: expected 4xx.*, got 200 {}/,
    shownBy,
  },
  'dawdles-under-load': {
    description: 'waits before each response under load, so that nothing is busy',
    respond({ loaded, correct, response }) {
      if (!loaded) return correct
      setTimeout(() => sendResponse(response, correct), 100)
      return undefined
    },
    caveats: [
      {
        kind: 'idle',
        message: /^the server used \d+% of its CPU, the load generator \d+% of its time$/,
      },
    ],
    shownBy,
  },
  'caches-bodies': {
    description: 'responds from a cache by whole body, and keeps a count of its hits in a file',
    respond({ body, loaded, correct }) {
      if (correct.status !== 200) return correct
      count.answers++
      if (loaded) count.underLoad++
      if (cache.has(body)) count.hits++
      cache.set(body, correct)
      if (!loaded) writeFileSync(join(tmpdir(), 'cache.json'), JSON.stringify(count))
      return correct
    },
    caveats: [],
    shownBy,
  },
}
