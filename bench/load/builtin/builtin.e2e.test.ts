import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { sum } from '../../../shared/stats/statistics.ts'
import { kill, processTree } from '../../processes/processes.ts'
import {
  broken,
  edited,
  type Handler,
  honest,
  sendResponse,
  userServer,
} from '../../test/faulty/user-server.ts'
import { closedPort, listening } from '../../test/fixtures.ts'
import { assertUnrepeated, keepingCalls } from '../../test/loads.ts'
import { until } from '../../test/testing.ts'
import type { LoadSession } from '../generator.ts'
import { builtin } from './builtin.ts'

const CONNECTIONS = 20
/** Requests that may be in flight when the load ends: the server responds, but they no longer count. */
const IN_FLIGHT = CONNECTIONS
const plan = {
  scenario: 'update-user',
  wire: 'plain',
  connections: CONNECTIONS,
  seed: 9,
} as const

/** Responses that a load needs: some servers of these tests misbehave at the fiftieth. */
const ENOUGH = 200

let session: LoadSession
before(async () => {
  session = await builtin.prepare(plan, null)
})
after(() => session.close())

/** Loads a server in this process, for longer where a busy machine gives too few responses. */
async function load(t: TestContext, respond: Handler = honest, { seconds = 0.15, times = 1 } = {}) {
  const { port, calls } = await keepingCalls(t, respond)
  const events: string[] = []
  const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
  let report = await session.load(port, seconds, watch)
  for (let time = 2; time <= times; time++) report = await session.load(port, seconds, watch)
  if (calls.length < ENOUGH && seconds < 5) return load(t, respond, { seconds: 4 * seconds, times })
  return { report, calls, events }
}

/** Asserts equality with the server's count, except for requests in flight at the end. */
function within(counted: number, served: number): void {
  assert.ok(counted <= served && counted >= served - IN_FLIGHT, `${counted} of ${served}`)
}

test('a load counts every response, and sends different requests on each connection', async (t) => {
  const { report, calls, events } = await load(t)
  within(report.checked, calls.length)
  const { requests, sent, checked, wrong, non2xx, errors, timeouts, firstWrong } = report
  assert.ok(requests > 0 && requests < checked, 'responses before the window are checked only')
  assert.deepEqual([wrong, non2xx, errors, timeouts, firstWrong], [0, 0, 0, 0, null])
  const sockets = new Set(calls.map(({ request }) => request.socket))
  assert.equal(sockets.size, CONNECTIONS)
  assertUnrepeated(calls)
  assert.ok(sent >= requests && sent <= requests + IN_FLIGHT)
  const written = sum([...sockets], ({ bytesWritten }) => bytesWritten)
  const ratio = report.bytesReceived / requests / (written / calls.length)
  assert.ok(Math.abs(ratio - 1) < 0.02, `${ratio} times the bytes`)
  const { p50, p99, max, mean } = report.latency
  assert.ok(p50 > 0 && p50 <= p99 && p99 <= max && mean > 0 && mean <= max)
  assert.deepEqual(events, ['started', 'ended'])
})

test('a pipelining load keeps as many requests in flight on each connection, and checks each response', async (t) => {
  const [connections, pipelining] = [4, 5]
  const pipelined = await builtin.prepare({ ...plan, connections, pipelining }, null)
  t.after(() => pipelined.close())
  const pending = new Map<unknown, number>()
  const depths = new Set<number>()
  const { port, calls } = await keepingCalls(t, ({ request: { socket }, response, correct }) => {
    const depth = 1 + (pending.get(socket) ?? 0)
    pending.set(socket, depth)
    depths.add(depth)
    response.on('finish', () => pending.set(socket, (pending.get(socket) ?? 0) - 1))
    setImmediate(() => sendResponse(response, correct))
    return undefined
  })
  for (let time = 1; time <= 2 || calls.length < ENOUGH; time++) {
    const { outOfOrder, lost, wrong, errors, timeouts, sent, requests, checked } =
      await pipelined.load(port, 0.15)
    assert.deepEqual([outOfOrder, lost, wrong, errors, timeouts], [0, 0, 0, 0, 0])
    assert.ok(sent - requests <= connections * pipelining && requests < checked)
  }
  assert.deepEqual(Math.max(...depths), pipelining)
  assert.equal(pending.size, connections)
  assert.ok(calls.some(({ correct }) => correct.status !== 200))
  assertUnrepeated(calls)
})

test('a load can be repeated, with new counts and new requests, and accepts a response in pieces', async (t) => {
  const inPieces: Handler = ({ response, correct: { status, body } }) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.write(body.slice(0, 20))
    setImmediate(() => response.end(body.slice(20)))
    return undefined
  }
  const { report, calls, events } = await load(t, inPieces, { times: 2 })
  assert.ok(report.requests < calls.length - IN_FLIGHT, 'the first load is not in the report')
  assert.ok(report.requests > 0 && report.requests < report.checked)
  assert.deepEqual([report.wrong, report.errors], [0, 0])
  assert.deepEqual(events, ['started', 'ended', 'started', 'ended'])
  assertUnrepeated(calls)
})

