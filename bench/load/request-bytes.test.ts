import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { requestBytes } from './request-bytes.ts'
import { prepareRings } from './requests.ts'

const headers = { 'content-type': 'application/json', 'x-id': 'a: B' }
const post = { method: 'POST', path: '/a', headers, body: '"é"' }

/** Returns a request's fields with lower-case names, sorted, and its body. */
function parsed(text: string): { fields: string[]; body: string | undefined } {
  const [head = '', body] = text.split('\r\n\r\n')
  const [, ...lines] = head.split('\r\n')
  const fields = lines.map((line) =>
    line.replace(/^([^:]+): */, (_, name) => `${name.toLowerCase()}: `),
  )
  return { fields: fields.sort(), body }
}

test('layouts differ in order, case and white space, and in nothing else', () => {
  const random = createRandom(1)
  const layouts = [null, ...Array.from({ length: 40 }, () => random.seed())]
  const texts = layouts.map((layout) => requestBytes(post, 'h:1', layout).toString())
  assert.equal(
    texts[0],
    'POST /a HTTP/1.1\r\nhost: h:1\r\nconnection: keep-alive\r\ncontent-type: application/json\r\nx-id: a: B\r\ncontent-length: 4\r\n\r\n"é"',
  )
  for (const text of texts) assert.deepEqual(parsed(text), parsed(texts[0] ?? ''))
  for (const line of ['\r\nHost:h:1\r\n', '\r\nhost:  h:1\r\n', '\r\nHost: h:1\r\n'])
    assert.ok(
      texts.some((text) => text.includes(line)),
      line,
    )
  assert.ok(texts.some((text) => text.startsWith('POST /a HTTP/1.1\r\nx-id')))
  const get = { method: 'GET', path: '/a', headers: {}, body: '' }
  assert.equal(
    requestBytes(get, 'h:1', null).toString(),
    'GET /a HTTP/1.1\r\nhost: h:1\r\nconnection: keep-alive\r\n\r\n',
  )
})

test('a connection keeps its layout, which follows from the seed; the first has the usual one', () => {
  const namesIn = (request: Buffer) =>
    String(request)
      .match(/^[\w-]+: */gm)
      ?.join('')
  const layouts = (seed: number) => {
    const plan = { scenario: 'update-user', wire: 'plain', connections: 20, seed } as const
    return prepareRings({ ...plan, validOnly: true }, 5).map((ring) => {
      const [first, ...others] = [0, 1, 2, 3, 4].map((sequence) => namesIn(ring.request(sequence)))
      for (const other of others) assert.equal(other, first)
      return first
    })
  }
  const given = layouts(1)
  assert.deepEqual(layouts(1), given)
  assert.notDeepEqual(layouts(2), given)
  assert.ok(new Set(given).size > 10)
  assert.equal(given[0], 'host: connection: content-type: content-length: ')
})
