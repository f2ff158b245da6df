import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { kill, processTree } from '../../processes/processes.ts'
import { correctResponse, readBody, sendJson, serve } from '../../test/fixtures.ts'
import type { LoadReport, LoadSession } from '../generator.ts'
import { builtin } from './builtin.ts'

const CONNECTIONS = 20
/** Requests that may be in flight when the load ends: the server responds, but they no longer count. */
const IN_FLIGHT = CONNECTIONS

interface Seen {
  bodies: string[]
  socket: Socket
}

/** @param status of the correct response: 400 for the few invalid requests */
type Respond = (
  response: ServerResponse,
  json: string,
  index: number,
  request: IncomingMessage,
  status: number,
) => void

const right: Respond = (response, json, _index, _request, status) =>
  sendJson(response, status, json)

const plan = {
  scenario: 'update-user',
  wire: 'plain',
  connections: CONNECTIONS,
  seed: 9,
} as const

/** Responses that a load needs: some servers of these tests misbehave at the hundredth. */
const ENOUGH = 200
/** Seconds of the longest load that is tried once more. */
const LONGEST = 5

/**
 * Loads a server in this process `times` times, in a new session unless `shared` is given. A new session loads longer
 * where a busy machine gives too few responses.
 */
async function load(
  t: TestContext,
  respond: Respond,
  seconds = 1,
  times = 1,
  shared?: LoadSession,
): Promise<{ report: LoadReport; connections: Seen[]; responses: number; events: string[] }> {
  const connections = new Map<Socket, Seen>()
  let responses = 0
  const { port } = await serve(t, async (request, response) => {
    const { socket } = request
    const seen = connections.get(socket) ?? { bodies: [], socket }
    connections.set(socket, seen)
    const body = await readBody(request)
    if (correctResponse(body).status === 200) seen.bodies.push(body)
    const { json, status } = correctResponse(body)
    respond(response, json, responses++, request, status)
  })
  const session = shared ?? (await builtin.prepare(plan, null))
  const events: string[] = []
  try {
    assert.equal(connections.size, 0, 'nothing is sent before the load')
    let report: LoadReport | undefined
    for (let i = 0; i < times; i++) {
      report = await session.load(port, seconds, {
        started: () => events.push('started'),
        ended: () => events.push('ended'),
      })
    }
    if (shared || responses >= ENOUGH || seconds > LONGEST)
      return {
        report: report as LoadReport,
        connections: [...connections.values()],
        responses,
        events,
      }
  } finally {
    if (!shared) await session.close()
  }
  return load(t, respond, 4 * seconds, times)
}

/** Asserts equality with the server's count, except for requests in flight at the end. */
function within(counted: number, served: number): void {
  assert.ok(counted <= served && counted >= served - IN_FLIGHT, `${counted} of ${served}`)
}

/** Asserts equality of two means over almost the same requests. */
function near(mean: number, expected: number): void {
  assert.ok(Math.abs(mean / expected - 1) < 0.02, `${mean} instead of ${expected}`)
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('a load', () => {
  test('counts every response, and sends different requests on each connection', async (t) => {
    const { report, connections, responses, events } = await load(t, right, 0.2)
    within(report.checked, responses)
    assert.ok(
      report.requests > 0 && report.requests < report.checked,
      'responses before the window are checked only',
    )
    assert.deepEqual([report.wrong, report.non2xx, report.errors, report.timeouts], [0, 0, 0, 0])
    assert.equal(report.firstWrong, null)

    assert.equal(connections.length, CONNECTIONS)
    const bodies = connections.flatMap(({ bodies }) => bodies)
    assert.equal(new Set(bodies).size, bodies.length, 'no body is sent twice')
    assert.ok(report.sent >= report.requests && report.sent <= report.requests + IN_FLIGHT)

    const received = sum(connections.map(({ socket }) => socket.bytesWritten))
    const perResponse = received / responses
    near(report.bytesReceived / report.requests, perResponse)

    const { p50, p99, max, mean } = report.latency
    assert.ok(p50 > 0 && p50 <= p99 && p99 <= max && mean > 0 && mean <= max)
    assert.deepEqual(events, ['started', 'ended'])
  })

  test('can be repeated, with new counts and new requests', async (t) => {
    const { report, connections, responses, events } = await load(t, right, 0.2, 2)
    assert.ok(
      report.requests < responses - IN_FLIGHT,
      'the first load is not in the second one’s report',
    )
    assert.ok(report.requests > 0 && report.requests < report.checked)
    assert.equal(report.wrong, 0)
    assert.deepEqual(events, ['started', 'ended', 'started', 'ended'])
    const bodies = connections.flatMap(({ bodies }) => bodies)
    assert.equal(new Set(bodies).size, bodies.length)
  })

  test('accepts a response in pieces', async (t) => {
    const { report } = await load(
      t,
      (response, json, _index, _request, status) => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.write(json.slice(0, 20))
        setImmediate(() => response.end(json.slice(20)))
      },
      0.2,
    )
    assert.ok(report.requests > 0)
    assert.ok(report.checked > report.requests)
    assert.deepEqual([report.wrong, report.errors], [0, 0])
  })
})

