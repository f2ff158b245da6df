import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sustains } from '../../../shared/probes/latency.ts'
import { kill, processTree } from '../../processes/processes.ts'
import { type Handler, sendResponse } from '../../test/faulty/user-server.ts'
import { assertWhole, plan, prepare } from '../../test/loads.ts'
import { until } from '../../test/testing.ts'
import { hasStalled, type OpenSession } from '../open-load.ts'

/** Responds late by that many milliseconds. */
const after =
  (milliseconds: number): Handler =>
  ({ response, correct }) =>
    void setTimeout(() => sendResponse(response, correct), milliseconds)

test('an open loop completes all due requests, and its lead-in and lead-out', async (t) => {
  const { port, session } = await prepare(t)
  const report = await session.loadOpen(port, plan)
  const { scheduled, completed, failed, unsent, load } = report
  assert.deepEqual([completed, failed, unsent], [scheduled, 0, 0])
  assert.ok(load.checked > scheduled)
  assert.ok(sustains(report))
})

test('requests unsent or without a response count as longer than all others', async (t) => {
  // Two connections and 50 ms: 40 requests/s.
  const slow = after(50)
  const { port, session } = await prepare(t, slow, 2)
  const report = await session.loadOpen(port, { ...plan, rate: 300 })
  assertWhole(report)
  assert.ok(report.unsent > 0 && report.completed > 0)
  assert.equal(report.load.timeouts, 0, 'queueing is not a time-out')
  assert.equal(report.latency.p99, null)
  assert.equal(sustains(report), false)
})

/** Blocks the event loop, and so the server. */
function block(milliseconds: number): number {
  const begin = performance.now()
  while (performance.now() - begin < milliseconds);
  return performance.now() - begin
}

describe('a generator', () => {
  /** Finds the generator's process as the new one below this process. */
  async function withGenerator(t: TestContext) {
    const before = await processTree(process.pid)
    const prepared = await prepare(t)
    const [pid] = (await processTree(process.pid)).filter((each) => !before.includes(each))
    await prepared.session.loadOpen(prepared.port, plan)
    return { ...prepared, pid: pid as number }
  }

  /** Starts a load of a second, and returns after 300 ms of its window. */
  async function openedFor300(port: number, session: OpenSession) {
    let isOpen = false
    const end = session.loadOpen(port, { ...plan, seconds: 1 }, { started: () => (isOpen = true) })
    await until(() => isOpen)
    await sleep(300)
    return { end }
  }

  test('that was stopped for 50 ms reports a stall', async (t) => {
    const { port, session, pid } = await withGenerator(t)
    const loading = await openedFor300(port, session)
    kill(pid, 'SIGSTOP')
    await sleep(50)
    kill(pid, 'SIGCONT')
    const report = await loading.end
    assertWhole(report)
    assert.ok(report.longestTurn >= 45, `${report.longestTurn} ms`)
    assert.ok(hasStalled(report))
  })

  test('does not count a server’s stall as its own', async (t) => {
    const { port, session } = await withGenerator(t)
    const STALL = 300
    const seen: string[] = []
    // A busy machine may preempt the generator too, but not each time for half as long.
    for (let time = 1; time <= 3; time++) {
      const loading = await openedFor300(port, session)
      block(STALL)
      const report = await loading.end
      assert.ok(Number(report.latency.p99) >= 0.8 * STALL, 'the server’s stall is seen')
      const least = Number(report.least.p99)
      if (least > STALL / 2 && report.longestTurn < STALL / 2) return
      seen.push(`${least} and ${report.longestTurn} ms`)
    }
    assert.fail(seen.join('; '))
  })
})

test('a busy-polling generator reports its utilization', async (t) => {
  const { port, session } = await prepare(t, after(20), 5)
  const { eventLoopPercent, cpuSeconds, seconds } = await session.load(port, 0.5)
  assert.ok(Number(eventLoopPercent) < 50, `${eventLoopPercent}% utilization`)
  assert.ok(cpuSeconds > 0, `${cpuSeconds} of ${seconds} s`)
})

test('a connection to a server that does not respond ends with the load and counts as a time-out', async (t) => {
  const { port, session } = await prepare(t, () => undefined, 5)
  const report = await session.loadOpen(port, { ...plan, rate: 100, seconds: 0.2 })
  assertWhole(report)
  assert.equal(report.completed, 0)
  assert.ok(report.load.timeouts > 0)
  assert.equal(report.latency.p50, null)
})
