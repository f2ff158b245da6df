import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { type Call, changed, failuresOf } from '../test/contract-fixtures.ts'
import { sendJson } from '../test/fixtures.ts'

const send = (response: ServerResponse, status: number, json: string) => {
  sendJson(response, status, json)
  return true
}

type Change = Parameters<typeof changed>[1]
/** Responds with a changed user. */
const sendChanged =
  (change: Change) =>
  ({ response, json }: Call) =>
    send(response, 200, changed(json, change))

describe('a wrong response to valid data', () => {
  /** Each fails from the first case on; `expected` and `got` must appear in the failure. */
  const faults: Record<
    string,
    { answer: (call: Call) => boolean; expected?: string; got: string; rule?: string }
  > = {
    'a field has another value': {
      answer: sendChanged((user) => (user.name += '!')),
      got: '!"',
    },
    'the month is not added': {
      answer: ({ response, body }) => send(response, 200, body),
      got: '"lastUpdate"',
    },
    'an extra key': {
      answer: sendChanged((user) => (user.extra = 1)),
      got: '"extra":1',
    },
    'a missing key': {
      answer: sendChanged((user) => Reflect.deleteProperty(user, 'surname')),
      got: '","lastUpdate"',
    },
    'the id is a string': {
      answer: sendChanged((user) => (user.id = `${user.id}` as never)),
      got: '{"id":"',
    },
    'a canned response': {
      answer: ({ response }) =>
        send(response, 200, '{"id":1,"name":"a","surname":"b","lastUpdate":"2020-01-01"}'),
      got: '2020-01-01',
    },
    'the body is not JSON': {
      answer: ({ response }) => send(response, 200, 'fine'),
      got: '200 fine',
    },
    'the body is empty': { answer: ({ response }) => send(response, 200, ''), got: '200' },
    'status 201': {
      answer: ({ response, json }) => send(response, 201, json),
      expected: '200',
      got: '201',
      rule: 'valid data gets status 200',
    },
    'status 404': {
      answer: ({ response }) => send(response, 404, '{"error":"where"}'),
      got: '404 {"error":"where"}',
      rule: 'valid data gets status 200',
    },
    'status 500': {
      answer: ({ response }) => send(response, 500, '{"error":"oh"}'),
      got: '500 {"error":"oh"}',
      rule: 'valid data gets status 200',
    },
    'another content type': {
      answer: ({ response, json }) => {
        response
          .writeHead(200, {
            'content-type': 'text/plain',
            'content-length': Buffer.byteLength(json),
          })
          .end(json)
        return true
      },
      got: 'content type text/plain instead of application/json',
      rule: 'the content type is application/json',
    },
    'no content type': {
      answer: ({ response, json }) => {
        response.writeHead(200, { 'content-length': Buffer.byteLength(json) }).end(json)
        return true
      },
      got: 'content type missing',
      rule: 'the content type is application/json',
    },
    'no length': {
      answer: ({ response, json, request }) => {
        request.socket.end(
          `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n${json}`,
        )
        response.destroy()
        return true
      },
      got: 'content-length missing on a body of',
      rule: 'the response is chunked, or its content-length is the length of its body',
    },
    'unrequested compression': {
      answer: ({ response, json }) => {
        response.setHeader('content-encoding', 'gzip')
        return send(response, 200, Buffer.from(json).toString('base64'))
      },
      got: '200 ',
    },
  }

  const exact = 'the response to valid data is exactly the expected value'
  for (const [what, { answer, expected, got, rule = exact }] of Object.entries(faults)) {
    test(what, async (t) => {
      const failures = await failuresOf(t, (call) => call.status === 200 && answer(call))
      const [first] = failures
      assert.equal(first?.case, 'ordinary user')
      assert.equal(first?.rule, rule)
      assert.equal(new Set(failures.map(({ cause }) => cause)).size, 1)
      assert.match(
        first?.expected ?? '',
        /^200 \{"id":-?\d+,"name":"\w+","surname":"\w+","lastUpdate":".*Z"\}$/,
      )
      if (expected) assert.ok(first?.expected.startsWith(expected))
      assert.ok(first?.got.includes(got), first?.got)
      const { valid, invalid } = updateUser.contract(createRandom(1))
      assert.equal(failures.length, valid.length + invalid.length, 'all cases are checked')
    })
  }

  test('an error in one kind of value fails only its case', async (t) => {
    const failures = await failuresOf(t, ({ body, status, json, response }) => {
      if (status !== 200 || !body.includes('-02-29T')) return false
      return send(
        response,
        200,
        changed(json, (user) => (user.lastUpdate = user.lastUpdate.replace('-29T', '-28T'))),
      )
    })
    assert.deepEqual(
      failures.map((failure) => failure.case),
      ['date: leap day'],
    )
  })

  test('Unicode in a wrong encoding', async (t) => {
    const failures = await failuresOf(t, ({ status, json, response }) => {
      if (status !== 200) return false
      const bytes = Buffer.from(json, 'latin1')
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
        .end(bytes)
      return true
    })
    const cases = failures.map((failure) => failure.case)
    assert.ok(cases.includes('name: unicode') && cases.includes('surname: unicode'), cases.join())
    assert.ok(!cases.includes('ordinary user'))
  })
})
