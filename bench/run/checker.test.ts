import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { edited, type Handler, ok } from '../test/faulty/user-server.ts'
import { terms } from '../test/fixtures.ts'
import { assertUnrepeated, keepingCalls } from '../test/loads.ts'
import { until } from '../test/testing.ts'
import { Checker } from './checker.ts'

/** Checks per second; faster than in a run. */
const FAST = 500

/** Checks a server in this process until it has been called that often. */
async function check(t: TestContext, number: number, respond?: Handler) {
  const { port, calls } = await keepingCalls(t, respond)
  const checker = new Checker(port, terms(), FAST)
  await until(() => calls.length >= number)
  const report = await checker.stop()
  const sockets = [...new Set(calls.map(({ request }) => request.socket))]
  // With its connections closed, the checker can send nothing more.
  await until(() => sockets.every(({ destroyed }) => destroyed))
  return { ...report, calls, connections: sockets.length }
}

test('valid and invalid calls alternate, all different, on one connection', async (t) => {
  const { failure, correct, calls, connections } = await check(t, 10)
  assert.deepEqual([failure, correct, connections], [null, calls.length, 1])
  const valid = calls.filter(({ correct }) => correct.status === 200)
  assert.equal(valid.length, Math.ceil(calls.length / 2))
  assertUnrepeated(calls)
})

/** Faults at a call, and the reported rule and response. */
const faults: Record<string, [call: number, respond: Handler, got: RegExp, rule: RegExp]> = {
  'a wrong response': [
    5,
    ({ count, correct }) => (count === 5 ? edited(correct, (user) => (user.name = 'x')) : correct),
    /"name":"x"/,
    /^the load changes no response$/,
  ],
  'accepted invalid data': [
    2,
    ({ correct }) => (correct.status === 200 ? correct : ok({})),
    /^200 \{\}/,
    /^invalid data is rejected under load, too$/,
  ],
  'a missing response': [
    3,
    ({ count, correct, response }) => (count === 3 ? void response.destroy() : correct),
    /^no response/,
    /./,
  ],
}
for (const [what, [call, respond, got, rule]] of Object.entries(faults)) {
  test(`${what} is caught and ends the check`, async (t) => {
    const { failure, correct, calls } = await check(t, call, respond)
    assert.match(failure?.got ?? '', got)
    assert.match(failure?.rule ?? '', rule)
    assert.deepEqual([calls.length, correct], [call, call - 1])
  })
}
