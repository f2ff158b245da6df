import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InFlight } from './in-flight.ts'

/** Returns as many requests in flight as are kept. */
function filled(depth: number): InFlight {
  const inFlight = new InFlight(depth)
  while (inFlight.free > 0) inFlight.add(10 * inFlight.size)
  return inFlight
}

test('responses in order take the oldest request, with its own sending time', () => {
  const inFlight = filled(3)
  assert.deepEqual([inFlight.oldest, inFlight.last, inFlight.size], [0, 2, 3])
  assert.equal(inFlight.take(), 0)
  assert.equal(inFlight.add(30), 3)
  const times = [1, 2, 3].map((number) => {
    assert.equal(inFlight.oldest, number)
    return inFlight.take()
  })
  assert.deepEqual(times, [10, 20, 30])
  assert.deepEqual([inFlight.size, inFlight.free, inFlight.isOvertaken], [0, 3, false])
})

test('a later response overtakes those before it, which may still come', () => {
  const inFlight = filled(4)
  assert.equal(
    inFlight.overtake(() => false),
    0,
  )
  assert.equal(
    inFlight.overtake((request) => request === 2),
    2,
  )
  assert.deepEqual([inFlight.oldest, inFlight.size, inFlight.free], [3, 3, 1])
  assert.equal(
    inFlight.takeOvertaken((request) => request === 3),
    false,
  )
  assert.equal(
    inFlight.takeOvertaken((request) => request === 1),
    true,
  )
  inFlight.take()
  assert.deepEqual([inFlight.overtaken, inFlight.isOvertaken, inFlight.oldest], [1, true, 0])
  inFlight.take()
  assert.equal(inFlight.size, 0)
})

test('a connection begins again without requests', () => {
  const inFlight = filled(3)
  inFlight.overtake((request) => request === 1)
  inFlight.clear()
  assert.deepEqual([inFlight.size, inFlight.add(0)], [0, 3])
})
