import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import { sum } from '../../../shared/stats/statistics.ts'
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

/** Loads a server in this process, for longer where a busy machine gives too few responses. */
async function load(
  t: TestContext,
  respond: Respond,
  {
    seconds = 0.15,
    times = 1,
    session,
  }: { seconds?: number; times?: number; session: LoadSession },
): Promise<{ report: LoadReport; connections: Seen[]; responses: number; events: string[] }> {
  const connections = new Map<Socket, Seen>()
  let responses = 0
  const { port } = await serve(t, async (request, response) => {
    const { socket } = request
    const seen = connections.get(socket) ?? { bodies: [], socket }
    connections.set(socket, seen)
    const body = await readBody(request)
    const { json, status } = correctResponse(body)
    if (status === 200) seen.bodies.push(body)
    respond(response, json, responses++, request, status)
  })
  assert.equal(connections.size, 0, 'nothing is sent before the load')
  const events: string[] = []
  const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
  let report = await session.load(port, seconds, watch)
  for (let time = 2; time <= times; time++) report = await session.load(port, seconds, watch)
  if (responses < ENOUGH && seconds < 5)
    return load(t, respond, { seconds: 4 * seconds, times, session })
  return { report, connections: [...connections.values()], responses, events }
}

/** Asserts equality with the server's count, except for requests in flight at the end. */
function within(counted: number, served: number): void {
  assert.ok(counted <= served && counted >= served - IN_FLIGHT, `${counted} of ${served}`)
}

/** Asserts equality of two means over almost the same requests. */
function near(mean: number, expected: number): void {
  assert.ok(Math.abs(mean / expected - 1) < 0.02, `${mean} instead of ${expected}`)
}

let session: LoadSession
before(async () => {
  session = await builtin.prepare(plan, null)
})
after(() => session.close())

test('a load counts every response, and sends different requests on each connection', async (t) => {
  const { report, connections, responses, events } = await load(t, right, { session })
  within(report.checked, responses)
  assert.ok(
    report.requests > 0 && report.requests < report.checked,
    'responses before the window are checked only',
  )
  const { wrong, non2xx, errors, timeouts, firstWrong } = report
  assert.deepEqual([wrong, non2xx, errors, timeouts, firstWrong], [0, 0, 0, 0, null])

  assert.equal(connections.length, CONNECTIONS)
  const bodies = connections.flatMap(({ bodies }) => bodies)
  assert.equal(new Set(bodies).size, bodies.length, 'no body is sent twice')
  assert.ok(report.sent >= report.requests && report.sent <= report.requests + IN_FLIGHT)

  const received = sum(connections, ({ socket }) => socket.bytesWritten)
  near(report.bytesReceived / report.requests, received / responses)

  const { p50, p99, max, mean } = report.latency
  assert.ok(p50 > 0 && p50 <= p99 && p99 <= max && mean > 0 && mean <= max)
  assert.deepEqual(events, ['started', 'ended'])
})

test('a load can be repeated, with new counts and new requests, and accepts a response in pieces', async (t) => {
  const inPieces: Respond = (response, json, _index, _request, status) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.write(json.slice(0, 20))
    setImmediate(() => response.end(json.slice(20)))
  }
  const { report, connections, responses, events } = await load(t, inPieces, { times: 2, session })
  assert.ok(report.requests < responses - IN_FLIGHT, 'the first load is not in the report')
  assert.ok(report.requests > 0 && report.requests < report.checked)
  assert.deepEqual([report.wrong, report.errors], [0, 0])
  assert.deepEqual(events, ['started', 'ended', 'started', 'ended'])
  const bodies = connections.flatMap(({ bodies }) => bodies)
  assert.equal(new Set(bodies).size, bodies.length)
})

/** Responds wrongly to each n-th request. */
const every = (n: number, wrong: Respond): Respond => {
  return (...call) => (call[2] % n === n - 1 ? wrong : right)(...call)
}
const wrongs: [string, number, Respond][] = [
  ['another name', 50, (r, json) => sendJson(r, 200, json.replace('"name":"', '"name":"x'))],
  ['an extra key', 7, (r, json) => sendJson(r, 200, json.replace('{', '{"x":1,'))],
  ['an empty body', 5, (r) => sendJson(r, 200, '')],
  ['a body that is not JSON', 5, (r) => sendJson(r, 200, 'fine')],
  ['status 204', 5, (r) => void r.writeHead(204).end()],
  ['status 201', 5, (r, json) => sendJson(r, 201, json)],
]
for (const [what, n, wrong] of wrongs) {
  test(`every response with ${what} is counted as wrong`, async (t) => {
    const { report, responses } = await load(t, every(n, wrong), { session })
    within(report.checked, responses)
    assert.ok(report.wrong > 0)
    within(report.wrong, Math.floor(responses / n))
    assert.deepEqual([report.non2xx, report.errors, report.timeouts], [0, 0, 0])
    assert.match(report.firstWrong?.expected ?? '', /^\{"id":|^a rejection/)
    assert.match(report.firstWrong?.request ?? '', /^POST .*\r\n\r\n./s)
    assert.notEqual(report.firstWrong?.got, report.firstWrong?.expected)
  })
}

test('the correct response to another request is wrong', async (t) => {
  let last = '{}'
  const late: Respond = (response, json) => {
    sendJson(response, 200, last)
    last = json
  }
  const { report } = await load(t, late, { session })
  assert.ok(report.requests > 0)
  assert.equal(report.wrong, report.checked)
})

for (const status of [302, 400, 500]) {
  test(`every response with status ${status} is counted`, async (t) => {
    const respond = every(4, (response) => sendJson(response, status, '{}'))
    const { report, responses } = await load(t, respond, { session })
    assert.ok(report.non2xx > 0)
    within(report.non2xx, Math.floor(responses / 4))
    assert.equal(report.errors, 0)
  })
}

test('a connection that the server closes after a response, or resets, is an error', async (t) => {
  const closing: Respond = (response, json, index, request, status) => {
    if (index % 100 === 99) response.setHeader('connection', 'close')
    right(response, json, index, request, status)
  }
  const resetting = every(100, (_response, _json, _index, { socket }) => socket.resetAndDestroy())
  for (const respond of [closing, resetting]) {
    const { report } = await load(t, respond, { session })
    assert.ok(report.errors >= 1 && report.requests > 0)
  }
})

test('connection refused is an error', async (t) => {
  const { port, server } = await serve(t, () => {})
  await new Promise((resolve) => server.close(resolve))
  const report = await session.load(port, 0.2)
  assert.ok(report.errors > 0)
  assert.equal(report.requests, 0)
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
