import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertUnrepeated, assertWhole, plan, prepare } from '../../test/loads.ts'

test('an open loop sends each due request once, and counts those of its window', async (t) => {
  const { port, session, calls } = await prepare(t)
  const events: string[] = []
  const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
  const report = await session.loadOpen(port, plan, watch)
  assert.deepEqual(events, ['started', 'ended'])
  assertWhole(report)
  assert.ok(Math.abs(report.scheduled - 250) < 5 * Math.sqrt(250))
  assert.equal(report.load.wrong, 0)
  assertUnrepeated(calls)
  const { requests, wrong, errors } = await session.load(port, 0.1)
  assert.ok(requests > 0 && wrong === 0 && errors === 0, 'a closed loop on the same connections')
})

// Concurrent, since the tests mostly wait.
describe('a connection of an open loop', { concurrency: true }, () => {
  test('that breaks fails its request and is reopened', async (t) => {
    const { port, session } = await prepare(t, ({ count, request, correct }) =>
      count % 50 === 0 ? void request.socket.resetAndDestroy() : correct,
    )
    const report = await session.loadOpen(port, { ...plan, seconds: 0.2 })
    assertWhole(report)
    assert.ok(report.failed > 0 && report.load.errors >= report.failed)
  })

  test('that the server closes after a response is an error', async (t) => {
    const { port, session } = await prepare(t, ({ response, correct }) => {
      response.setHeader('connection', 'close')
      return correct
    })
    const report = await session.loadOpen(port, { ...plan, rate: 200, seconds: 0.2 })
    assertWhole(report)
    assert.ok(report.load.errors > 0)
  })
})
