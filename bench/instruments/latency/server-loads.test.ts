import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasStalled } from '../../load/open.ts'
import { sampleReport } from '../../test/fixtures.ts'
import { loadOf, stepOf } from './server-loads.ts'

const objective = { quantile: 'p99', milliseconds: 20 } as const

const sampleKernel = { userSeconds: 0.05, systemSeconds: 0.01, contextSwitches: 0, interrupts: null }

/** A load with that p99 in milliseconds, and the least that it is without the generator's own part. */
function loaded(p99: number | null, least = p99, change: { unsent?: number; backlogGrowth?: number } = {}) {
  const { unsent = 0, backlogGrowth = 0 } = change
  const counts = { scheduled: 1_000, completed: 1_000 - unsent, failed: 0, unsent, backlogGrowth }
  return {
    report: {
      ...counts,
      load: sampleReport({ requests: 1_200 }),
      seconds: 1,
      latency: { p50: 1, p90: 2, p99 },
      least: { p50: 1, p90: 2, p99: least },
      longestTurn: 1,
    },
    usage: { maxCpuPercent: 100, cpuSeconds: 0.06, peakMemory: 1e6, kernel: sampleKernel },
    noise: null,
  }
}

test('a load says more of the generator where it looked at nothing for a hundredth of it, or for 20 ms', () => {
  assert.equal(hasStalled({ seconds: 1.5, longestTurn: 14.9 }), false)
  assert.equal(hasStalled({ seconds: 1.5, longestTurn: 15.1 }), true)
  assert.equal(hasStalled({ seconds: 10, longestTurn: 19 }), false)
  assert.equal(hasStalled({ seconds: 10, longestTurn: 50 }), true)
})

test('a load as the file has it', () => {
  const { p50, p99, generatorPart, cpuMicroseconds } = loadOf(loaded(25, 15))
  assert.deepEqual([p50, p99, generatorPart, cpuMicroseconds], [1, 25, 10, 50])
  assert.equal(loadOf(loaded(null)).generatorPart, null)
  const unknown = loaded(25)
  assert.equal(loadOf({ ...unknown, usage: { ...unknown.usage, kernel: null } }).cpuMicroseconds, null)
})

test('what passes with the generator’s own part has passed', () => {
  assert.deepEqual(stepOf(loaded(15, 1), 1_000, objective), { rate: 1_000, value: 15, outcome: 'passed' })
})

test('of what would pass without the generator’s own part, and where it stood still, nothing is known', () => {
  assert.equal(stepOf(loaded(25, 15), 1_000, objective).outcome, 'unknown')
  assert.equal(stepOf(null, 1_000, objective).outcome, 'unknown')
})

test('what is too slow, endless or not held has failed', () => {
  const bad = [loaded(25), loaded(null), loaded(5, 5, { backlogGrowth: 500 }), loaded(5, 5, { unsent: 100 })]
  for (const each of bad) assert.equal(stepOf(each, 1_000, objective).outcome, 'failed')
})
