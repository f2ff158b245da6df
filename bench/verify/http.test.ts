import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBody, sendJson, serve } from '../test/fixtures.ts'
import { HttpClient, type Outcome } from './http.ts'

const request = { method: 'POST', path: '/a', headers: { 'x-a': '1' }, body: 'é' }

function reasonOf(outcome: Outcome): string {
  assert.ok(!outcome.answered)
  return outcome.reason
}

test('sends the request unchanged and reads the complete response', async (t) => {
  const { port } = await serve(t, async (incoming, response) => {
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
  assert.ok(outcome.answered)
  const { status, body, bytes, headers } = outcome
  assert.equal(status, 207)
  assert.deepEqual(JSON.parse(body), { method: 'POST', url: '/a', a: '1', length: '2', body: 'é' })
  assert.equal(bytes.length, Buffer.byteLength(body))
  assert.equal(headers['content-type'], 'application/json')
})

test('keeps its connection alive, unless the server may have closed it', async (t) => {
  const ports: (number | undefined)[] = []
  const { port } = await serve(t, (incoming, response) => {
    ports.push(incoming.socket.remotePort)
    incoming.resume().on('end', () => response.end())
  })
  const { now } = performance
  let seconds = 0
  t.mock.method(performance, 'now', () => now.call(performance) + 1000 * seconds)
  const client = new HttpClient(port)
  t.after(() => client[Symbol.dispose]())
  for (seconds of [0, 0, 5, 5]) assert.ok((await client.send(request)).answered)
  assert.equal(new Set(ports).size, 2)
  assert.deepEqual([ports[0], ports[2]], [ports[1], ports[3]])
})

test('a hang is reported as no response', async (t) => {
  const { port } = await serve(t, () => {})
  const client = new HttpClient(port, 100)
  t.after(() => client[Symbol.dispose]())
  assert.match(reasonOf(await client.send(request)), /^no response within 0\.1 s$/)
})

test('a stalled or truncated response is reported as no response', async (t) => {
  const { port } = await serve(t, (incoming, response) => {
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
