import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { spreadOf, sum } from '../../../shared/stats/statistics.ts'
import { OUTCOMES } from '../open-load.ts'
import { Calls } from './calls.ts'
import { drawArrivals, outcomeOf, quantilesOf } from './open-loop.ts'

const TIMEOUT = 100

const evenly = (perMillisecond: number, from: number, to: number) =>
  Array.from({ length: (to - from) * perMillisecond }, (_, i) => from + i / perMillisecond)

/** Makes calls by hand. */
function byHand(
  arrivals: readonly number[],
  open: readonly number[],
  closed: readonly number[] = [],
  waits = true,
) {
  const events: string[] = []
  const calls = new Calls(
    arrivals,
    TIMEOUT,
    { open, closed },
    {
      call: (connection, request) => events.push(`${request} on ${connection}`),
      hangUp: (connection) => events.push(`hang up ${connection}`),
    },
    waits,
  )
  return { calls, events, taken: () => events.splice(0) }
}

describe('calls', () => {
  test('each request has one outcome, and its time counts from when it was due', () => {
    const { calls, taken } = byHand([0, 1, 2, 3, 4, 50, 51], [4, 3], [0, 1, 2])
    calls.turn(4)
    assert.deepEqual(taken(), ['0 on 4', '1 on 3', '2 on 2', '3 on 1', '4 on 0'])
    calls.turn(50)
    assert.deepEqual(taken(), [], 'no connection is free')
    calls.settle(4, 'good', 50)
    calls.settle(3, 'rejected', 50)
    calls.settle(2, 'refused', 0)
    calls.turn(60)
    assert.deepEqual(taken(), ['5 on 4', '6 on 3'], 'open connections, the longest free first')
    calls.turn(103)
    assert.deepEqual(taken(), ['hang up 1'])
    assert.throws(() => calls.settle(1, 'good', 101), /an outcome without a request/)
    calls.settle(0, 'good', 101)
    calls.settle(3, 'reset', 0)
    assert.equal(calls.isDone, false)
    calls.settle(4, 'good', 70)
    assert.equal(calls.isDone, true)
    const { p99, recovery, behind, ...counts } = outcomeOf(calls, 0, 51, 51)
    assert.deepEqual(counts, {
      scheduled: 6,
      good: 2,
      rejected: 1,
      late: 2,
      refused: 1,
      reset: 0,
      unsent: 0,
    })
    assert.equal(p99, 69.8)
  })

  test('a request for which no connection is free in time is never sent', () => {
    const { calls, taken } = byHand([0, 10, 90], [0])
    calls.turn(95)
    calls.turn(110)
    assert.deepEqual(taken(), ['0 on 0', 'hang up 0', '2 on 0'])
    calls.settle(0, 'good', 30)
    const { unsent, late, good } = outcomeOf(calls, 0, 100, 100)
    assert.deepEqual([unsent, late, good, calls.isDone], [1, 1, 1, true])
  })

  test('a request of a pool without a free connection ends at once', () => {
    const { calls, taken } = byHand([0, 1, 2, 3], [0, 1], [], false)
    calls.turn(2)
    calls.settle(1, 'good', 1)
    calls.turn(3)
    assert.deepEqual(taken(), ['0 on 0', '1 on 1', '3 on 1'])
    const ended = calls.dueBetween(0, 4).map(({ outcome, latency }) => [outcome, latency])
    assert.deepEqual(ended, [
      ['good', 1],
      ['unsent', 0],
    ])
  })

  test('a generator that is busy when requests are due is behind', () => {
    const { calls } = byHand([0, 5, 16, 20], [0, 1, 2, 3])
    for (const now of [0, 16, 30]) calls.turn(now)
    for (const connection of [0, 1, 2, 3]) calls.settle(connection, 'good', 20, 3)
    assert.equal(outcomeOf(calls, 0, 21, 21).behind, 1)
    assert.deepEqual(
      calls.dueBetween(0, 21).map(({ delay, unread }) => [delay, unread]),
      [
        [0, 3],
        [11, 3],
        [0, 3],
        [10, 3],
      ],
    )
  })

  test('requests without a response count as longer than all others', () => {
    assert.deepEqual(quantilesOf([3, 1, 2], 3), { p50: 2, p90: 3, p95: 3, p99: 3, max: 3 })
    const none = { p50: null, p90: null, p95: null, p99: null, max: null }
    assert.deepEqual(quantilesOf([3, 1, 2], 4), { ...none, p50: 2 })
    assert.deepEqual(quantilesOf([], 0), none)
  })
})

