import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawArrivals } from './arrivals.ts'
import { Dispatcher } from './dispatcher.ts'

/** Milliseconds per step of the simulated clock. */
const STEP = 0.02

interface Simulated {
  /** Milliseconds from the due time of each request; `fromSending`, from its sending. */
  latencies: number[]
  fromSending: number[]
  dispatcher: Dispatcher
}

/**
 * Simulates a server that stalls in the first `stall` milliseconds of each `period` and responds at once otherwise, and a
 * generator that polls in each step of the clock.
 */
function simulate(
  arrivals: Float64Array,
  { stall, period, connections = 100, end }: { stall: number; period: number; connections?: number; end: number },
): Simulated {
  const latencies: number[] = []
  const fromSending: number[] = []
  const inFlight = new Map<number, { due: number; sent: number }>()
  let now = 0
  const counted = { begin: 0, end: arrivals.length }
  const dispatcher = new Dispatcher(arrivals, counted, connections, (connection, due) => {
    inFlight.set(connection, { due, sent: now })
  })
  for (let place = 0; place < connections; place++) dispatcher.free(place, 0)
  for (; now < end; now += STEP) {
    if (now % period >= stall) {
      for (const [connection, { due, sent }] of inFlight) {
        inFlight.delete(connection)
        latencies.push(now - due)
        fromSending.push(now - sent)
        dispatcher.completed(connection)
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

test('a stall of 100 ms every 2 s shows 80 ms at p99 and 98 ms at p99.9, for any number of connections', () => {
  const arrivals = Float64Array.from({ length: 16_000 }, (_, i) => i / 2)
  for (const connections of [10, 100, 1_000]) {
    const { latencies } = simulate(arrivals, { stall: 100, period: 2_000, connections, end: 10_000 })
    assert.equal(latencies.length, arrivals.length)
    // S - (1 - p)T, and the drain: the simulated server sends one response per connection and step.
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

test('latency from the sending hides requests that wait for a connection', () => {
  const arrivals = drawArrivals(2_000, 8, 1)
  const { latencies, fromSending } = simulate(arrivals, {
    stall: 100,
    period: 2_000,
    connections: 10,
    end: 10_000,
  })
  assert.ok(quantile(latencies, 0.99) > 70)
  assert.ok(quantile(fromSending, 0.99) < 1, 'p99 from the sending')
})

test('lateness counts only from when a connection was free', () => {
  const arrivals = Float64Array.from([1, 2, 3])
  const sent: [number, number][] = []
  const dispatcher = new Dispatcher(arrivals, { begin: 0, end: 3 }, 2, (connection, due) =>
    sent.push([connection, due]),
  )
  dispatcher.free(0, 0)
  dispatcher.free(1, 0)
  // The generator stalls until 10.
  dispatcher.turn(10)
  assert.deepEqual(sent, [
    [0, 1],
    [1, 2],
  ])
  assert.deepEqual(dispatcher.completed(0), { counts: true, sentLate: 9 })
  dispatcher.free(0, 30)
  dispatcher.turn(31)
  assert.deepEqual(sent[2], [0, 3])
  // No connection was free before 30: the generator is not to blame for the wait until then.
  assert.deepEqual(dispatcher.completed(0), { counts: true, sentLate: 1 })
})

test('outcomes add up to the scheduled requests', () => {
  const arrivals = Float64Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const on: number[] = []
  // The first and the last request do not count.
  const dispatcher = new Dispatcher(arrivals, { begin: 1, end: 9 }, 3, (connection) => on.push(connection))
  for (const place of [0, 1, 2]) dispatcher.free(place, 0)
  dispatcher.turn(2)
  assert.deepEqual(on, [0, 1, 2])
  assert.equal(dispatcher.completed(0).counts, false)
  dispatcher.failed(1)
  dispatcher.requeue(2)
  assert.equal(dispatcher.backlog(2), 1, 'the request to retry')
  assert.deepEqual(dispatcher.counts(), { scheduled: 8, completed: 0, failed: 1, unsent: 7 })
  dispatcher.free(0, 3)
  dispatcher.turn(3)
  dispatcher.free(1, 3)
  dispatcher.turn(3)
  assert.equal(dispatcher.completed(0).counts, true)
  assert.equal(dispatcher.inFlight, 1)
  assert.equal(dispatcher.backlog(5.5), 3, 'one in flight, two due')
  dispatcher.isSending = false
  dispatcher.free(0, 9)
  dispatcher.turn(9)
  assert.equal(dispatcher.inFlight, 1, 'nothing more is sent')
  assert.equal(dispatcher.isDone, false)
  // Completed: 2, sent again. Failed: 1 (broken connection) and 3 (no response). Unsent: 4 to 8.
  assert.deepEqual(dispatcher.counts(), { scheduled: 8, completed: 1, failed: 2, unsent: 5 })
})

test('a response without a request, or a second one, throws', () => {
  const dispatcher = new Dispatcher(Float64Array.from([0]), { begin: 0, end: 1 }, 1, () => {})
  assert.throws(() => dispatcher.completed(0), /load generator bug/)
  dispatcher.free(0, 0)
  dispatcher.turn(0)
  dispatcher.completed(0)
  assert.equal(dispatcher.isDone, true)
  assert.throws(() => dispatcher.completed(0), /load generator bug/)
  assert.deepEqual(dispatcher.counts(), { scheduled: 1, completed: 1, failed: 0, unsent: 0 })
})
