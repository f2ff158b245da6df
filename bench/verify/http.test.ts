import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { HOST } from '../server/server-process.ts'
import { readBody, sendJson } from '../test/faulty/user-server.ts'
import { closedPort, serve } from '../test/fixtures.ts'
import { HttpClient, Line, type Missing, type Outcome, waitFor } from './http.ts'

const request = { method: 'POST', path: '/a', headers: { 'x-a': '1' }, body: 'é' }

function reasonOf(outcome: Outcome): string {
  assert.ok(!outcome.responded)
  return outcome.reason
}

test('sends the request unchanged and reads the complete response', async (t) => {
  const port = await serve(t, async (incoming, response) => {
    const { method, url, headers } = incoming
    const seen = {
      method,
      url,
      a: headers['x-a'],
      length: headers['content-length'],
      body: await readBody(incoming),
    }
    sendJson(response, 207, JSON.stringify(seen))
  })
  const client = new HttpClient(port)
  t.after(() => client[Symbol.dispose]())
  const outcome = await client.send(request)
  assert.ok(outcome.responded)
  const { status, body, bytes, headers } = outcome
  assert.equal(status, 207)
  assert.deepEqual(JSON.parse(body), { method: 'POST', url: '/a', a: '1', length: '2', body: 'é' })
  assert.equal(bytes.length, Buffer.byteLength(body))
  assert.equal(headers['content-type'], 'application/json')
})

test('keeps its connection alive, unless the server may have closed it', async (t) => {
  const ports: (number | undefined)[] = []
  const port = await serve(t, (incoming, response) => {
    ports.push(incoming.socket.remotePort)
    incoming.resume().on('end', () => response.end())
  })
  const { now } = performance
  let seconds = 0
  t.mock.method(performance, 'now', () => now.call(performance) + 1000 * seconds)
  const client = new HttpClient(port)
  t.after(() => client[Symbol.dispose]())
  for (seconds of [0, 0, 5, 5]) assert.ok((await client.send(request)).responded)
  assert.equal(new Set(ports).size, 2)
  assert.deepEqual([ports[0], ports[2]], [ports[1], ports[3]])
})

test('a stalled or truncated response is reported as no response', async (t) => {
  const port = await serve(t, (incoming, response) => {
    response.writeHead(200, { 'content-length': 10 })
    response.write('12345', () => incoming.url === '/cut' && incoming.socket.destroy())
  })
  const impatient = new HttpClient(port, 300)
  t.after(() => impatient[Symbol.dispose]())
  assert.match(reasonOf(await impatient.send(request)), /^no response within 0\.3 s$/)
  const client = new HttpClient(port)
  t.after(() => client[Symbol.dispose]())
  assert.match(
    reasonOf(await client.send({ ...request, path: '/cut' })),
    /^no response: the connection was closed$/,
  )
})

const GET = { method: 'GET' }
const RESPONSE = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

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

/** Returns why there is no response. */
async function missingOn(line: Line): Promise<Missing> {
  const outcome = await line.read(GET)
  assert.ok(!outcome.responded)
  return outcome.missing
}

test('sends raw bytes and reads the responses in order', async (t) => {
  let seen = ''
  const line = await listen(t, (socket) => {
    socket.setEncoding('latin1').on('data', (text: string) => {
      seen += text
      if (seen.endsWith('end')) socket.write(`${RESPONSE}${RESPONSE.replace('200', '404')}`)
    })
  })
  await line.send({ pieces: [Buffer.from('a'), Buffer.from([0xff]), Buffer.from('end')], pause: 1 })
  const first = await line.read(GET)
  const second = await line.read(GET)
  assert.equal(seen, 'a\xffend')
  assert.ok(first.responded && second.responded)
  assert.deepEqual([first.status, second.status], [200, 404])
})

test('a response sent before the end is read, then the end is reported', async (t) => {
  const line = await listen(t, (socket) => socket.end(RESPONSE))
  assert.ok((await line.read(GET)).responded)
  assert.equal(await missingOn(line), 'closed')
})

test('a partial response does not count, whether the connection ends or not', async (t) => {
  const cut = await listen(t, (socket) => socket.end(RESPONSE.slice(0, -1)))
  assert.equal(await missingOn(cut), 'closed')
  const hung = await listen(t, (socket) => socket.write(RESPONSE.slice(0, -1)), 50)
  assert.equal(await missingOn(hung), 'timed out')
})

test('a reset is an end, bytes that are not HTTP are malformed, and two framings ambiguous', async (t) => {
  const reset = await listen(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  await reset.send({ pieces: [Buffer.from('a')], pause: 0 })
  assert.equal(await missingOn(reset), 'closed')
  const strange = await listen(t, (socket) => socket.write('hello'))
  assert.equal(await missingOn(strange), 'malformed')
  const twice = RESPONSE.replace('\r\n\r\n', '\r\ntransfer-encoding: chunked\r\n\r\n')
  assert.equal(await missingOn(await listen(t, (socket) => socket.write(twice))), 'ambiguous')
})

test('a closed port accepts no connection', async (t) => {
  const line = new Line(await closedPort(t), 5_000)
  assert.equal(await line.open(), false)
  assert.equal(await missingOn(line), 'unconnected')
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
