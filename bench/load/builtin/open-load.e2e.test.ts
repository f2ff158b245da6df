import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Latencies, mergeHistograms, quantileOf } from '../../../shared/result/latency-histogram.ts'
import { failureOf, standstill } from '../../../shared/result/latency-summary.ts'
import { kill, processTree } from '../../machine/processes.ts'
import { readBody, rightAnswer, sendJson, serve } from '../../test/fixtures.ts'
import { until } from '../../test/testing.ts'
import type { OpenLoad, OpenReport } from '../open.ts'
import { prepareOpen } from './builtin.ts'

type Answer = (response: ServerResponse, right: () => void, request: IncomingMessage, index: number) => void

const atOnce: Answer = (_response, right) => right()

/** A server in this process, and a session to load it with. */
async function prepare(t: TestContext, answer: Answer = atOnce, connections = 20) {
  const bodies: string[] = []
  const { port } = await serve(t, async (request, response) => {
    const body = await readBody(request)
    const { json, status } = rightAnswer(body)
    if (status === 200) bodies.push(body)
    answer(response, () => sendJson(response, status, json), request, bodies.length)
  })
  const session = await prepareOpen(
    { scenario: 'update-user', wire: 'plain', connections, pipelining: 1, seed: 9, polling: true },
    null,
  )
  t.after(() => session.close())
  return { port, session, bodies }
}

const plan: OpenLoad = { arrivals: 'poisson', rate: 500, seconds: 0.5, seed: 1 }

function assertWhole({ scheduled, completed, failed, unsent, latency, least }: OpenReport): void {
  assert.equal(completed + failed + unsent, scheduled)
  assert.equal(mergeHistograms([latency]).totalCount, completed)
  assert.equal(mergeHistograms([least]).totalCount, completed)
  for (const share of [0.1, 0.5, 0.9, 1]) {
    const [low, high] = [least, latency].map((text) =>
      quantileOf({ histogram: mergeHistograms([text]), endless: 0 }, share),
    )
    assert.ok((low ?? 0) <= (high ?? 0), `${low} is more than ${high}`)
  }
}

const latenciesOf = ({ latency, failed, unsent }: OpenReport): Latencies => ({
  histogram: mergeHistograms([latency]),
  endless: failed + unsent,
})

/** As a slice of a result has it. */
const sliceOf = ({ load, ...open }: OpenReport) => ({
  ...open,
  cpu: { seconds: null, requests: load.requests },
  noise: null,
})

test('an open loop sends all that is due, each request once, and counts those of its window', async (t) => {
  const { port, session, bodies } = await prepare(t)
  const events: string[] = []
  const watch = { started: () => events.push('started'), ended: () => events.push('ended') }
  const constant = await session.loadOpen(port, { ...plan, arrivals: 'constant' }, watch)
  assert.deepEqual(events, ['started', 'ended'])
  assert.equal(constant.scheduled, 250)
  assert.deepEqual([constant.completed, constant.failed, constant.unsent], [250, 0, 0])
  assertWhole(constant)
  // The lead-in and the lead-out are sent and checked, too.
  assert.equal(constant.load.checked, 400)
  const { wrong, errors, timeouts, non2xx } = constant.load
  assert.deepEqual([wrong, errors, timeouts, non2xx], [0, 0, 0, 0])
  const poisson = await session.loadOpen(port, plan)
  assertWhole(poisson)
  assert.notEqual(poisson.scheduled, 250)
  assert.ok(Math.abs(poisson.scheduled - 250) < 5 * Math.sqrt(250))
  assert.equal(new Set(bodies).size, bodies.length, 'no body is sent twice')
  // A machine with other work may fall behind for a moment.
  assert.match(failureOf([{ slices: [sliceOf(poisson)] }]) ?? '', /^$|^its backlog grew by \d+% of the requests$/)
  const closed = await session.load(port, 0.3)
  assert.ok(closed.requests > 0 && closed.wrong === 0 && closed.errors === 0, 'a closed loop on the same connections')
})