describe('a server that stalls for 100 ms every 2 s', () => {
  /** Milliseconds per step of the simulated clock. */
  const STEP = 0.02

  /** Returns latencies. */
  function simulate(arrivals: readonly number[], connections: number) {
    const inFlight = new Map<number, number>()
    let now = 0
    const calls = new Calls(
      arrivals,
      5_000,
      { open: [...Array(connections).keys()], closed: [] },
      {
        call: (connection, request) => inFlight.set(connection, request),
        hangUp: () => assert.fail('nothing is given up'),
      },
    )
    for (; !calls.isDone; now += STEP) {
      for (const [connection, request] of now % 2_000 < 100 ? [] : inFlight) {
        inFlight.delete(connection)
        calls.settle(connection, 'good', now - (arrivals[request] as number))
      }
      calls.turn(now)
    }
    return calls.dueBetween(0, now).map(({ latency }) => latency)
  }

  test('shows 80 ms at p99 for any number of connections', () => {
    const arrivals = evenly(2, 0, 8_000)
    for (const connections of [10, 100, 1_000]) {
      const { p99 } = quantilesOf(simulate(arrivals, connections), arrivals.length)
      // S - (1 - p)T, and the drain: the simulated server sends one response per connection and step.
      const most = 81 + (200 / connections + 2) * STEP
      assert.ok(Number(p99) >= 79 && Number(p99) <= most, `${p99} ms, ${connections} connections`)
    }
  })
})

interface Server {
  /** Requests that it rejects rather than let them wait. */
  longestQueue: number
}

/** Simulates a server of one request per millisecond, which also serves requests that were given up. */
function overload({ longestQueue }: Server, multiple: number) {
  const [from, to, end] = [200, 2_200, 4_200]
  const arrivals = [...evenly(0.5, 0, from), ...evenly(multiple, from, to), ...evenly(0.5, to, end)]
  let queue: { connection: number; request: number }[] = []
  let now = 0
  const rejected: number[] = []
  const calls = new Calls(
    arrivals,
    TIMEOUT,
    { open: [], closed: [...Array(1_000).keys()] },
    {
      call(connection, request) {
        if (queue.length < longestQueue) queue.push({ connection, request })
        else rejected.push(connection)
      },
      hangUp() {},
    },
  )
  const latency = (request: number) => now - (arrivals[request] as number)
  for (; !calls.isDone; now++) {
    const [served] = queue
    queue = queue.slice(1)
    if (served && calls.isOn(served.connection, served.request))
      calls.settle(served.connection, 'good', latency(served.request))
    calls.turn(now)
    for (const connection of rejected.splice(0)) calls.settle(connection, 'rejected', 0)
  }
  return outcomeOf(calls, from, to, end)
}

describe('a simulated server', () => {
  const queueing = { longestQueue: Number.POSITIVE_INFINITY }

  test('below its capacity responds to all in time', () => {
    const { good, scheduled, recovery } = overload(queueing, 0.5)
    assert.deepEqual([good, recovery], [scheduled, 0])
  })

  test('that lets all requests wait soon responds to none in time, and one that rejects early does what it can', () => {
    const [late, early] = [overload(queueing, 2), overload({ longestQueue: 50 }, 2)]
    for (const each of [late, early])
      assert.equal(
        sum(OUTCOMES, (outcome) => each[outcome]),
        each.scheduled,
      )
    assert.equal(late.scheduled, 4_000)
    assert.ok(late.good < 250 && late.late > 3_700, JSON.stringify(late))
    assert.ok(
      early.good > 1_950 && early.rejected > 1_900 && early.late === 0,
      JSON.stringify(early),
    )
    assert.ok((early.p99 ?? 0) < 60, JSON.stringify(early))
    assert.equal(early.recovery, 0)
    // Half of the capacity is left to work off a queue of 2 s, and of 0.5 s.
    assert.equal(late.recovery, null)
    assert.equal(overload(queueing, 1.25).recovery, 800)
  })
})

const gapsOf = (instants: readonly number[]) =>
  instants.slice(1).map((at, i) => at - (instants[i] as number))

test('Poisson arrivals have exponential gaps and the requested rate', () => {
  const instants = drawArrivals(1_000, 100, 7)
  // Five standard deviations of a Poisson distribution.
  assert.ok(Math.abs(instants.length - 100_000) < 5 * Math.sqrt(100_000), `${instants.length}`)
  const gaps = gapsOf(instants)
  assert.ok(gaps.every((gap) => gap > 0))
  const { mean, sd } = spreadOf(gaps)
  assert.ok(Math.abs(mean - 1) < 0.02 && Math.abs(sd - 1) < 0.03, `mean ${mean}, sd ${sd}`)
  // In an exponential distribution, 1/e of the gaps exceed the mean, and e^-3 exceed three times the mean.
  const share = (limit: number) => gaps.filter((gap) => gap > limit).length / gaps.length
  assert.ok(Math.abs(share(1) - Math.exp(-1)) < 0.01)
  assert.ok(Math.abs(share(3) - Math.exp(-3)) < 0.005)
  // Successive gaps are independent.
  const products = gaps.slice(1).map((gap, i) => (gap - mean) * ((gaps[i] as number) - mean))
  assert.ok(Math.abs(spreadOf(products).mean) < 0.02)
})

test('arrivals depend only on the seed', () => {
  const draw = (seed: number) => drawArrivals(500, 1, seed)
  assert.deepEqual(draw(3), draw(3))
  assert.notDeepEqual(draw(3).slice(0, 5), draw(4).slice(0, 5))
  assert.ok(draw(5).every((at) => at >= 0 && at < 1_000))
})
