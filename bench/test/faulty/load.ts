/** Servers that keep the contract until they are under load. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FaultyServers } from './faulty-server.ts'
import { type Answer, broken, type Call, honest, ok, sendAnswer, serve } from './user-server.ts'

/** Applies a fault to one in `calls` calls under load. Choose few, so that a slow machine reaches it in a short load. */
function oneIn(calls: number, fault: (call: Call) => Answer | undefined): void {
  serve((call) => (call.loaded && call.count % calls === 0 ? fault(call) : honest(call)))
}

/** Number of calls under load that even a slow machine exceeds. */
const MIDDLE = 100

/** Is correct until the middle of the load, and faulty from then on. */
function honestUntilTheMiddle(fault: () => undefined): void {
  let loaded = 0
  serve((call) => {
    if (call.loaded) loaded++
    return loaded > MIDDLE ? fault() : honest(call)
  })
}

const ALL_CPUS = `0-${cpus().length - 1}`

const wrongId = (answer: Answer): Answer => ({
  ...answer,
  body: answer.body.replace(/"id":\d+/, '"id":0'),
})

/** Is correct only on the selected connections, numbered by their first calls under load. */
function byConnection(isServed: (index: number) => boolean, otherwise: (call: Call) => void): void {
  const connections: (Socket | null)[] = []
  serve((call) => {
    const { socket } = call.response
    const isFirst = call.loaded && !connections.includes(socket)
    if (isFirst) connections.push(socket)
    if (!call.loaded || isFirst || isServed(connections.indexOf(socket))) return honest(call)
    otherwise(call)
    return undefined
  })
}

/** Caught by the checker or by the load, whichever comes first. */
const NOT_REJECTED =
  /^under load, .*: expected 4xx( and "\w+" named)?, got 200 {}|were wrong, such as {} instead of a rejection/

const apart = {
  shownBy: 'its own test in faulty-servers.e2e.test.ts or faulty-servers.timing.test.ts',
}

