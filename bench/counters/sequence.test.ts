import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepareRings } from '../load/requests.ts'
import type { Handler } from '../test/faulty/user-server.ts'
import { assertUnrepeated, keepingCalls } from '../test/loads.ts'
import { Sequence } from './sequence.ts'

/** A sequence over a ring of 20 requests. */
async function sequenceTo(t: TestContext, respond?: Handler) {
  const { port, calls } = await keepingCalls(t, respond)
  const load = { scenario: 'update-user', wire: 'plain' as const, connections: 1, seed: 1 }
  const sequence = new Sequence(prepareRings(load, 20)[0] ?? assert.fail(), port)
  t.after(() => sequence.close())
  return { sequence, calls }
}

test('requests are sent one at a time and never twice, over several calls, and depend only on the seed', async (t) => {
  const { sequence, calls } = await sequenceTo(t)
  await sequence.send(15)
  await sequence.send(50)
  assert.equal(calls.length, 65)
  assertUnrepeated(calls)
  assert.ok(calls.filter(({ correct }) => correct.status === 200).length > 55)
  const other = await sequenceTo(t)
  await other.sequence.send(30)
  const bodies = [calls.slice(0, 30), other.calls].map((all) => all.map(({ body }) => body))
  assert.deepEqual(bodies[0], bodies[1])
})

test('a wrong response ends the sequence and is shown', async (t) => {
  const { sequence, calls } = await sequenceTo(t, ({ count, correct }) =>
    count === 4 ? { ...correct, body: correct.body.replace(/\d/, 'x') } : correct,
  )
  await assert.rejects(sequence.send(10), /a wrong response: expected \{"id".*got status/)
  assert.equal(calls.length, 4)
})

test('a connection that the server may be closing for being idle is not used again', async (t) => {
  const sockets = new Set<unknown>()
  const { sequence } = await sequenceTo(t, ({ correct, request }) => {
    sockets.add(request.socket)
    return correct
  })
  await sequence.send(2)
  await sequence.send(2)
  assert.equal(sockets.size, 1)
  const later = performance.now() + 4_001
  t.mock.method(performance, 'now', () => later)
  await sequence.send(2)
  assert.equal(sockets.size, 2)
})

test('a closed connection ends the sequence', async (t) => {
  const { sequence } = await sequenceTo(t, ({ count, correct, request }) =>
    count === 3 ? void request.socket.destroy() : correct,
  )
  await assert.rejects(sequence.send(10), /the connection was closed/)
})