// Most of the time is spent on waiting.
describe('requests and connections', { concurrency: true }, () => {
  test('what was not sent and not answered at the end is longer than all that was', async (t) => {
    // Two connections and 50 ms: 40 requests/s.
    const slow: Answer = (_response, right) => void setTimeout(right, 50)
    const { port, session } = await prepare(t, slow, 2)
    const report = await session.loadOpen(port, { ...plan, rate: 300 })
    assertWhole(report)
    assert.ok(report.unsent > 0 && report.completed > 0 && report.waited > 0)
    assert.equal(report.load.timeouts, 0, 'a queue is no silence of the server')
    assert.equal(quantileOf(latenciesOf(report), 0.99), null)
    assert.equal(quantileOf(latenciesOf(report), 1), null)
    const some = quantileOf(latenciesOf(report), 0.03)
    assert.ok(some !== null && some >= 50)
    assert.match(failureOf([{ slices: [sliceOf(report)] }]) ?? '', /^answered \d+% of the requests$/)
  })

  test('a connection that breaks with a request on it fails that request, and is opened anew', async (t) => {
    const { port, session } = await prepare(t, (_response, right, request, index) =>
      index % 50 === 49 ? request.socket.resetAndDestroy() : right(),
    )
    const report = await session.loadOpen(port, plan)
    assertWhole(report)
    assert.ok(report.failed > 0 && report.load.errors >= report.failed)
    assert.ok(report.completed > report.scheduled / 2)
  })

  test('a connection that the server closes after an answer is an error, too', async (t) => {
    const { port, session } = await prepare(t, (response, right) => {
      response.setHeader('connection', 'close')
      right()
    })
    const report = await session.loadOpen(port, { ...plan, rate: 200 })
    assertWhole(report)
    assert.ok(report.load.errors > 0)
  })

  test('a connection to a server that does not answer ends with the load, and the time-out is told', async (t) => {
    const { port, session } = await prepare(t, () => {}, 5)
    const report = await session.loadOpen(port, { ...plan, rate: 100, seconds: 0.2 })
    assertWhole(report)
    assert.equal(report.completed, 0)
    assert.ok(report.load.timeouts > 0)
    assert.equal(quantileOf(latenciesOf(report), 0.5), null)
  })
})

/** Computes for so long, so that the server stands still. */
function standStill(milliseconds: number): number {
  const begin = performance.now()
  while (performance.now() - begin < milliseconds);
  return performance.now() - begin
}

test('a server that stalls for 100 ms every 2 s shows 80 ms at p99 and 98 ms at p99.9', async (t) => {
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
  const [p99, p99_9] = [0.99, 0.999].map((share) => quantileOf(latenciesOf(open), share) ?? assert.fail())
  t.diagnostic(`p99 ${p99}, p99.9 ${p99_9}, longest stall ${longest}`)
  // From below the formula holds by itself, but for a stall that a late timer moved over the window's end.
  assert.ok(Number(p99) >= 80 - 8, `p99 ${p99}`)
  assert.ok(Number(p99_9) >= 98 - 8, `p99.9 ${p99_9}`)
  // From above there is the drain: nothing makes p99 longer than all of a stall, but a generator that was late itself.
  if (standstill(open) === null) assert.ok(Number(p99) <= 1.5 * longest, `p99 ${p99}, longest stall ${longest}`)
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
    assert.match(standstill(report) ?? '', /^the load generator looked at nothing for \d+\.\d ms/)
  })

  test('that sleeps hardly runs, sends all that is due all the same, and checks what comes', async (t) => {
    const { port, session } = await withGenerator(t)
    const polling = await session.loadOpen(port, plan)
    const sleeping = await session.loadOpen(port, { ...plan, sleeping: true })
    for (const report of [polling, sleeping]) {
      assertWhole(report)
      assert.equal(report.completed, report.scheduled)
    }
    assert.equal(sleeping.scheduled, polling.scheduled)
    assert.ok(sleeping.load.cpuSeconds < polling.load.cpuSeconds / 2, `${sleeping.load.cpuSeconds} s`)
  })

  test('that sleeps sends what is due when it is due, and not all of it at the next look', async (t) => {
    // At most one is under way; where several go out together, all but the first find no connection free.
    const { port, session } = await prepare(t, atOnce, 1)
    const seen: string[] = []
    // A machine at work may wake the generator late, but not each time.
    for (let time = 1; time <= 3; time++) {
      const report = await session.loadOpen(port, { ...plan, arrivals: 'constant', rate: 200, sleeping: true })
      assertWhole(report)
      if (report.waited < report.scheduled / 4) return
      seen.push(`${report.waited} of ${report.scheduled}`)
    }
    assert.fail(`waited: ${seen.join('; ')}`)
  })

  test('that sleeps finds a wrong answer and one that never comes as well', async (t) => {
    const wrong = await prepare(t, (response) => sendJson(response, 200, '{}'))
    assert.ok((await wrong.session.loadOpen(wrong.port, { ...plan, sleeping: true })).load.wrong > 0)
    const silent = await prepare(t, () => {}, 2)
    const report = await silent.session.loadOpen(silent.port, { ...plan, rate: 100, sleeping: true })
    assertWhole(report)
    assert.ok(report.unsent > 0 && report.completed === 0)
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
      assert.ok((quantileOf(latenciesOf(report), 1) ?? 0) >= 0.9 * STALL, 'the server’s stall is seen')
      const least = quantileOf({ histogram: mergeHistograms([report.least]), endless: 0 }, 1) ?? 0
      if (least > STALL / 2 && report.longestTurn < STALL / 2) return
      seen.push(`${least} and ${report.longestTurn} ms`)
    }
    assert.fail(seen.join('; '))
  })
})
