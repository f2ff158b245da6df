import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IdleWait } from './idle-wait.ts'

/** Asserts idleness after pauses of 1 s each, in which a server used so much CPU time. */
async function assertIdle(used: readonly number[], watched = true): Promise<void> {
  let [cpuSeconds, now] = [0, 0]
  const wait = new IdleWait(
    async () => [],
    () => cpuSeconds,
    () => now,
  )
  for (const seconds of used) {
    // The load.
    cpuSeconds += 1
    await wait.begin(watched)
    cpuSeconds += seconds
    now += 1_000
    await wait.untilIdle()
  }
  wait.assertIdle('measurement')
}

test('a server may use little CPU time between its loads, counted over all pauses', async () => {
  await assertIdle([0.2, 0.12, 0.12])
  await assert.rejects(assertIdle([0.1, 0.3]), {
    phase: 'measurement',
    message:
      'used 0.40 s of CPU time in the 2.00 s between its loads, when other servers are loaded: background work is at most 0.34 s',
  })
})

test('after a load that leaves work behind, it may use any', () => assertIdle([1, 1], false))
