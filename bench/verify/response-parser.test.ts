import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type HttpResponse, parseResponse } from './response-parser.ts'

const OK = 'HTTP/1.1 200 OK\r\n'

function parsed(text: string, { method = 'GET', ended = false } = {}) {
  return parseResponse(Buffer.from(text, 'latin1'), method, ended)
}

function response(text: string, options?: { method?: string; ended?: boolean }): HttpResponse {
  const result = parsed(text, options)
  assert.ok(typeof result === 'object', String(result))
  return result
}

describe('reads', () => {
  test('exactly a body with a length', () => {
    const { status, body, headers, closes, length } = response(
      `${OK}Content-Length: 2\r\nX-A:  b \r\n\r\nhiHTTP/1.1 404`,
    )
    assert.deepEqual([status, body, headers['x-a'], closes], [200, 'hi', 'b', null])
    assert.equal(length, `${OK}Content-Length: 2\r\nX-A:  b \r\n\r\nhi`.length)
  })

  test('chunks, with extensions and trailer fields', () => {
    const text = `${OK}Transfer-Encoding: Chunked\r\n\r\n3;a=b\r\nabc\r\nA\r\n0123456789\r\n0\r\nx-t: 1\r\n\r\n`
    const { body, length } = response(`${text}more`)
    assert.equal(body, 'abc0123456789')
    assert.equal(length, text.length)
  })

  test('a body that ends with the connection', () => {
    assert.equal(parsed(`${OK}\r\nabc`), 'incomplete')
    const { body, closes } = response(`${OK}\r\nabc`, { ended: true })
    assert.deepEqual([body, closes], ['abc', 'no length'])
  })

  test('no body after HEAD, 204 and 304', () => {
    assert.equal(response(`${OK}Content-Length: 5\r\n\r\n`, { method: 'HEAD' }).body.length, 0)
    for (const status of [204, 304]) {
      const { body, length } = response(`HTTP/1.1 ${status} x\r\n\r\nHTTP`)
      assert.deepEqual([body.length, length], [0, `HTTP/1.1 ${status} x\r\n\r\n`.length])
    }
  })

  test('the final response after 1xx responses, except 101, which ends HTTP', () => {
    const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'
    const text = `${early}${OK}content-length: 1\r\n\r\na`
    const { status, length, headers } = response(text)
    assert.deepEqual([status, length, 'link' in headers], [200, text.length, false])
    assert.equal(parsed(early), 'incomplete')
    assert.equal(response('HTTP/1.1 101 Switching Protocols\r\n\r\nPRI').status, 101)
  })

  test('whether the connection closes', () => {
    const closes = (head: string) => response(`${head}content-length: 0\r\n\r\n`).closes
    const close = 'Connection: close'
    const old = 'HTTP/1.0 without keep-alive'
    assert.equal(closes(`${OK}connection: Close\r\n`), close)
    assert.equal(closes(`${OK}connection:upgrade ,close, x\r\n`), close)
    assert.equal(closes(`${OK}connection: close\r\nconnection: keep-alive\r\n`), close)
    assert.equal(closes(`${OK}connection: closed, not-close\r\nclose: x\r\n`), null)
    assert.equal(closes(`${OK}connection: keep-alive\r\n`), null)
    assert.equal(closes('HTTP/1.0 200 OK\r\n'), old)
    assert.equal(closes('HTTP/1.0 200 OK\r\nConnection: x\r\n'), old)
    assert.equal(closes('HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\n'), null)
    assert.equal(closes('HTTP/1.0 200 OK\r\nConnection: close, keep-alive\r\n'), close)
  })

  test('repeated headers', () => {
    assert.equal(response(`${OK}a: 1\r\na: 2\r\ncontent-length: 0\r\n\r\n`).headers.a, '1, 2')
  })
})

describe('rejects malformed HTTP', () => {
  const wrong = [
    'hello',
    `${OK}no field\r\n\r\n`,
    `${OK}a: \x00\r\ncontent-length: 0\r\n\r\n`,
    `${OK}a : b\r\ncontent-length: 0\r\n\r\n`,
  ]
  for (const text of wrong)
    test(JSON.stringify(text), () => assert.equal(parsed(text), 'malformed'))
})
