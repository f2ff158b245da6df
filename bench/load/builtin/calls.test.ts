import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OUTCOMES } from '../../../charts/instruments/overload/format.ts'
import { Calls } from './calls.ts'

const PATIENCE = 100

const evenly = (perMillisecond: number, from: number, to: number) =>
  Array.from({ length: (to - from) * perMillisecond }, (_, i) => from + i / perMillisecond)

/** Makes calls by hand. */
function byHand(arrivals: readonly number[], connections: readonly number[]) {
  const events: string[] = []
  const calls = new Calls(arrivals, PATIENCE, connections, {
    call: (connection, request) => events.push(`${request} on ${connection}`),
    hangUp: (connection) => events.push(`hang up ${connection}`),
  })
  return { calls, events, taken: () => events.splice(0) }
}

describe('calls', () => {
  test('each request has one outcome, and its time counts from when it was due', () => {
    const { calls, taken } = byHand([0, 1, 2, 3, 4, 50], [0, 1, 2, 3, 4])
    calls.turn(4)
    assert.deepEqual(taken(), ['0 on 4', '1 on 3', '2 on 2', '3 on 1', '4 on 0'])
    calls.turn(50)
    assert.deepEqual(taken(), [], 'no connection is free')
    calls.settle(4, 'good', 50)
    calls.settle(3, 'rejected', 50)
    calls.settle(2, 'failed')
    calls.turn(60)
    assert.deepEqual(taken(), ['5 on 3'], 'an open connection, the last used first')
    calls.turn(103)
    assert.deepEqual(taken(), ['hang up 1'])
    assert.throws(() => calls.settle(1, 'good', 101), /an outcome without a request/)
    calls.settle(0, 'good', 101)
    assert.equal(calls.isDone, false)
    calls.settle(3, 'good', 70)
    assert.equal(calls.isDone, true)
    const { p50, p99, recovery, behind, ...counts } = calls.outcome(0, 51, 51)
    assert.deepEqual(counts, { scheduled: 6, good: 2, rejected: 1, late: 2, failed: 1, unsent: 0 })
    assert.deepEqual([p50, p99], [60, 69.8])
  })

  test('a request for which no connection is free in time is never sent', () => {
    const { calls, taken } = byHand([0, 10, 90], [0])
    calls.turn(95)
    calls.turn(110)
    assert.deepEqual(taken(), ['0 on 0', 'hang up 0', '2 on 0'])
    calls.settle(0, 'good', 30)
    const { unsent, late, good } = calls.outcome(0, 100, 100)
    assert.deepEqual([unsent, late, good, calls.isDone], [1, 1, 1, true])
  })

  test('a generator that is busy when requests are due is behind', () => {
    const { calls } = byHand([0, 5, 16, 20], [0, 1, 2, 3])
    calls.turn(0)
    calls.turn(16)
    calls.turn(30)
    assert.equal(calls.outcome(0, 21, 21).behind, 1)
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
  const calls = new Calls(arrivals, PATIENCE, [...Array(1_000).keys()], {
    call(connection, request) {
      if (queue.length < longestQueue) queue.push({ connection, request })
      else rejected.push(connection)
    },
    hangUp() {},
  })
  const latency = (request: number) => now - (arrivals[request] as number)
  for (; !calls.isDone; now++) {
    const [served] = queue
    queue = queue.slice(1)
    if (served && calls.isOn(served.connection, served.request))
      calls.settle(served.connection, 'good', latency(served.request))
    calls.turn(now)
    for (const connection of rejected.splice(0)) calls.settle(connection, 'rejected', 0)
  }
  return calls.outcome(from, to, end)
}

describe('a simulated server', () => {
  const patient = { longestQueue: Number.POSITIVE_INFINITY }

  test('below its capacity responds to all in time', () => {
    const { good, scheduled, recovery } = overload(patient, 0.5)
    assert.deepEqual([good, recovery], [scheduled, 0])
  })

  test('that lets all requests wait soon responds to none in time, and one that rejects early does what it can', () => {
    const [late, early] = [overload(patient, 2), overload({ longestQueue: 50 }, 2)]
    for (const each of [late, early])
      assert.equal(
        OUTCOMES.reduce((sum, outcome) => sum + each[outcome], 0),
        each.scheduled,
      )
    assert.equal(late.scheduled, 4_000)
    assert.ok(late.good < 250 && late.late > 3_700, JSON.stringify(late))
    assert.ok(early.good > 1_950 && early.rejected > 1_900 && early.late === 0, JSON.stringify(early))
    assert.ok((early.p99 ?? 0) < 60, JSON.stringify(early))
    assert.equal(early.recovery, 0)
    // Half of the capacity is left to work off a queue of 2 s, and of 0.5 s.
    assert.equal(late.recovery, null)
    assert.equal(overload(patient, 1.25).recovery, 800)
  })
})
