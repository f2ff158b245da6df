import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Calibration } from '../../shared/result/calibration.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { ServerProcess } from '../contenders/server-process.ts'
import { builtin } from '../load/builtin/builtin.ts'
import { until } from '../test/testing.ts'
import { calibrate } from './calibrate.ts'

/** A connection to a null server of its own. */
async function nullServer(t: TestContext) {
  const launch = { runtime: { executable: process.execPath }, entry: join(import.meta.dirname, 'null-server.ts') }
  const server = await ServerProcess.start(launch, null)
  t.after(() => server.stop())
  return { port: server.port, ...(await connection(t, server.port)) }
}

async function connection(t: TestContext, port: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8').setNoDelay()
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (chunk: string) => {
    text += chunk
  })
  const answers = () => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0
  return { socket, answers, text: () => text }
}

test('the null server answers once a request, however the requests come', async (t) => {
  const { port, socket, answers, text } = await nullServer(t)
  const other = await connection(t, port)
  const request = 'POST / HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}'
  /** An answer on another connection: what was sent before on this one has been read. */
  const isRead = async () => {
    const before = other.answers()
    other.socket.write(request)
    await until(() => other.answers() > before)
  }
  let expected = 0
  /** So many answers have come and no other, or it would be there before that to the request after them. */
  const assertAnswered = async (requests: number, what: string) => {
    expected += requests
    await until(() => answers() >= expected)
    const last = JSON.stringify(`after ${what}`)
    socket.write(`PUT /?answer=${encodeURIComponent(last)} HTTP/1.1\r\n\r\n`)
    await until(() => text().endsWith(last))
    assert.equal(answers(), ++expected, what)
  }

  socket.write(request)
  await assertAnswered(1, 'one request')
  socket.write(request.repeat(10))
  await assertAnswered(10, 'ten at once')
  for (const place of [5, request.length - 5, request.length - 4, request.length - 3, request.length - 2]) {
    socket.write(request.slice(0, place))
    await isRead()
    socket.write(request.slice(place) + request)
    await assertAnswered(2, `a cut at ${place}`)
  }
  socket.write('GET / HTTP/1.1\r\n\r\n'.repeat(3))
  await assertAnswered(3, 'requests without a body')
})

test('the null server answers what it is told to, and is as slow as it is told to be', async (t) => {
  const { socket, answers, text } = await nullServer(t)
  const milliseconds = 100
  const began = performance.now()
  socket.write(`PUT /?answer=${encodeURIComponent('{"a":"b c"}')}&busy=${milliseconds * 1000} HTTP/1.1\r\n\r\n`)
  await until(() => answers() > 0)
  assert.ok(performance.now() - began >= milliseconds)
  assert.match(text(), /content-length: 11\r\n(.+\r\n)*\r\n\{"a":"b c"\}$/i)
})

test('a calibration of the built-in generator, as short as can be', async () => {
  const pinning = { server: null, generator: null, note: null }
  const protocol = { generator: 'builtin', connections: 10, pipelining: 4, polling: true } as const
  const plan = { scenario: updateUser, protocol, generator: builtin, pinning, server: undefined, seconds: 0.1 }
  const calibration = await calibrate(plan)
  assert.deepEqual(Calibration.parse(calibration), calibration)
  assert.ok(calibration.points.length >= 2)
  for (const { requestsPerSecond, generatorCpuPercent, eventLoopPercent } of calibration.points) {
    assert.ok(requestsPerSecond > 0 && generatorCpuPercent > 0 && Number(eventLoopPercent) > 0)
  }
  const slowed = calibration.points.filter(({ offered }) => offered !== null)
  assert.equal(slowed.length, calibration.points.length - 1, 'the last load is without limit')
  for (const { offered, addedMicroseconds, requestsPerSecond, serverCpuPercent } of slowed) {
    assert.ok(Number(addedMicroseconds) > 0)
    // Measured under this load: what was answered, and what the rest of the CPU is good for.
    const capacity = requestsPerSecond / Math.min(1, serverCpuPercent / 100)
    assert.ok(Math.abs(Number(offered) / capacity - 1) < 1e-4)
  }
  const offers = slowed.map(({ offered }) => Number(offered))
  assert.deepEqual(
    offers,
    [...offers].sort((a, b) => a - b),
  )
  const rates = calibration.points.map(({ requestsPerSecond }) => requestsPerSecond)
  assert.equal(calibration.ceiling.requestsPerSecond, Math.max(...rates))
})
