import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RunClock } from './run-clock.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

/** Returns the end of a measurement of 60 s, in which the time of day was changed by so many seconds. */
function endAfter(change: number, since?: string) {
  let [now, elapsed] = [START, 5_000]
  const clock = new RunClock(
    () => now,
    () => elapsed,
  )
  now += 60_000 + 1000 * change
  elapsed += 60_000
  return clock.end(since)
}

test('an end is never before the start, and a clock that was set back is named', () => {
  assert.deepEqual(endAfter(0), { finishedAt: '2026-01-01T00:01:00.000Z', notice: null })
  assert.deepEqual(endAfter(-0.5), { finishedAt: '2026-01-01T00:01:00.000Z', notice: null })
  assert.equal(endAfter(30).finishedAt, '2026-01-01T00:01:30.000Z', 'the machine slept')
  const back = endAfter(-3_600)
  assert.equal(back.finishedAt, '2026-01-01T00:01:00.000Z')
  assert.match(back.notice ?? '', /^the clock was set back by 3600 s during the measurement/)
  const since = '2026-01-01T01:00:00.000Z'
  assert.equal(endAfter(0, since).finishedAt, since, 'a measurement that was resumed')
})
