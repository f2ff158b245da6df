import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepareRings } from '../load/requests.ts'
import { correctResponseTo, readBody, sendJson, serve } from '../test/fixtures.ts'
import { Sequence } from './sequence.ts'

/** A ring of 20 requests of update-user. */
function ring() {
  const load = { scenario: 'update-user', wire: 'plain' as const, connections: 1, seed: 1 }
  return prepareRings(load, 20)[0] ?? assert.fail()
}

interface Behaviour {
  /** Number of the request, from 1, that gets a wrong response or closes the connection. */
  wrong?: number
  closes?: number
}

async function sequenceTo(t: TestContext, { wrong, closes }: Behaviour = {}) {
  const bodies: string[] = []
  const { port } = await serve(t, async (request, response) => {
    const body = await readBody(request)
    bodies.push(body)
    if (bodies.length === closes) return request.socket.destroy()
    const { status, json } = correctResponseTo(request, body)
    sendJson(response, status, bodies.length === wrong ? json.replace(/\d/, 'x') : json)
  })
  const sequence = new Sequence(ring(), port)
  t.after(() => sequence.close())
  return { sequence, bodies }
}

test('requests are sent one at a time and never twice, over several calls', async (t) => {
  const { sequence, bodies } = await sequenceTo(t)
  await sequence.send(15)
  await sequence.send(50)
  assert.equal(bodies.length, 65)
  const valid = bodies.filter(
    (body) =>
      correctResponseTo({ url: '/updateUser', method: 'POST' } as never, body).status === 200,
  )
  assert.equal(new Set(valid).size, valid.length)
  assert.ok(valid.length > 55)
})

test('requests depend only on the seed', async (t) => {
  const [first, second] = [await sequenceTo(t), await sequenceTo(t)]
  await first.sequence.send(30)
  await second.sequence.send(30)
  assert.deepEqual(first.bodies, second.bodies)
})

test('a wrong response ends the sequence and is shown', async (t) => {
  const { sequence, bodies } = await sequenceTo(t, { wrong: 4 })
  await assert.rejects(sequence.send(10), /a wrong response: expected \{"id".*got status/)
  assert.equal(bodies.length, 4)
})

test('a closed connection ends the sequence', async (t) => {
  const { sequence } = await sequenceTo(t, { closes: 3 })
  await assert.rejects(sequence.send(10), /the connection was closed/)
})
