/** Servers that read HTTP otherwise than its specification says: each is caught by the cases made for it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createRandom } from '../../shared/basics/random.ts'
import { invariantCases } from '../../shared/invariants/invariant-cases.ts'
import { HOST } from '../server/server-process.ts'
import {
  broken,
  edited,
  honest,
  isPostTo,
  readBody,
  sendResponse,
  userServer,
} from '../test/faulty/user-server.ts'
import { listening, portOf, serve, terms } from '../test/fixtures.ts'
import { checkInvariants } from './invariants.ts'

/** Returns what a server does in each case that it fails. */
async function breachesOf(port: number, name: RegExp): Promise<Record<string, string>> {
  const cases = invariantCases(terms().scenario, createRandom(1)).filter(({ id }) => name.test(id))
  // As the runtime's own deviations are to be seen, too.
  const failures = await checkInvariants(port, { ...terms(), knownDeviations: [] }, { cases })
  return Object.fromEntries(failures.map(({ case: id, got }) => [id, got]))
}

/** Starts a proxy that responds itself to what matches. */
async function proxyTo(t: TestContext, port: number, what: RegExp): Promise<number> {
  const open = new Set<Socket>()
  const proxy = createTcpServer((client) => {
    const server = connect(port, HOST)
    for (const socket of [client, server]) open.add(socket.on('error', () => {}))
    server.pipe(client)
    client.on('data', (bytes) => {
      if (!what.test(bytes.toString('latin1'))) return server.write(bytes)
      return client.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
    })
  }).listen(0, HOST)
  await once(proxy, 'listening')
  t.after(() => {
    for (const socket of open) socket.destroy()
    proxy.close()
  })
  return (proxy.address() as AddressInfo).port
}

test('lawful heads that are rejected', async (t) => {
  const lawful: Record<string, RegExp> = {
    'a host with an empty port': /host: localhost:\r/,
    'absolute form with the authority localhost': /^POST http:.*\r\nhost: localhost\r/,
    'absolute form with the scheme HTTP': /^POST HTTP:/,
    'absolute form beside another Host': /host: a\.example/,
    'absolute form beside an empty Host': /^POST http:[\s\S]*host: \r/,
    'Upgrade: h2c': /upgrade: h2c/,
    'an empty line before the request line': /^\r\n/,
    'white space around values': /x-a: \t/,
    'HTTP/1.0': /HTTP\/1\.0\r\nhost/,
    'HTTP/1.0 without Host': /HTTP\/1\.0\r\n(?!host)/,
    'content type application/json ; charset=utf-8': /json ;/,
    'content type application/json; profile="a;b"': /profile/,
    'content type application/json;': /json;\r/,
    'white space around Transfer-Encoding': /chunked \t/,
    'white space in chunk extensions': /; a = b/,
    'Content-Length with leading zeros': /content-length: 0\d/,
    'an empty Host': /^POST \/[\s\S]*host: \r/,
  }
  const all = new RegExp(
    Object.values(lawful)
      .map(({ source }) => source)
      .join('|'),
  )
  const port = await proxyTo(t, await portOf(t), all)
  const ids = Object.keys(lawful)
  const breaches = await breachesOf(
    port,
    new RegExp(`^(pipelined|${ids.map(RegExp.escape).join('|')})$`),
  )
  assert.deepEqual(Object.keys(breaches), ids)
  assert.deepEqual([...new Set(Object.values(breaches))], ['404 '])
})

test('no Host, or two, that are accepted', async (t) => {
  const server = createServer({ requireHostHeader: false }, async (request, response) =>
    sendResponse(response, honest({ body: await readBody(request) })),
  )
  const breaches = await breachesOf(await listening(t, server), /^(no Host|two Hosts)$/)
  assert.match(Object.values(breaches).join(), /^200 {"id".*,200 {"id"/)
})

test('an unknown method without a response, or an unannounced end behind it', async (t) => {
  const response = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'
  for (const sent of ['', response]) {
    const server = userServer().on('clientError', (_, socket) => socket.end(sent))
    const breaches = await breachesOf(await listening(t, server), /^method/)
    assert.deepEqual(breaches, { 'method UNKNOWN': 'no response: the connection was closed' })
  }
})

test('a 500 for user information, and a query that changes the body', async (t) => {
  const port = await portOf(t, ({ request: { url = '', headers }, correct }) => {
    if (URL.parse(url, `http://${headers.host}`)?.username) return broken
    return url.includes('?name=x')
      ? edited(correct, (user) => {
          user.name = 'x'
        })
      : correct
  })
  const breaches = await breachesOf(port, /a@b|a:b@|a query/)
  const query = 'a query that names a field'
  assert.match(breaches[query] ?? '', /^200 .*\(wrong: name\)$/)
  delete breaches[query]
  assert.deepEqual(breaches, {
    'target //a@b and the path': `500 ${broken.body}`,
    'absolute form with the authority a:b@localhost': `500 ${broken.body}`,
    'the host a@b': `500 ${broken.body}`,
  })
})

test('100 Continue after the head of a response that had to wait', async (t) => {
  // Node puts a head before all that waits with it, unless the body is a string.
  const cases = /^(Expect: 100-continue|pipelined(, with Expect: 100-continue)?)$/
  const notFound = { status: 404, body: '{}' }
  const breachesWith = async (bodyOf: (text: string) => string | Buffer) => {
    let waiting: (() => void)[] = []
    const port = await serve(t, async (request, response) => {
      const body = await readBody(request)
      const { status, body: text } = isPostTo('/updateUser', request) ? honest({ body }) : notFound
      waiting.unshift(() => {
        const length = { 'content-length': Buffer.byteLength(text) }
        response.writeHead(status, { 'content-type': 'application/json', ...length })
        response.end(bodyOf(text))
      })
      await setImmediate()
      for (const respond of waiting) respond()
      waiting = []
    })
    return Object.keys(await breachesOf(port, cases))
  }
  assert.deepEqual(await breachesWith(String), [])
  assert.deepEqual(await breachesWith(Buffer.from), ['pipelined, with Expect: 100-continue'])
})

test('responses without the time', async (t) => {
  const dated = (date: string | null) =>
    listening(
      t,
      userServer().prependListener('request', (_, response) => {
        response.sendDate = false
        if (date) response.setHeader('date', date)
      }),
    )
  const ids = [
    'a response with a Date',
    'a response to HEAD with a Date',
    'a rejection with a Date',
  ]
  for (const date of [null, new Date(0).toUTCString(), new Date(4e12).toUTCString(), 'now']) {
    const breaches = await breachesOf(await dated(date), /with a Date$/)
    assert.deepEqual(Object.keys(breaches), ids)
    const flaw = new RegExp(date ? `: dated ${date}$` : ': without Date$')
    for (const got of Object.values(breaches)) assert.match(got, flaw)
  }
})
