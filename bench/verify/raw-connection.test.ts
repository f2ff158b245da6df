import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { HOST } from '../host/server-process.ts'
import { RawConnection } from './raw-connection.ts'

const ANSWER = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

async function listen(t: TestContext, onSocket: (socket: Socket) => void): Promise<RawConnection> {
  const server = createServer(onSocket).listen(0, HOST)
  await once(server, 'listening')
  t.after(() => server.close())
  const connection = await RawConnection.open((server.address() as AddressInfo).port)
  assert.ok(connection)
  t.after(() => connection.close())
  return connection
}

test('sends raw bytes and reads the responses in order', async (t) => {
  let seen = ''
  const connection = await listen(t, (socket) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      seen += text
      if (seen.endsWith('end')) socket.write(`${ANSWER}${ANSWER.replace('200', '404')}`)
    })
  })
  await connection.send([Buffer.from('a'), Buffer.from([0xff]), Buffer.from('end')])
  const first = await connection.read('GET', 5_000)
  const second = await connection.read('GET', 5_000)
  assert.equal(seen, 'a\xffend')
  assert.ok(first.kind === 'response' && second.kind === 'response')
  assert.deepEqual([first.response.status, second.response.status], [200, 404])
})

test('a response sent before the end is read, then the end is reported', async (t) => {
  const connection = await listen(t, (socket) => socket.end(ANSWER))
  assert.equal((await connection.read('GET', 5_000)).kind, 'response')
  assert.equal((await connection.read('GET', 5_000)).kind, 'closed')
})

test('a partial response does not count, whether the connection ends or not', async (t) => {
  const cut = await listen(t, (socket) => socket.end(ANSWER.slice(0, -1)))
  assert.equal((await cut.read('GET', 5_000)).kind, 'closed')
  const hung = await listen(t, (socket) => socket.write(ANSWER.slice(0, -1)))
  assert.equal((await hung.read('GET', 50)).kind, 'timed out')
})

test('a reset is an end, and bytes that are not HTTP are malformed', async (t) => {
  const reset = await listen(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  await reset.send([Buffer.from('a')])
  assert.equal((await reset.read('GET', 5_000)).kind, 'closed')
  const strange = await listen(t, (socket) => socket.write('hello'))
  assert.equal((await strange.read('GET', 5_000)).kind, 'malformed')
})

test('a closed port gives no connection', async () => {
  const server = createServer().listen(0, HOST)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  assert.equal(await RawConnection.open(port), null)
})
