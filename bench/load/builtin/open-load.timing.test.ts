import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { holds } from '../../../charts/instruments/latency/summary.ts'
import { kill, processTree } from '../../host/processes.ts'
import { serve } from '../../test/fixtures.ts'
import { type Answer, assertWhole, atOnce, plan, prepare } from '../../test/open-loads.ts'
import { until } from '../../test/testing.ts'
import { hasStoodStill } from '../open.ts'
import { builtin } from './builtin.ts'

test('an open loop completes all that is due, and its lead-in and lead-out too', async (t) => {
  const { port, session } = await prepare(t)
  const { completed, failed, unsent, load } = await session.loadOpen(port, { ...plan, arrivals: 'constant' })
  assert.deepEqual([completed, failed, unsent, load.checked], [250, 0, 0, 400])
  assert.ok(holds(await session.loadOpen(port, plan)))
})

test('what was not sent and not answered at the end is longer than all that was', async (t) => {
  // Two connections and 50 ms: 40 requests/s.
  const slow: Answer = (_response, right) => void setTimeout(right, 50)
  const { port, session } = await prepare(t, slow, 2)
  const report = await session.loadOpen(port, { ...plan, rate: 300 })
  assertWhole(report)
  assert.ok(report.unsent > 0 && report.completed > 0)
  assert.equal(report.load.timeouts, 0, 'a queue is no silence of the server')
  assert.equal(report.latency.p99, null)
  assert.equal(holds(report), false)
})

/** Computes for so long, so that the server stands still. */
function standStill(milliseconds: number): number {
  const begin = performance.now()
  while (performance.now() - begin < milliseconds);
  return performance.now() - begin
}

test('a server that stalls for 100 ms every 2 s shows 80 ms at p99', async (t) => {
  const [stall, period] = [100, 2_000]
  const { port, session } = await prepare(t, atOnce, 100)
  await session.load(port, 0.5)
  // At fixed instants, so that a late timer moves no other stall.
  let next = performance.now() + 300
  let timer: NodeJS.Timeout
  const wait = () => {
    timer = setTimeout(() => {
      standStill(stall)
      next += period
      wait()
    }, next - performance.now())
  }
  wait()
  // A machine at work makes stalls of its own, and theirs longer.
  let [longest, last] = [0, performance.now()]
  const heart = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 1)
  t.after(() => {
    clearTimeout(timer)
    clearInterval(heart)
  })
  const open = await session.loadOpen(port, {
    arrivals: 'constant',
    rate: 1_000,
    seconds: 2 * (period / 1000),
    seed: 1,
  })
  assertWhole(open)
  const { p99 } = open.latency
  t.diagnostic(`p99 ${p99}, longest stall ${longest}`)
  // From below the formula holds by itself, but for a stall that a late timer moved over the window's end.
  assert.ok(Number(p99) >= 80 - 8, `p99 ${p99}`)
  // From above there is the drain: nothing makes p99 longer than all of a stall, but a generator that was late itself.
  if (!hasStoodStill(open)) assert.ok(Number(p99) <= 1.5 * longest, `p99 ${p99}, longest stall ${longest}`)
})

describe('a generator', () => {
  /** Its process: there is one more below this one than before. */
  async function withGenerator(t: TestContext) {
    const before = await processTree(process.pid)
    const prepared = await prepare(t)
    const [pid] = (await processTree(process.pid)).filter((each) => !before.includes(each))
    await prepared.session.loadOpen(prepared.port, plan)
    return { ...prepared, pid: pid as number }
  }

  test('that was stopped for 50 ms refuses itself', async (t) => {
    const { port, session, pid } = await withGenerator(t)
    let opened = false
    const loading = session.loadOpen(port, { ...plan, seconds: 1 }, { started: () => (opened = true) })
    await until(() => opened)
    await sleep(300)
    kill(pid, 'SIGSTOP')
    await sleep(50)
    kill(pid, 'SIGCONT')
    const report = await loading
    assertWhole(report)
    assert.ok(report.longestTurn >= 45, `${report.longestTurn} ms`)
    assert.ok(hasStoodStill(report))
  })

  test('has no part in what a server that stood still made wait', async (t) => {
    const { port, session } = await withGenerator(t)
    const STALL = 300
    const seen: string[] = []
    // A machine at work may well put the generator aside, too, but not each time for half as long.
    for (let time = 1; time <= 3; time++) {
      let opened = false
      const loading = session.loadOpen(port, { ...plan, seconds: 1 }, { started: () => (opened = true) })
      await until(() => opened)
      await sleep(300)
      standStill(STALL)
      const report = await loading
      assert.ok(Number(report.latency.p99) >= 0.8 * STALL, 'the server’s stall is seen')
      const least = Number(report.least.p99)
      if (least > STALL / 2 && report.longestTurn < STALL / 2) return
      seen.push(`${least} and ${report.longestTurn} ms`)
    }
    assert.fail(seen.join('; '))
  })
})

test('a generator that never sleeps tells how busy it was, and sleeps between loads', async (t) => {
  const { port } = await serve(t, (_request, response) => setTimeout(() => response.end('{}'), 20))
  const session = await builtin.prepare(
    { scenario: 'update-user', wire: 'plain', connections: 5, pipelining: 1, seed: 9, polling: true },
    null,
  )
  t.after(() => session.close())
  const { eventLoopPercent, cpuSeconds, seconds } = await session.load(port, 0.5)
  assert.ok(Number(eventLoopPercent) < 50, `${eventLoopPercent}% of its time something to read`)
  assert.ok(cpuSeconds > 0, `${cpuSeconds} of ${seconds} s`)
})

test('a connection to a server that does not respond ends with the load, and the time-out is reported', async (t) => {
  const { port, session } = await prepare(t, () => {}, 5)
  const report = await session.loadOpen(port, { ...plan, rate: 100, seconds: 0.2 })
  assertWhole(report)
  assert.equal(report.completed, 0)
  assert.ok(report.load.timeouts > 0)
  assert.equal(report.latency.p50, null)
})