const faults: [what: string, counter: 'wrong' | 'non2xx', n: number, fault: Handler][] = [
  ['another name', 'wrong', 50, () => edited(valid, (user) => (user.name = 'x'))],
  ['an empty status 204', 'wrong', 5, () => ({ status: 204, body: '', headers: {} })],
  ['status 500', 'non2xx', 4, () => broken],
]
const valid = honest({
  body: '{"id":1,"name":"a","surname":"b","lastUpdate":"2020-01-05T00:00:00.000Z"}',
})
for (const [what, counter, n, fault] of faults) {
  test(`every response with ${what} is counted`, async (t) => {
    const { report, calls } = await load(t, (call) =>
      call.count % n === 0 ? fault(call) : call.correct,
    )
    const { wrong, non2xx, errors, timeouts, firstWrong } = report
    within(report.checked, calls.length)
    assert.ok(report[counter] > 0)
    within(report[counter], Math.floor(calls.length / n))
    assert.deepEqual([wrong + non2xx, errors, timeouts], [report[counter], 0, 0])
    if (counter === 'non2xx') return
    assert.match(firstWrong?.expected ?? '', /^\{"id":|^a rejection/)
    assert.match(firstWrong?.request ?? '', /^POST .*\r\n\r\n./s)
    assert.notEqual(firstWrong?.got, firstWrong?.expected)
  })
}

test('of the first and each 64th response on a connection, the whole head is checked', async (t) => {
  const single = await builtin.prepare({ ...plan, connections: 1 }, null)
  t.after(() => single.close())
  const { port } = await keepingCalls(t, ({ count, response, correct }) => {
    if (count > 1) response.setHeader('content-encoding', 'gzip')
    return correct
  })
  const { checked, wrong, firstWrong } = await single.load(port, 0.5)
  assert.ok(wrong > 0)
  assert.equal(wrong, Math.ceil(checked / 64) - 1)
  assert.equal(firstWrong?.got, 'one with content-encoding gzip')
})

test('the correct response to another request is wrong', async (t) => {
  let last = valid
  const { report } = await load(t, ({ correct }) => {
    const late = { ...last, status: 200 }
    last = correct
    return late
  })
  assert.ok(report.requests > 0)
  assert.equal(report.wrong, report.checked)
})

test('a connection that the server closes after a response, resets, or refuses is an error', async (t) => {
  const closing: Handler = ({ response, correct, count }) => {
    if (count % 100 === 0) response.setHeader('connection', 'close')
    return correct
  }
  const resetting: Handler = ({ request, correct, count }) =>
    count % 100 === 0 ? void request.socket.resetAndDestroy() : correct
  for (const respond of [closing, resetting]) {
    const { report } = await load(t, respond)
    assert.ok(report.errors >= 1 && report.requests > 0)
  }
  const { errors, requests } = await session.load(await closedPort(t), 0.2)
  assert.ok(errors > 0 && requests === 0)
})

test('connections stay open until they are released, and are reopened if the server closes idle ones', async (t) => {
  let [opened, open] = [0, 0]
  const silent: Handler = ({ response, correct }) => {
    // Without it, Node would announce the time after which it closes an idle connection.
    response.setHeader('connection', 'keep-alive')
    return correct
  }
  const server = userServer(silent).on('connection', (socket) => {
    opened++
    open++
    socket.on('close', () => open--)
  })
  // Never closes a connection.
  server.keepAliveTimeout = 0
  const port = await listening(t, server)
  const assertOpened = async (times: number) => {
    const { errors, timeouts, wrong } = await session.load(port, 0.2)
    assert.deepEqual([errors, timeouts, wrong], [0, 0, 0])
    assert.equal(opened, times * CONNECTIONS)
  }
  await assertOpened(1)
  await assertOpened(1)
  await session.release?.(port)
  await until(() => open === 0)
  server.keepAliveTimeout = 100
  await assertOpened(2)
  await until(() => open === 0)
  await assertOpened(3)
})

test('the generator process ends with its session or with a plan that cannot be prepared', async () => {
  const session = await builtin.prepare({ ...plan, connections: 1 }, null)
  await session.close()
  await session.close()
  const before = await processTree(process.pid)
  const unknown = builtin.prepare({ ...plan, scenario: 'no-such' }, null)
  await assert.rejects(unknown, /unknown scenario "no-such"/)
  assert.deepEqual(await processTree(process.pid), before)
})

test('a session whose process has ended rejects every load', async (t) => {
  const before = await processTree(process.pid)
  const session = await builtin.prepare({ ...plan, connections: 1 }, null)
  t.after(() => session.close())
  assert.equal(session.isOver, false)
  for (const pid of await processTree(process.pid)) if (!before.includes(pid)) kill(pid)
  for (let time = 1; time <= 2; time++) {
    await assert.rejects(
      session.load(1, 0.1),
      /^Error: the load generator ended: killed by SIGKILL$/,
    )
    assert.equal(session.isOver, true)
  }
})
