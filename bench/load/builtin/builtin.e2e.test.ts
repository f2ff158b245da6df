import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import { kill, processTree } from '../../host/processes.ts'
import { readBody, rightAnswer, sendJson, serve } from '../../test/fixtures.ts'
import type { LoadReport, LoadSession } from '../generator.ts'
import { builtin } from './builtin.ts'

const CONNECTIONS = 5
const PIPELINING = 10
/** Requests that may be under way when the load ends: answered by the server, and not counted any more. */
const IN_FLIGHT = CONNECTIONS * PIPELINING

interface Seen {
  bodies: string[]
  socket: Socket
}

/** @param status of the correct response: 400 where the request is one of the few invalid ones */
type Answer = (response: ServerResponse, json: string, index: number, request: IncomingMessage, status: number) => void

const right: Answer = (response, json, _index, _request, status) => sendJson(response, status, json)

const plan = {
  scenario: 'update-user',
  wire: 'plain',
  connections: CONNECTIONS,
  pipelining: PIPELINING,
  seed: 9,
} as const

/** Loads a server in this process for a moment, or as often as told; in a session of its own unless one is given. */
async function load(t: TestContext, answer: Answer, seconds = 1, times = 1, shared?: LoadSession) {
  const connections = new Map<Socket, Seen>()
  let answered = 0
  const { port } = await serve(t, async (request, response) => {
    const { socket } = request
    const seen = connections.get(socket) ?? { bodies: [], socket }
    connections.set(socket, seen)
    const body = await readBody(request)
    if (rightAnswer(body).status === 200) seen.bodies.push(body)
    const { json, status } = rightAnswer(body)
    answer(response, json, answered++, request, status)
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
    return { report: report as LoadReport, connections: [...connections.values()], answered, events }
  } finally {
    if (!shared) await session.close()
  }
}

/** A count of the server's holds within what was under way. */
function within(counted: number, served: number): void {
  assert.ok(counted <= served && counted >= served - IN_FLIGHT, `${counted} of ${served}`)
}

/** Means over almost the same requests. */
function near(mean: number, expected: number): void {
  assert.ok(Math.abs(mean / expected - 1) < 0.02, `${mean} instead of ${expected}`)
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

describe('a load', () => {
  test('counts what the server answered, and sends each connection requests of its own', async (t) => {
    const { report, connections, answered, events } = await load(t, right, 0.2)
    within(report.checked, answered)
    assert.ok(report.requests > 0 && report.requests < report.checked, 'what comes before the window is checked only')
    assert.deepEqual([report.wrong, report.non2xx, report.errors, report.timeouts], [0, 0, 0, 0])
    assert.equal(report.firstWrong, null)

    assert.equal(connections.length, CONNECTIONS)
    const bodies = connections.flatMap(({ bodies }) => bodies)
    assert.equal(new Set(bodies).size, bodies.length, 'no body is sent twice')
    assert.equal(report.repeated, 0)
    assert.ok(Number(report.refusals?.requests) <= answered - bodies.length, 'no other request is invalid')
    assert.ok(Number(report.sent) >= report.requests && Number(report.sent) <= report.requests + IN_FLIGHT)

    const received = sum(connections.map(({ socket }) => socket.bytesWritten))
    const perResponse = received / answered
    near(report.bytesReceived / report.requests, perResponse)

    const { p50, p99, max, mean } = report.latency
    assert.ok(p50 > 0 && p50 <= p99 && p99 <= max && mean > 0 && mean <= max)
    assert.deepEqual(events, ['started', 'ended'])
  })

  test('may come again, counts from nothing, and repeats no request of the one before', async (t) => {
    const { report, connections, answered, events } = await load(t, right, 0.2, 2)
    assert.ok(report.requests < answered - IN_FLIGHT, 'the first load is not in the second one’s report')
    assert.ok(report.requests > 0 && report.requests < report.checked)
    assert.equal(report.wrong, 0)
    assert.deepEqual(events, ['started', 'ended', 'started', 'ended'])
    const bodies = connections.flatMap(({ bodies }) => bodies)
    assert.equal(new Set(bodies).size, bodies.length)
  })

  test('takes an answer in pieces for what it is', async (t) => {
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

describe('a server that answers wrongly under load', () => {
  let session: LoadSession
  before(async () => {
    session = await builtin.prepare(plan, null)
  })
  after(() => session.close())
  const loadBriefly = (t: TestContext, answer: Answer) => load(t, answer, 0.15, 1, session)

  /** The other answers come from a server that is right. */
  const every = (n: number, wrong: Answer): Answer => {
    return (...call) => (call[2] % n === n - 1 ? wrong : right)(...call)
  }
  const wrongs: [string, number, Answer][] = [
    ['with another name, now and then', 50, (r, json) => sendJson(r, 200, json.replace('"name":"', '"name":"x'))],
    ['with a key too many', 7, (r, json) => sendJson(r, 200, json.replace('{', '{"x":1,'))],
    ['with nothing', 5, (r) => sendJson(r, 200, '')],
    ['with no JSON', 5, (r) => sendJson(r, 200, 'fine')],
    ['with status 204', 5, (r) => void r.writeHead(204).end()],
    ['with status 201', 5, (r, json) => sendJson(r, 201, json)],
  ]
  for (const [what, n, wrong] of wrongs) {
    test(`${what}: all of it is counted`, async (t) => {
      const { report, answered } = await loadBriefly(t, every(n, wrong))
      within(report.checked, answered)
      assert.ok(report.wrong > 0)
      within(report.wrong, Math.floor(answered / n))
      assert.deepEqual([report.non2xx, report.errors, report.timeouts], [0, 0, 0])
      assert.match(report.firstWrong?.expected ?? '', /^\{"id":|^a refusal/)
      assert.match(report.firstWrong?.request ?? '', /^POST .*\r\n\r\n./s)
      assert.notEqual(report.firstWrong?.got, report.firstWrong?.expected)
    })
  }

  test('with the right answer to another request', async (t) => {
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
      const { report, answered } = await loadBriefly(
        t,
        every(4, (response) => sendJson(response, status, '{}')),
      )
      assert.ok(report.non2xx > 0)
      within(report.non2xx, Math.floor(answered / 4))
      assert.equal(report.errors, 0)
    })
  }
})

// Most of the time is spent on waiting.
describe('a connection', { concurrency: true }, () => {
  test('that the server closes is an error, even when it answered before', async (t) => {
    const closing: Answer = (response, json, index, request, status) => {
      if (index === 100) response.setHeader('connection', 'close')
      right(response, json, index, request, status)
    }
    const { report } = await load(t, closing, 0.2)
    assert.ok(report.errors >= 1)
    assert.ok(report.requests > 0)
  })

  test('that the server resets is one', async (t) => {
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

  test('without an answer times out, and nothing is requests', async (t) => {
    const { report } = await load(t, () => {}, 5.6)
    assert.ok(report.timeouts > 0)
    assert.equal(report.requests, 0)
  })

  test('that is refused is an error', async (t) => {
    const { port, server } = await serve(t, () => {})
    await new Promise((resolve) => server.close(resolve))
    const session = await builtin.prepare({ ...plan, connections: 2, pipelining: 1 }, null)
    t.after(() => session.close())
    const report = await session.load(port, 0.2)
    assert.ok(report.errors > 0)
    assert.equal(report.requests, 0)
  })
})

test('the generator ends with its session, and a plan that can not be prepared is an error', async () => {
  const session = await builtin.prepare({ ...plan, connections: 1, pipelining: 1 }, null)
  await session.close()
  await session.close()
  const before = await processTree(process.pid)
  await assert.rejects(builtin.prepare({ ...plan, scenario: 'no-such' }, null), /no scenario called no-such/)
  assert.deepEqual(await processTree(process.pid), before)
})

test('a session whose process has ended says so, however often it is asked', async (t) => {
  const before = await processTree(process.pid)
  const session = await builtin.prepare({ ...plan, connections: 1, pipelining: 1 }, null)
  t.after(() => session.close())
  assert.equal(session.isOver, false)
  for (const pid of await processTree(process.pid)) if (!before.includes(pid)) kill(pid)
  for (let time = 1; time <= 2; time++) {
    await assert.rejects(session.load(1, 0.1), /^Error: the load generator ended: without a word$/)
    assert.equal(session.isOver, true)
  }
})
