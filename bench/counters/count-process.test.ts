/** Warm-up and halves of one process, with a fake counter. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { prepareRings } from '../load/requests.ts'
import { portOf } from '../test/fixtures.ts'
import { countProcess, hasSettled } from './count-process.ts'
import type { Amounts, Counter } from './counter.ts'

/** Counts one process whose first thread executes `amountAt(number of earlier requests)` instructions per request. */
async function counted(
  t: TestContext,
  limits: Partial<Amounts>,
  amountAt: (before: number) => number,
) {
  let answered = 0
  const port = await portOf(t, ({ correct, count }) => {
    answered = count
    return correct
  })
  const counter = {
    start: async () => ({
      process: {
        port,
        pid: process.pid,
        exited: new Promise(() => {}),
        withOutput: (reason: string) => reason,
      },
      async during(work: () => Promise<void>) {
        const before = answered
        await work()
        return { javascript: amountAt(before) * (answered - before), others: 0 }
      },
      stop: async () => {},
    }),
  } as unknown as Counter
  const protocol = { requests: 20, step: 10, shortestWarmUp: 0, longestWarmUp: 100, ...limits }
  const load = { scenario: 'update-user', wire: 'plain' as const, connections: 1, seed: 1 }
  const ring = () => prepareRings(load, 200)[0] ?? assert.fail()
  const server = { runtime: { executable: '' }, entry: '' }
  return countProcess({ counter, protocol, ring }, server as never, null)
}

/** A plateau at 120 until request 50, then 100. */
const resting = (before: number) => (before < 50 ? 120 : 100)

const cases: [
  what: string,
  limits: Partial<Amounts>,
  amountAt: (before: number) => number,
  steps: number,
  first: number,
  settled: boolean,
][] = [
  ['settles when three steps agree, even on a plateau', {}, resting, 3, 120, true],
  ['does not settle before the shortest warm-up', { shortestWarmUp: 60 }, resting, 8, 100, true],
  [
    'ends at the longest warm-up, unsettled, if steps never agree',
    { shortestWarmUp: 30, longestWarmUp: 60 },
    (before) => 1_000 - before,
    6,
    940,
    false,
  ],
]
for (const [what, limits, amountAt, steps, instructions, isSettled] of cases) {
  test(`a process ${what}`, async (t) => {
    const { warmUp, first, settled } = await counted(t, limits, amountAt)
    assert.deepEqual([warmUp.length, first.javascript, settled], [steps, instructions, isSettled])
  })
}

test('counts settle when the last three agree to 2%', () => {
  assert.equal(hasSettled([100, 100]), false)
  assert.equal(hasSettled([150, 100, 101, 99.5]), true)
  assert.equal(hasSettled([104, 102, 100]), false)
})
