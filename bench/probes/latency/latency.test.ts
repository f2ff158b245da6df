import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasStalled } from '../../load/open-load.ts'
import { sampleReport } from '../../test/fixtures.ts'
import { secondsAt, valuesOf } from './measure.ts'

const sampleKernel = {
  userSeconds: 0.05,
  systemSeconds: 0.01,
  contextSwitches: 0,
  interrupts: null,
}

/** Returns a load with that p99 in milliseconds, and its lower bound without the generator's delays. */
function loaded(p99: number | null, least = p99) {
  const quantiles = { p50: 1, p90: 2, p95: 3, max: 30 }
  return {
    report: {
      scheduled: 1_000,
      completed: 1_000,
      failed: 0,
      unsent: 0,
      backlogGrowth: 0,
      load: sampleReport({ requests: 1_200 }),
      seconds: 1,
      latency: { ...quantiles, p99 },
      least: { ...quantiles, p99: least },
      longestTurn: 1,
    },
    usage: { cpuSeconds: 0.06, peakMemory: 1e6, kernel: sampleKernel },
    noise: null,
  }
}

test('the generator stalled if a turn took 1% of the load', () => {
  assert.equal(hasStalled({ seconds: 1.5, longestTurn: 14.9 }), false)
  assert.equal(hasStalled({ seconds: 1.5, longestTurn: 15.1 }), true)
  assert.equal(hasStalled({ seconds: 20, longestTurn: 199 }), false)
  assert.equal(hasStalled({ seconds: 20, longestTurn: 201 }), true)
})

test('a low rate is loaded long enough for its p99', () => {
  assert.deepEqual(
    [100, 1_000, 2_000, 20_000].map((rate) => secondsAt(rate, 1)),
    [20, 2, 1, 1],
  )
})

test('the figures of a load', () => {
  const { p50, p99, max, generatorPart, cpu } = valuesOf(loaded(25, 15))
  assert.deepEqual([p50, p99, max, generatorPart, cpu], [1, 25, 30, 10, 50])
  assert.equal(valuesOf(loaded(null)).generatorPart, null)
  const unknown = loaded(25)
  assert.equal(valuesOf({ ...unknown, usage: { ...unknown.usage, kernel: null } }).cpu, null)
})
