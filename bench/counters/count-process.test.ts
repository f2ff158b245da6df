/** The warm-up and the halves of one process, with a counter that says what it is told to. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CountsProtocol } from '../../shared/results/instructions.ts'
import { prepareRings } from '../load/requests.ts'
import { correctResponseTo, readBody, sendJson, serve } from '../test/fixtures.ts'
import { countProcess } from './count-process.ts'
import type { Counter } from './counter.ts'

/** Counts one process; the first thread executes for a request what `amountAt` says of the number of requests before. */
async function counted(t: TestContext, limits: Partial<CountsProtocol>, amountAt: (before: number) => number) {
  let answered = 0
  const { port } = await serve(t, async (request, response) => {
    const { status, json } = correctResponseTo(request, await readBody(request))
    answered++
    sendJson(response, status, json)
  })
  const counter = {
    emulates: true,
    start: async () => ({
      process: { port, pid: process.pid, exited: new Promise(() => {}), withOutput: (reason: string) => reason },
      async during(work: () => Promise<void>) {
        const before = answered
        await work()
        return { javascript: amountAt(before) * (answered - before), others: 0 }
      },
      stop: async () => {},
    }),
  } as unknown as Counter
  const protocol: CountsProtocol = {
    counter: 'qemu',
    requests: 20,
    step: 10,
    shortestWarmUp: null,
    longestWarmUp: 100,
    processes: 1,
    sideBySide: 1,
    seed: 1,
    ...limits,
  }
  const load = { scenario: 'update-user', wire: 'plain' as const, connections: 1, pipelining: 1, seed: 1 }
  const ring = () => prepareRings(load, 200)[0] ?? assert.fail()
  const server = { runtime: { executable: '' }, entry: '' }
  return countProcess({ counter, protocol, ring }, server as never, null)
}

/** Rests at 120 until 50 requests are answered, and is at 100 from then on. */
const resting = (before: number) => (before < 50 ? 120 : 100)

test('a process has settled when three steps agree, and one that rests between two compilers passes for settled', async (t) => {
  const { warmUp, first, second, settled } = await counted(t, {}, resting)
  assert.deepEqual([warmUp, first.javascript, second.javascript, settled], [[120, 120, 120], 120, 120, true])
})

test('before the shortest warm-up it has not', async (t) => {
  const { warmUp, first, settled } = await counted(t, { shortestWarmUp: 60 }, resting)
  assert.deepEqual([warmUp.length, first.javascript, settled], [8, 100, true])
})

test('the longest warm-up ends one whose steps never agree, and it is said', async (t) => {
  const restless = await counted(t, { shortestWarmUp: 30, longestWarmUp: 60 }, (before) => 1_000 - before)
  assert.deepEqual([restless.warmUp.length, restless.settled], [6, false])
})
