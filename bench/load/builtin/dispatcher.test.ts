import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawArrivals } from './arrivals.ts'
import { Dispatcher } from './dispatcher.ts'

/** Milliseconds between two looks at the simulated clock. */
const STEP = 0.02

interface Simulated {
  /** Milliseconds, from the instant that each request was due, and from its sending. */
  latencies: number[]
  fromSending: number[]
  dispatcher: Dispatcher
}

/**
 * A server that responds at once, but not in the first `stall` milliseconds of each `period`; and a generator that looks at
 * everything in each step of the clock.
 */
function simulate(
  arrivals: Float64Array,
  { stall, period, connections = 100, end }: { stall: number; period: number; connections?: number; end: number },
): Simulated {
  const latencies: number[] = []
  const fromSending: number[] = []
  const underWay = new Map<number, { due: number; sent: number }>()
  let now = 0
  const counted = { begin: 0, end: arrivals.length }
  const dispatcher = new Dispatcher(arrivals, counted, connections, (connection, due) => {
    underWay.set(connection, { due, sent: now })
  })
  for (let place = 0; place < connections; place++) dispatcher.free(place, 0)
  for (; now < end; now += STEP) {
    if (now % period >= stall) {
      for (const [connection, { due, sent }] of underWay) {
        underWay.delete(connection)
        latencies.push(now - due)
        fromSending.push(now - sent)
        dispatcher.answered(connection)
        dispatcher.free(connection, now)
      }
    }
    dispatcher.turn(now)
  }
  return { latencies, fromSending, dispatcher }
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] as number
}

test('a stall of 100 ms every 2 s shows 80 ms at p99 and 98 ms at p99.9, whatever the number of connections', () => {
  const arrivals = drawArrivals('constant', 2_000, 8, 1)
  for (const connections of [10, 100, 1_000]) {
    const { latencies } = simulate(arrivals, { stall: 100, period: 2_000, connections, end: 10_000 })
    assert.equal(latencies.length, arrivals.length)
    // S - (1 - p)T, and the drain: the simulated server answers as many in a step as there are connections.
    const drain = (200 / connections + 2) * STEP
    for (const [share, expected] of [
      [0.99, 80],
      [0.999, 98],
    ] as const) {
      const value = quantile(latencies, share)
      assert.ok(value >= expected - 1 && value <= expected + 1 + drain, `${value} ms of ${expected}, ${connections}`)
    }
  }
})

test('who counts from the sending sees nothing of what waits for a connection', () => {
  const arrivals = drawArrivals('poisson', 2_000, 8, 1)
  const { latencies, fromSending } = simulate(arrivals, {
    stall: 100,
    period: 2_000,
    connections: 10,
    end: 10_000,
  })
  assert.ok(quantile(latencies, 0.99) > 70)
  assert.ok(quantile(fromSending, 0.99) < 1, 'p99 of the flattering clock')
})

test('by how much a request was sent late is told only where a connection was free', () => {
  const arrivals = Float64Array.from([1, 2, 3])
  const sent: [number, number][] = []
  const dispatcher = new Dispatcher(arrivals, { begin: 0, end: 3 }, 2, (connection, due) =>
    sent.push([connection, due]),
  )
  dispatcher.free(0, 0)
  dispatcher.free(1, 0)
  // The generator looks at nothing until 10.
  dispatcher.turn(10)
  assert.deepEqual(sent, [
    [0, 1],
    [1, 2],
  ])
  assert.deepEqual(dispatcher.answered(0), { counts: true, sentLate: 9 })
  dispatcher.free(0, 30)
  dispatcher.turn(31)
  assert.deepEqual(sent[2], [0, 3])
  // No connection was free before 30: the wait until then is no fault of the generator's.
  assert.deepEqual(dispatcher.answered(0), { counts: true, sentLate: 1 })
})

test('every scheduled request is found again, whatever became of it', () => {
  const arrivals = Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const on: number[] = []
  // The first and the last request do not count.
  const dispatcher = new Dispatcher(arrivals, { begin: 1, end: 9 }, 3, (connection) => on.push(connection))
  for (const place of [0, 1, 2]) dispatcher.free(place, 0)
  dispatcher.turn(2)
  assert.deepEqual(on, [0, 1, 2])
  assert.equal(dispatcher.answered(0).counts, false)
  dispatcher.broke(1)
  dispatcher.refused(2)
  assert.equal(dispatcher.backlog(2), 1, 'the one that is to be sent again')
  assert.deepEqual(dispatcher.counts(), { scheduled: 8, completed: 0, failed: 1, unsent: 7 })
  dispatcher.free(0, 3)
  dispatcher.turn(3)
  dispatcher.free(1, 3)
  dispatcher.turn(3)
  assert.equal(dispatcher.answered(0).counts, true)
  assert.equal(dispatcher.underWay, 1)
  assert.equal(dispatcher.backlog(5.5), 3, 'one is under way, two are due and have not been looked at')
  dispatcher.isSending = false
  dispatcher.free(0, 9)
  dispatcher.turn(9)
  assert.equal(dispatcher.underWay, 1, 'nothing is sent any more')
  assert.equal(dispatcher.isDone, false)
  // Answered: number 2, sent again. Failed: number 1 broke, number 3 has no response. Unsent: 4 to 8.
  assert.deepEqual(dispatcher.counts(), { scheduled: 8, completed: 1, failed: 2, unsent: 5 })
})

test('an answer to nothing, and one that is counted twice, are contradictions', () => {
  const dispatcher = new Dispatcher(Float64Array.from([0]), { begin: 0, end: 1 }, 1, () => {})
  assert.throws(() => dispatcher.answered(0), /contradicts itself/)
  dispatcher.free(0, 0)
  dispatcher.turn(0)
  dispatcher.answered(0)
  assert.equal(dispatcher.isDone, true)
  assert.throws(() => dispatcher.answered(0), /contradicts itself/)
  assert.deepEqual(dispatcher.counts(), { scheduled: 1, completed: 1, failed: 0, unsent: 0 })
})