describe('a server that responds wrongly under load', () => {
  let session: LoadSession
  before(async () => {
    session = await builtin.prepare(plan, null)
  })
  after(() => session.close())
  const loadBriefly = (t: TestContext, respond: Respond) => load(t, respond, 0.15, 1, session)

  /** Responds wrongly to each n-th request. */
  const every = (n: number, wrong: Respond): Respond => {
    return (...call) => (call[2] % n === n - 1 ? wrong : right)(...call)
  }
  const wrongs: [string, number, Respond][] = [
    [
      'with another name, rarely',
      50,
      (r, json) => sendJson(r, 200, json.replace('"name":"', '"name":"x')),
    ],
    ['with an extra key', 7, (r, json) => sendJson(r, 200, json.replace('{', '{"x":1,'))],
    ['with an empty body', 5, (r) => sendJson(r, 200, '')],
    ['with a body that is not JSON', 5, (r) => sendJson(r, 200, 'fine')],
    ['with status 204', 5, (r) => void r.writeHead(204).end()],
    ['with status 201', 5, (r, json) => sendJson(r, 201, json)],
  ]
  for (const [what, n, wrong] of wrongs) {
    test(`${what}: every wrong response is counted`, async (t) => {
      const { report, responses } = await loadBriefly(t, every(n, wrong))
      within(report.checked, responses)
      assert.ok(report.wrong > 0)
      within(report.wrong, Math.floor(responses / n))
      assert.deepEqual([report.non2xx, report.errors, report.timeouts], [0, 0, 0])
      assert.match(report.firstWrong?.expected ?? '', /^\{"id":|^a rejection/)
      assert.match(report.firstWrong?.request ?? '', /^POST .*\r\n\r\n./s)
      assert.notEqual(report.firstWrong?.got, report.firstWrong?.expected)
    })
  }

  test('with the correct response to another request', async (t) => {
    let last = '{}'
    const { report } = await loadBriefly(t, (response, json) => {
      sendJson(response, 200, last)
      last = json
    })
    assert.ok(report.requests > 0)
    assert.equal(report.wrong, report.checked)
  })

  for (const status of [302, 400, 500]) {
    test(`with status ${status}`, async (t) => {
      const { report, responses } = await loadBriefly(
        t,
        every(4, (response) => sendJson(response, status, '{}')),
      )
      assert.ok(report.non2xx > 0)
      within(report.non2xx, Math.floor(responses / 4))
      assert.equal(report.errors, 0)
    })
  }
})

// Concurrent, since the tests mostly wait.
describe('a connection', { concurrency: true }, () => {
  test('that the server closes after a response is an error', async (t) => {
    const closing: Respond = (response, json, index, request, status) => {
      if (index === 100) response.setHeader('connection', 'close')
      right(response, json, index, request, status)
    }
    const { report } = await load(t, closing, 0.2)
    assert.ok(report.errors >= 1)
    assert.ok(report.requests > 0)
  })

  test('that the server resets is an error', async (t) => {
    const { report } = await load(
      t,
      (response, json, index, request, status) => {
        if (index % 100 === 99) request.socket.resetAndDestroy()
        else right(response, json, index, request, status)
      },
      0.2,
    )
    assert.ok(report.errors >= 1)
  })

  test('without a response times out and counts no requests', async (t) => {
    const { report } = await load(t, () => {}, 5.6)
    assert.ok(report.timeouts > 0)
    assert.equal(report.requests, 0)
  })

  test('that is refused is an error', async (t) => {
    const { port, server } = await serve(t, () => {})
    await new Promise((resolve) => server.close(resolve))
    const session = await builtin.prepare({ ...plan, connections: 2 }, null)
    t.after(() => session.close())
    const report = await session.load(port, 0.2)
    assert.ok(report.errors > 0)
    assert.equal(report.requests, 0)
  })
})

test('the generator process ends with its session or with a plan that cannot be prepared', async () => {
  const session = await builtin.prepare({ ...plan, connections: 1 }, null)
  await session.close()
  await session.close()
  const before = await processTree(process.pid)
  await assert.rejects(
    builtin.prepare({ ...plan, scenario: 'no-such' }, null),
    /unknown scenario "no-such"/,
  )
  assert.deepEqual(await processTree(process.pid), before)
})

test('a session whose process has ended rejects every load', async (t) => {
  const before = await processTree(process.pid)
  const session = await builtin.prepare({ ...plan, connections: 1 }, null)
  t.after(() => session.close())
  assert.equal(session.isOver, false)
  for (const pid of await processTree(process.pid)) if (!before.includes(pid)) kill(pid)
  for (let time = 1; time <= 2; time++) {
    await assert.rejects(session.load(1, 0.1), /^Error: the load generator ended: no output$/)
    assert.equal(session.isOver, true)
  }
})
