import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as statistics from 'simple-statistics'
import { normalNumbers } from '../basics/testing.ts'
import { sampleCounts } from './counts-fixtures.ts'
import { noiseOf, summarizeProcesses } from './counts-summary.ts'

test('a server’s count is the mean of its processes with an interval', () => {
  const [server] = sampleCounts({ fastify: [100, 102, 104] }).servers
  const { processes = [] } = server ?? {}
  const summary = summarizeProcesses(processes)
  assert.ok(summary)
  assert.equal(summary.javascript, 102)
  // Student's t for two degrees of freedom is 4.303; the standard deviation is 2.
  assert.ok(Math.abs((summary.high ?? 0) - (102 + (4.303 * 2) / Math.sqrt(3))) < 0.01)
  assert.ok(Math.abs(summary.sd - 2 / 102) < 1e-9)
  assert.equal(summarizeProcesses(processes.slice(0, 1))?.low, null)
  assert.equal(summarizeProcesses([]), null)
})

test('noise is the third quartile of changes plus three times the interquartile range, scaled to the means', () => {
  // Changes of 10, 10 and 20%: quartiles 10 and 20%.
  const noise = noiseOf([100, 110], [100, 110, 121])
  const [first, third] = [0.1, (0.1 + 0.21) / 2]
  assert.ok(Math.abs((noise ?? 0) - (third + 3 * (third - first)) * Math.sqrt((1 / 2 + 1 / 3) / 2)) < 1e-9, `${noise}`)
  assert.equal(noiseOf([5, 5, 5], [6, 6, 6]), 0.001)
  assert.equal(noiseOf([1, 2], [1, 2]), null)
})

test('noise detects 1% more in a server whose processes differ by 0.2%, and rarely a copy', () => {
  const normal = normalNumbers(7)
  const draw = (mean: number) => Array.from({ length: 5 }, () => mean * (1 + 0.002 * normal()))
  const isBeyond = (mean: number) => {
    const [before, after] = [draw(100_000), draw(mean)]
    const ratio = statistics.mean(after) / statistics.mean(before)
    return Math.abs(ratio - 1) > (noiseOf(before, after) ?? 0)
  }
  const share = (mean: number) => Array.from({ length: 200 }, () => isBeyond(mean)).filter(Boolean).length / 200
  assert.ok(share(101_000) >= 0.95 && share(100_000) <= 0.05, `${share(101_000)} and ${share(100_000)}`)
})