export const load = {
  'escapes-its-cpu': {
    description: 'moves itself to all CPUs under load, and computes in a second process there',
    run: () => {
      let escaped = false
      serve((call) => {
        if (call.loaded && !escaped) {
          escaped = true
          spawn('taskset', ['--all-tasks', '--cpu-list', '--pid', ALL_CPUS, String(process.pid)], {
            stdio: 'ignore',
          })
          spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
        }
        return honest(call)
      })
    },
    expected: {
      disqualified: /^its process \S+ \(pid \d+\) may run on CPU 0, but the server has only CPU \d/,
    },
  },
  'hints-early': {
    description: 'sends a valid 103 Early Hints before each response, which is not a fault',
    run: () =>
      serve((call) => {
        call.response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
        return honest(call)
      }),
    expected: { caveats: [] },
    ...apart,
  },
  'logs-each-request': {
    description: 'writes a line per request, half of them to stderr',
    run: () =>
      serve((call) => {
        console[call.count % 2 ? 'log' : 'error']('x'.repeat(99))
        return honest(call)
      }),
    // One byte for the line end, and some lines for the checks beside the load.
    expected: {
      caveats: [{ kind: 'logs', message: /^wrote 1\d\d bytes per request to stdout and stderr$/ }],
    },
    ...apart,
  },
  'exits-under-load': {
    description: 'ends in the middle of the load',
    run: () =>
      honestUntilTheMiddle(() => {
        throw new Error('out of handles')
      }),
    expected: { disqualified: /^exited with status 1: Error: out of handles$/ },
  },
  'wrong-under-load': {
    description: 'responds wrongly to 1% of the calls, only under load',
    run: () => oneIn(100, (call) => wrongId(honest(call))),
    expected: { disqualified: /^\d+ of \d+ responses were wrong, such as {"id":0/ },
  },
  'one-in-twenty-wrong': {
    description: 'responds wrongly to 5% of the calls, only under load',
    run: () => oneIn(20, (call) => wrongId(honest(call))),
    expected: { disqualified: /^\d+ of \d+ responses were wrong, such as {"id":0/ },
  },
  'errors-under-load': {
    description: 'responds with 500 to some calls, only under load',
    run: () => oneIn(50, () => broken),
    expected: { disqualified: /^\d+ of \d+ responses had a status other than 2xx$/ },
  },
  'empty-under-load': {
    description: 'responds with an empty 204 to some calls, only under load',
    run: () => oneIn(50, () => ({ status: 204, body: '', headers: {} })),
    expected: { disqualified: /^\d+ of \d+ responses were wrong, such as status 204/ },
  },
  'closes-under-load': {
    description: 'closes some connections, only under load',
    run: () => oneIn(50, (call) => void call.response.destroy()),
    expected: { disqualified: /^\d+ connections failed or were closed under load$/ },
  },
  'hangs-under-load': {
    description: 'stops responding in the middle of the load',
    run: () => honestUntilTheMiddle(() => undefined),
    expected: {
      disqualified: /no response within 5 s$|^responded to no request$|^\d+ requests timed out$/,
    },
  },
  'serves-few': {
    description: 'responds on one connection in ten under load, and lets the others wait',
    run: () =>
      byConnection(
        (index) => index % 10 === 0,
        () => {},
      ),
    expected: { disqualified: /^\d+ requests timed out$/ },
  },
  'garbles-under-load': {
    description: 'sends malformed HTTP on every second connection under load',
    run: () =>
      byConnection(
        (index) => index % 2 === 0,
        ({ response }) => response.socket?.write('garbage, not HTTP'),
      ),
    expected: {
      disqualified: /were wrong, such as bytes that are not an HTTP response: "garbage, not HTTP/,
    },
  },
  'answers-twice': {
    description: 'sends responses without a request under load',
    run() {
      const unasked =
        'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
      oneIn(200, (call) => {
        const { socket } = call.response
        setImmediate(() => socket?.write(unasked.repeat(20)))
        return honest(call)
      })
    },
    expected: {
      disqualified:
        /^\d+ connections failed or were closed under load$|were wrong, such as ({}|bytes without a request)/,
    },
  },
  'stops-validating': {
    description: 'accepts anything once it has been under load',
    run() {
      let lax = false
      serve((call) => {
        lax ||= call.loaded
        const answer = honest(call)
        return lax && answer.status !== 200 ? ok({}) : answer
      })
    },
    expected: { disqualified: NOT_REJECTED },
  },
  'lax-on-busy-connections': {
    description:
      'accepts anything on a connection with many calls, where the contract does not check',
    run() {
      const calls = new WeakMap<Socket, number>()
      serve((call) => {
        const socket = call.response.socket as Socket
        const before = calls.get(socket) ?? 0
        calls.set(socket, before + 1)
        const answer = honest(call)
        return before > 10 && answer.status !== 200 && call.loaded ? ok({}) : answer
      })
    },
    expected: { disqualified: /were wrong, such as {} instead of a rejection/ },
  },
  'longer-than-it-says': {
    description: 'sends a body longer than its length under load',
    run: () =>
      oneIn(100, (call) => {
        const { body } = honest(call)
        return {
          status: 200,
          body: `${body} and more`,
          headers: { 'content-length': Buffer.byteLength(body) },
        }
      }),
    expected: {
      disqualified:
        /were wrong, such as bytes (without a request|that are not an HTTP response): " and more/,
    },
  },
  'lax-under-load': {
    description: 'accepts anything under load, and is correct afterwards',
    run: () =>
      serve((call) => {
        const answer = honest(call)
        return call.loaded && answer.status !== 200 ? ok({}) : answer
      }),
    expected: { disqualified: NOT_REJECTED },
  },
  'dawdles-under-load': {
    description: 'waits before each response under load, so that nothing is busy',
    run: () =>
      serve((call) => {
        if (!call.loaded) return honest(call)
        setTimeout(() => sendAnswer(call.response, honest(call)), 100)
        return undefined
      }),
    expected: {
      caveats: [
        {
          kind: 'idle',
          message: /^the server used \d+% of its CPU, the load generator \d+% of its time$/,
        },
      ],
    },
    ...apart,
  },
  'caches-bodies': {
    description: 'responds from a cache by whole body, and reports its hits at the end',
    run() {
      const cache = new Map<string, Answer>()
      const count = { answers: 0, underLoad: 0, hits: 0 }
      serve((call) => {
        const cached = cache.get(call.body)
        const answer = cached ?? honest(call)
        if (answer.status !== 200) return answer
        count.answers++
        if (call.loaded) count.underLoad++
        if (cached) count.hits++
        cache.set(call.body, answer)
        return answer
      })
      process.on('SIGTERM', () => {
        writeFileSync(join(tmpdir(), 'cache.json'), JSON.stringify(count))
        process.exit()
      })
    },
    expected: { caveats: [] },
    ...apart,
  },
} satisfies FaultyServers
