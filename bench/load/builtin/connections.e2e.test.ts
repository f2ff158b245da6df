import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { correctResponse, readBody, sendJson, serve } from '../../test/fixtures.ts'
import { until } from '../../test/testing.ts'
import { builtin } from './builtin.ts'

const CONNECTIONS = 5
const plan = { scenario: 'update-user', wire: 'plain', connections: CONNECTIONS, seed: 9 } as const

describe('connections between loads', () => {
  /** Starts a server that counts its connections: opened in all, and open now. */
  async function counted(t: TestContext, keepAlive?: number) {
    let opened = 0
    let open = 0
    const { port, server } = await serve(t, async (request, response) => {
      const { status, json } = correctResponse(await readBody(request))
      sendJson(response, status, json)
    })
    if (keepAlive !== undefined) server.keepAliveTimeout = keepAlive
    server.on('connection', (socket) => {
      opened++
      open++
      socket.on('close', () => open--)
    })
    const session = await builtin.prepare(plan, null)
    t.after(() => session.close())
    return { port, session, opened: () => opened, open: () => open }
  }

  test('stay open until they are released', async (t) => {
    const { port, session, opened, open } = await counted(t)
    for (let load = 1; load <= 2; load++) {
      const report = await session.load(port, 0.2)
      assert.deepEqual([report.errors, report.timeouts, report.wrong], [0, 0, 0])
    }
    assert.equal(opened(), CONNECTIONS)
    assert.equal(open(), CONNECTIONS)
    await session.release?.(port)
    await until(() => open() === 0)
    const report = await session.load(port, 0.2)
    assert.equal(report.errors, 0)
    assert.equal(opened(), 2 * CONNECTIONS)
  })

  test('that the server closes while idle are reopened, without an error', async (t) => {
    const { port, session, opened, open } = await counted(t, 100)
    await session.load(port, 0.2)
    await until(() => open() === 0)
    const report = await session.load(port, 0.2)
    assert.deepEqual([report.errors, report.timeouts, report.wrong], [0, 0, 0])
    assert.ok(report.requests > 0)
    assert.equal(opened(), 2 * CONNECTIONS)
  })
})
