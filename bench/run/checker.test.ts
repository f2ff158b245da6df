import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { correctResponse, readBody, sendJson, serve } from '../test/fixtures.ts'
import { until } from '../test/testing.ts'
import { Checker } from './checker.ts'

type Answer = (response: ServerResponse, answer: { status: number; json: string }, call: number) => void

const right: Answer = (response, { status, json }) => sendJson(response, status, json)

/** Faster than a checker of a run. */
const FAST = 500

/** Checks a server in this process until it has answered so many calls. */
async function check(t: TestContext, answer: Answer, calls: number) {
  const bodies: string[] = []
  let answered = 0
  const connections = new Set<Socket>()
  const { port } = await serve(t, async (request, response) => {
    connections.add(request.socket)
    const body = await readBody(request)
    bodies.push(body)
    answer(response, correctResponse(body), ++answered)
  })
  const terms = { scenario: updateUser, wire: 'plain', knownDeviations: [], random: createRandom(3) } as const
  const checker = new Checker(port, terms, FAST)
  await until(() => answered >= calls)
  const report = await checker.stop()
  // Nothing is sent after the end: there is nothing to send it on.
  await until(() => [...connections].every(({ destroyed }) => destroyed))
  return { report, bodies, answered, connections: connections.size }
}

test('valid and invalid calls in turn, all different, on a connection of their own', async (t) => {
  const { report, bodies, answered, connections } = await check(t, right, 10)
  assert.equal(report.failure, null)
  assert.equal(report.answers, answered)
  assert.equal(report.sizes.length, Math.ceil(answered / 2))
  const valid = bodies.filter((body) => correctResponse(body).status === 200)
  assert.equal(valid.length, Math.ceil(answered / 2))
  assert.equal(new Set(valid).size, valid.length)
  assert.equal(connections, 1)
})

test('sizes are those of whole right answers to valid calls', async (t) => {
  const { report } = await check(t, right, 4)
  for (const size of report.sizes) {
    const body = '{"id":1234567890123456,"name":"","surname":"","lastUpdate":"2026-01-01T00:00:00.000Z"}'.length
    assert.ok(size > body + 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n'.length && size < body + 400, String(size))
  }
})

test('one wrong answer is found, and ends the check', async (t) => {
  const wrongOnce: Answer = (response, { status, json }, call) =>
    sendJson(response, status, call === 5 ? json.replace('"name":"', '"name":"x') : json)
  const { report, answered } = await check(t, wrongOnce, 5)
  assert.equal(report.failure?.rule, 'the load changes no answer')
  assert.match(report.failure?.got ?? '', /"name":"x/)
  assert.equal(answered, 5)
  assert.equal(report.answers, 4)
})

test('invalid data that is accepted is found', async (t) => {
  const lax: Answer = (response, { status, json }) => sendJson(response, 200, status === 200 ? json : '{}')
  const { report } = await check(t, lax, 2)
  assert.equal(report.failure?.rule, 'invalid data is refused under load, too')
  assert.match(report.failure?.got ?? '', /^200 \{\}/)
})

test('a missing answer is found', async (t) => {
  const closing: Answer = (response, answer, call) => {
    if (call === 3) response.destroy()
    else right(response, answer, call)
  }
  const { report } = await check(t, closing, 3)
  assert.match(report.failure?.got ?? '', /^no answer/)
})
