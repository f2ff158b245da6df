import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result, Trial } from '../format/format.ts'
import { repositoryResults } from '../test/published-fixture.ts'
import { sampleTrial } from '../test/samples.ts'
import { scaledFigures } from './scaled-figures.ts'

/** Percent × seconds: the kernel counts CPU time in ticks of 10 ms, so that a trial may have one too many. */
const TICK = 1
/** Relative difference in length of bodies of the same kind, which contain random data. */
const BODIES = 0.002

const rate = { value: 2_000, low: 1_600, high: 2_500 }
/** Returns a trial on a machine that is slower by a factor. */
const slowed = (round: number, times: number): Trial => {
  const trial = sampleTrial(round, 1_000 / times)
  const latency = { p50: 4 * times, p95: 6 * times, p99: 8 * times }
  return { ...trial, latency, receivedPerSecond: 200_000 / times }
}

const near = (value: number | null, expected: number) =>
  assert.ok(
    value !== null && Math.abs(value / expected - 1) < 1e-9,
    `${value} instead of ${expected}`,
  )

test('other figures are per-request figures scaled by requests/s, without what slowed a trial', () => {
  const figures = scaledFigures(
    [1, 2, 3, 4, 5].map((round) => [slowed(round, round)]),
    rate,
  )
  const [half, quarter] = [rate.value / 1_000, rate.high / 1_000]
  near(figures.latencyP50.value, 4 / half)
  near(figures.latencyP95?.value ?? null, 6 / half)
  near(figures.latencyP99.value, 8 / half)
  near(figures.receivedPerSecond.value, 200_000 * half)
  near(figures.receivedPerSecond.high, 200_000 * quarter)
  near(figures.cpuPerRequest.value, 900 / half)
  near(figures.cpuPerRequest.low, 900 / quarter)
  assert.deepEqual([figures.cpuMean.value, figures.peakMemory.value], [90, 5e7])
})

/** Returns every published result, with a label. */
const results = (): [string, Result][] =>
  repositoryResults().map(({ result }) => [result.scenario, result])

test('no published row has more CPU time than its CPUs', () => {
  for (const [label, { servers, protocol }] of results()) {
    for (const { name, summary } of servers) {
      if (!summary) continue
      const percent = (summary.cpuPerRequest.value * summary.requestsPerSecond.value) / 10_000
      assert.ok(percent <= 100 + TICK / protocol.durationSeconds, `${label}, ${name}: ${percent}%`)
    }
  }
})

test('published servers with equal responses have equal bytes per request', () => {
  const equals = [
    ['zod', 'zod-compiled'],
    ['hono.bun', 'hono.deno'],
    ['http-node', 'polka'],
    ['fastify', 'fastify-typebox'],
  ]
  for (const [label, { servers }] of results()) {
    for (const names of equals) {
      const [one, other] = names
        .flatMap((name) => servers.find((server) => server.name === name)?.summary ?? [])
        .map(
          ({ receivedPerSecond, requestsPerSecond }) =>
            receivedPerSecond.value / requestsPerSecond.value,
        )
      if (one && other)
        assert.ok(
          Math.abs(one / other - 1) < BODIES,
          `${label}, ${names}: ${one} and ${other} bytes`,
        )
    }
  }
})
