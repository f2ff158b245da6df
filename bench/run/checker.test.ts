import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { updateUser } from '../../shared/scenarios/update-user.ts'
import { correctResponse, readBody, sendJson, serve } from '../test/fixtures.ts'
import { until } from '../test/testing.ts'
import { Checker } from './checker.ts'

type Respond = (
  response: ServerResponse,
  correct: { status: number; json: string },
  call: number,
) => void

const right: Respond = (response, { status, json }) => sendJson(response, status, json)

/** Checks per second; faster than in a run. */
const FAST = 500

/** Checks a server in this process until it has responded to `calls` calls. */
async function check(t: TestContext, respond: Respond, calls: number) {
  const bodies: string[] = []
  let responses = 0
  const connections = new Set<Socket>()
  const { port } = await serve(t, async (request, response) => {
    connections.add(request.socket)
    const body = await readBody(request)
    bodies.push(body)
    respond(response, correctResponse(body), ++responses)
  })
  const terms = {
    scenario: updateUser,
    wire: 'plain',
    knownDeviations: [],
    random: createRandom(3),
  } as const
  const checker = new Checker(port, terms, FAST)
  await until(() => responses >= calls)
  const report = await checker.stop()
  // With its connections closed, the checker can send nothing more.
  await until(() => [...connections].every(({ destroyed }) => destroyed))
  return { report, bodies, responses, connections: connections.size }
}

test('valid and invalid calls alternate, all different, on one connection', async (t) => {
  const { report, bodies, responses, connections } = await check(t, right, 10)
  assert.equal(report.failure, null)
  assert.equal(report.correct, responses)
  const valid = bodies.filter((body) => correctResponse(body).status === 200)
  assert.equal(valid.length, Math.ceil(responses / 2))
  assert.equal(new Set(valid).size, valid.length)
  assert.equal(connections, 1)
})

test('one wrong response is caught and ends the check', async (t) => {
  const wrongOnce: Respond = (response, { status, json }, call) =>
    sendJson(response, status, call === 5 ? json.replace('"name":"', '"name":"x') : json)
  const { report, responses } = await check(t, wrongOnce, 5)
  assert.equal(report.failure?.rule, 'the load changes no response')
  assert.match(report.failure?.got ?? '', /"name":"x/)
  assert.equal(responses, 5)
  assert.equal(report.correct, 4)
})

test('accepted invalid data is caught', async (t) => {
  const lax: Respond = (response, { status, json }) =>
    sendJson(response, 200, status === 200 ? json : '{}')
  const { report } = await check(t, lax, 2)
  assert.equal(report.failure?.rule, 'invalid data is rejected under load, too')
  assert.match(report.failure?.got ?? '', /^200 \{\}/)
})

test('a missing response is caught', async (t) => {
  const closing: Respond = (response, answer, call) => {
    if (call === 3) response.destroy()
    else right(response, answer, call)
  }
  const { report } = await check(t, closing, 3)
  assert.match(report.failure?.got ?? '', /^no response/)
})
