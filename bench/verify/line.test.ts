import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { HOST } from '../server/server-process.ts'
import { Line, waitFor } from './line.ts'

const GET = { method: 'GET' }
const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

async function listen(
  t: TestContext,
  onSocket: (socket: Socket) => void,
  timeout = 5_000,
): Promise<Line> {
  const server = createServer(onSocket).listen(0, HOST)
  await once(server, 'listening')
  t.after(() => server.close())
  const line = new Line((server.address() as AddressInfo).port, timeout)
  t.after(() => line.close())
  assert.ok(await line.open())
  return line
}

test('sends raw bytes and reads the responses in order', async (t) => {
  let seen = ''
  const line = await listen(t, (socket) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      seen += text
      if (seen.endsWith('end')) socket.write(`${ANSWER}${ANSWER.replace('200', '404')}`)
    })
  })
  await line.send({ pieces: [Buffer.from('a'), Buffer.from([0xff]), Buffer.from('end')], pause: 1 })
  const first = await line.read(GET)
  const second = await line.read(GET)
  assert.equal(seen, 'a\xffend')
  assert.ok(typeof first === 'object' && typeof second === 'object')
  assert.deepEqual([first.status, second.status], [200, 404])
})

test('a response sent before the end is read, then the end is reported', async (t) => {
  const line = await listen(t, (socket) => socket.end(ANSWER))
  assert.equal(typeof (await line.read(GET)), 'object')
  assert.equal(await line.read(GET), 'closed')
})

test('a partial response does not count, whether the connection ends or not', async (t) => {
  const cut = await listen(t, (socket) => socket.end(ANSWER.slice(0, -1)))
  assert.equal(await cut.read(GET), 'closed')
  const hung = await listen(t, (socket) => socket.write(ANSWER.slice(0, -1)), 50)
  assert.equal(await hung.read(GET), 'timed out')
})

test('a reset is an end, and bytes that are not HTTP are malformed', async (t) => {
  const reset = await listen(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  await reset.send({ pieces: [Buffer.from('a')], pause: 0 })
  assert.equal(await reset.read(GET), 'closed')
  const strange = await listen(t, (socket) => socket.write('hello'))
  assert.equal(await strange.read(GET), 'malformed')
})

test('a closed port accepts no connection', async () => {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  const line = new Line(port, 5_000)
  assert.equal(await line.open(), false)
  assert.equal(await line.read(GET), 'refused')
})

test('a time-out does not elapse while the process is stopped', async () => {
  let isOver = false
  const over = new Promise<void>((resolve) => {
    waitFor(20, () => {
      isOver = true
      resolve()
    })
  })
  for (const end = performance.now() + 100; performance.now() < end; );
  await new Promise(setImmediate)
  assert.equal(isOver, false)
  await over
})
