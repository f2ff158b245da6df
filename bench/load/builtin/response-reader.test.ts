import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Reading, ResponseReader } from './response-reader.ts'

const OK = 'HTTP/1.1 200 OK\r\n'

function readAll(text: string | Buffer) {
  const bytes = Buffer.from(text)
  const reader = new ResponseReader()
  const responses: [number, string][] = []
  for (let at = 0; at < bytes.length; ) {
    const reading = reader.read(bytes, at, bytes.length)
    if (reading !== Reading.RESPONSE) return { responses, reading, needed: reader.needed }
    responses.push([reader.status, reader.body.toString('utf8', reader.bodyStart, reader.bodyEnd)])
    at = reader.end
  }
  return { responses, reading: Reading.RESPONSE, needed: 0 }
}

const whole = (text: string) => {
  const { responses, reading } = readAll(text)
  assert.equal(reading, Reading.RESPONSE)
  return responses
}

const CHUNKED = 'transfer-encoding: chunked\r\n'
const CHUNKS = '2\r\n{}\r\n0\r\n\r\n'

const conforming: [what: string, text: string, status: number, body: string][] = [
  ['with a length', `${OK}Content-Length: 2\r\n\r\n{}`, 200, '{}'],
  [
    'with a length in another case, and blanks',
    `${OK}date: x\r\nCONTENT-length:   12 \r\nx: y\r\n\r\n{"a":"ä"}  `,
    200,
    '{"a":"ä"}  ',
  ],
  [
    'without a body, whatever it says',
    'HTTP/1.1 204 No Content\r\ntransfer-encoding: chunked\r\n\r\n',
    204,
    '',
  ],
  ['that switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n', 101, ''],
  ['without a reason', 'HTTP/1.1 404 \r\ncontent-length: 1\r\n\r\nx', 404, 'x'],
  ['in a chunk', `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`, 200, '{}'],
  [
    'in chunks with an extension and trailer fields',
    `${OK}Transfer-Encoding: chunked\r\n\r\n1;a=b\r\n{\r\nA\r\n"a":"bcde"\r\n1\r\n}\r\n0\r\nx: y\r\nz: y\r\n\r\n`,
    200,
    '{"a":"bcde"}',
  ],
  [
    'after interim ones',
    `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${OK}content-length: 2\r\n\r\n{}`,
    200,
    '{}',
  ],
  [
    'with fields that only begin alike',
    `${OK}content-language: en\r\ntransfer: chunked\r\ncontent-length: 2\r\ncookie: 1\r\n\r\n{}`,
    200,
    '{}',
  ],
]

describe('a response', () => {
  for (const [what, text, status, body] of conforming) {
    test(`${what} is parsed, alone and between others, and incomplete at every cut`, () => {
      assert.deepEqual(whole(text), [[status, body]])
      const other = `${OK}content-length: 3\r\n\r\nabc`
      assert.deepEqual(whole(other + text + other), [
        [200, 'abc'],
        [status, body],
        [200, 'abc'],
      ])
      const bytes = Buffer.from(text)
      for (let cut = 1; cut < bytes.length; cut++) {
        const { responses, reading, needed } = readAll(bytes.subarray(0, cut))
        assert.deepEqual([responses, reading], [[], Reading.INCOMPLETE], `cut at ${cut}`)
        assert.ok(needed <= bytes.length)
      }
    })
  }

  const unlawful: [string, string][] = [
    ['garbage', 'garbage, not HTTP'],
    ['a rest of the body before', '}HTTP/1.1 200 OK\r\n\r\n'],
    ['no status', 'HTTP/1.1 abc OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['a status that is no number', 'HTTP/1.1 1:0 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['a status of four digits', 'HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['chunks of HTTP/1.0', `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n${CHUNKS}`],
    ['another version', 'HTTP/1.2 200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['a version of three digits', 'HTTP/1.11200 OK\r\ncontent-length: 2\r\n\r\n{}'],
    ['a bare line feed', `${OK}x: y\ncontent-length: 2\r\n\r\n{}`],
    ['a bare carriage return', `${OK}x: y\rz\r\ncontent-length: 2\r\n\r\n{}`],
    ['a folded line', `${OK}x: y\r\n z\r\ncontent-length: 2\r\n\r\n{}`],
    ['a bare line feed behind a size', `${OK}${CHUNKED}\r\n2\n{}\r\n0\r\n\r\n`],
    ['a blank behind a size', `${OK}${CHUNKED}\r\n2 \r\n{}\r\n0\r\n\r\n`],
    ['a bare line feed in a trailer', `${OK}${CHUNKED}\r\n0\r\nx: y\n\r\n`],
    [
      'another transfer coding',
      `${OK}transfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['a length that is not a number', `${OK}content-length: 2x\r\n\r\n{}`],
    ['no length at all', `${OK}x: y\r\n\r\n{}`],
    ['a chunk without a length', `${OK}transfer-encoding: chunked\r\n\r\nxyz\r\n`],
    [
      'a chunk longer than its size',
      `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}}\r\n0\r\n\r\n`,
    ],
  ]
  unlawful.push(
    ['an endless head', `${OK}${'x: y\r\n'.repeat(20_000)}`],
    ['a long head', `${OK}${'x: y\r\n'.repeat(3_000)}content-length: 2\r\n\r\n{}`],
  )
  const ambiguous: [string, string][] = [
    ['two lengths', `${OK}content-length: 2\r\ncontent-length: 2\r\n\r\n{}`],
    ['a length before chunks', `${OK}content-length: 2\r\n${CHUNKED}\r\n${CHUNKS}`],
    ['a length behind chunks', `${OK}${CHUNKED}content-length: 2\r\n\r\n${CHUNKS}`],
    ['chunks within chunks', `${OK}${CHUNKED}${CHUNKED}\r\n${CHUNKS}`],
  ]
  for (const [what, text] of ambiguous)
    test(`with ${what} is ambiguous`, () => assert.equal(readAll(text).reading, Reading.AMBIGUOUS))
  for (const [what, text] of unlawful)
    test(`with ${what} is malformed`, () => assert.equal(readAll(text).reading, Reading.MALFORMED))

  test('with excess bytes is followed by malformed data', () => {
    const { responses, reading } = readAll(`${OK}content-length: 2\r\n\r\n{}{}HTTP/1.1 200 OK`)
    assert.deepEqual([responses, reading], [[[200, '{}']], Reading.MALFORMED])
  })
})
