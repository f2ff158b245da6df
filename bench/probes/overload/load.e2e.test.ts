import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { OUTCOMES, type Outcome, type OverloadReport } from '../../load/open-load.ts'
import { assertCorrect } from '../../run/assertions.ts'
import { type Handler, ok, sendResponse } from '../../test/faulty/user-server.ts'
import { closedPort } from '../../test/fixtures.ts'
import { prepare } from '../../test/loads.ts'

/** Waits far longer than any machine needs. */
const PATIENT = 20_000
const HASTY = 500

const load = {
  capacity: 200,
  multiple: 2,
  beforeSeconds: 0.1,
  seconds: 0.3,
  afterSeconds: 0.2,
  connections: 50,
  seed: 1,
  isPool: false,
}

const rejecting =
  (status: number): Handler =>
  () => ({ status, body: '{"error":"overloaded"}' })

/**
 * Asserts that all requests have these outcomes, and that none is an error of the load. The first occurs, unless the generator
 * stalled until it was too late to send any.
 */
function assertOutcomes({ load, ...report }: OverloadReport, outcomes: readonly Outcome[]): void {
  const sum = (of: readonly Outcome[]) => of.reduce((total, outcome) => total + report[outcome], 0)
  assert.equal(sum(outcomes), report.scheduled, JSON.stringify(report))
  assert.equal(sum(OUTCOMES), report.scheduled)
  const { unsent, behind, scheduled } = report
  const hasStalled = unsent === scheduled && behind === scheduled
  assert.ok(sum(outcomes.slice(0, 1)) > 0 || hasStalled, JSON.stringify(report))
  assert.ok(report.scheduled > 50)
  assert.deepEqual([load.wrong, load.errors, load.timeouts, load.non2xx], [0, 0, 0, 0])
}

// Concurrent, since the tests mostly wait.
describe('a server', { concurrency: true }, () => {
  const servers: [what: string, respond: Handler, patience: number, outcomes: Outcome[]][] = [
    ['that responds to all is good', ({ correct }) => correct, PATIENT, ['good']],
    ['that rejects all with 503 has no goodput', rejecting(503), PATIENT, ['rejected']],
    ['that rejects all with 429 has no goodput', rejecting(429), PATIENT, ['rejected']],
    [
      'that resets connections',
      ({ request }) => void request.socket.resetAndDestroy(),
      PATIENT,
      ['reset'],
    ],
    // With few connections, requests may find none free in time.
    ['that never responds has no goodput', () => undefined, HASTY, ['late', 'unsent']],
    [
      'that responds late to all has no goodput',
      ({ response, correct }) => void sleep(2 * HASTY).then(() => sendResponse(response, correct)),
      HASTY,
      ['late', 'unsent'],
    ],
  ]
  for (const [what, respond, patience, outcomes] of servers) {
    test(what, async (t) => {
      const { port, session } = await prepare(t, respond, load.connections)
      const report = await session.loadOpen(port, { ...load, patience })
      assertOutcomes(report, outcomes)
      assert.equal(report.recovery, outcomes.includes('good') ? 0 : null)
    })
  }

  test('that does not listen refuses', async (t) => {
    const { session } = await prepare(t)
    const port = await closedPort(t)
    const report = await session.loadOpen(port, { ...load, patience: PATIENT })
    assertOutcomes(report, ['refused'])
  })

  test('that is slower than its pool sends on leaves requests without a connection', async (t) => {
    const slow: Handler = ({ response, correct }) =>
      void sleep(50).then(() => sendResponse(response, correct))
    const { port, session, calls } = await prepare(t, slow, 2)
    const pool = { ...load, connections: 2, patience: PATIENT, isPool: true }
    const report = await session.loadOpen(port, pool)
    assertOutcomes(report, ['good', 'unsent'])
    assert.ok(report.unsent > report.good)
    assert.ok(calls.every(({ open }) => open <= 2))
  })

  test('that responds with a stale value or with another error is disqualified', async (t) => {
    for (const [reason, respond] of [
      [/were wrong, such as {"id":1}/, () => ok({ id: 1 })],
      [/had a status other than 2xx/, rejecting(500)],
    ] as [RegExp, Handler][]) {
      const { port, session } = await prepare(t, respond, load.connections)
      const report = await session.loadOpen(port, { ...load, patience: PATIENT })
      assert.throws(() => assertCorrect('measurement', report.load, load), {
        message: reason,
      })
    }
  })
})
