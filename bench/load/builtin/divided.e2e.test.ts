import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { detectPinning } from '../../machine/cpus.ts'
import { sampleReport } from '../../test/fixtures.ts'
import { assertUnrepeated, keepingCalls } from '../../test/loads.ts'
import { divided, mergedReport } from './divided.ts'

const CONNECTIONS = 5

/** Loads a correct server in this process by two generators on one CPU, for longer where they get too few responses. */
async function load(t: TestContext, seconds = 0.1) {
  const { port, calls } = await keepingCalls(t)
  const plan = {
    scenario: 'update-user',
    wire: 'plain',
    connections: CONNECTIONS,
    seed: 3,
  } as const
  const [cpu] = detectPinning().generator ?? []
  const session = await divided(1).prepare(plan, cpu === undefined ? null : [cpu, cpu])
  t.after(() => session.close())
  const events: string[] = []
  const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
  const report = await session.load(port, seconds, watch)
  if (report.requests < 20 && seconds < 2) return load(t, 4 * seconds)
  return { report, calls, events }
}

test('two generators load as one: all connections, different requests, one window', async (t) => {
  const { report, calls, events } = await load(t)
  assert.deepEqual(events, ['started', 'ended'])
  assert.equal(new Set(calls.map(({ request }) => request.socket)).size, CONNECTIONS)
  assertUnrepeated(calls)
  const { requests, checked, wrong, errors, latency } = report
  assert.deepEqual([wrong, errors], [0, 0])
  assert.ok(requests > 0 && checked >= requests && checked <= calls.length)
  assert.ok(latency.p50 > 0 && latency.p50 <= latency.p99 && latency.p99 <= latency.max)
})

test('rates are added, counts too, and the first wrong response is kept', () => {
  const firstWrong = { request: '', expected: '1', got: '2' }
  const merged = mergedReport([
    sampleReport({ requests: 100, seconds: 1 }),
    sampleReport({ requests: 300, seconds: 2, wrong: 1, firstWrong, errors: 2 }),
  ])
  assert.equal(merged.requests / merged.seconds, 250)
  const { requests, wrong, errors } = merged
  assert.deepEqual([requests, wrong, errors, merged.firstWrong], [400, 1, 2, firstWrong])
  assert.equal(mergedReport([sampleReport({ requests: 0 })]).seconds, 1)
})
