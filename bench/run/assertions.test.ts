import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GeneratorFailure, type LoadReport } from '../load/generator.ts'

import { sampleReport } from '../test/fixtures.ts'
import { assertCorrect, assertPinned, inconsistencyOf } from './assertions.ts'

const IN_FLIGHT = 10
const { latency } = sampleReport()
const flat = { mean: 9, p50: 9, p95: 9, p99: 9, max: 9 }

const inconsistencies: Record<string, [Partial<LoadReport>, RegExp | null]> = {
  'a correct report': [{}, null],
  'equal latencies': [{ latency: flat }, null],
  'failed requests need no response': [{ sent: 1_015, errors: 3, timeouts: 2 }, null],
  'more responses than requests': [{ sent: 999 }, /^1000 responses to 999 requests$/],
  'too many requests without a response': [
    { sent: 1_011 },
    /^11 requests without a response, but only 10 can be in/,
  ],
  'even beside failed ones': [{ sent: 1_016, errors: 3, timeouts: 2 }, /^16 requests/],
  'percentiles that decrease': [{ latency: { ...latency, p99: 7 } }, /^latency percentiles that/],
  'a percentile above the maximum': [
    { latency: { ...latency, p99: 15 } },
    /^latency percentiles that decrease$/,
  ],
  'a mean above the maximum': [
    { latency: { ...latency, mean: 15 } },
    /^a mean latency of 15 ms above the maximum/,
  ],
  'more in flight than can be': [
    { requests: 1_300, sent: 1_300 },
    /^12 requests in flight by Little's law, but only 10/,
  ],
}
test('a report is consistent, or its first inconsistency is named', () => {
  for (const [what, [change, reason]] of Object.entries(inconsistencies)) {
    const found = inconsistencyOf(sampleReport(change), IN_FLIGHT)
    if (reason === null) assert.equal(found, null, what)
    else assert.match(found ?? '', reason, what)
  }
})

test('Little’s law allows for waiting before the window, and for rounding', () => {
  const report = (requests: number, max: number) =>
    sampleReport({ requests, sent: requests, latency: { ...latency, mean: 10, max } })
  // Ten in flight for 1.02 s, plus 5%.
  assert.equal(inconsistencyOf(report(1_070, 20), IN_FLIGHT), null)
  assert.notEqual(inconsistencyOf(report(1_072, 20), IN_FLIGHT), null)
  assert.equal(inconsistencyOf(report(1_250, 200), IN_FLIGHT), null, 'a latency of 200 ms')
})

const firstWrong = { request: '', expected: 'A', got: 'B' }
const failures: [Partial<LoadReport>, RegExp][] = [
  [
    { outOfOrder: 3, wrong: 1, firstWrong, lost: 2 },
    /^responded out of order: 3 of 1000 responses came after that of a later request$/,
  ],
  [{ lost: 9, timeouts: 9 }, /^lost 9 pipelined requests: it responded only to later ones$/],
  [{ lost: 9, errors: 2 }, /^lost 9 pipelined requests: it closed 2 connections$/],
  [{ requests: 0 }, /^responded to no request$/],
  [{ timeouts: 3, errors: 2 }, /^3 requests timed out$/],
  [{ errors: 3, non2xx: 2 }, /^3 connections failed or were closed under load$/],
  [{ non2xx: 3 }, /^3 of 1000 responses had a status other than 2xx$/],
  [
    { wrong: 1, firstWrong, errors: 1, timeouts: 1 },
    /^1 of 1000 responses were wrong, such as B instead of A$/,
  ],
]
test('the first fault of a load disqualifies', () => {
  const check = (change: Partial<LoadReport>) => () =>
    assertCorrect('measurement', sampleReport(change), { connections: IN_FLIGHT })
  for (const [change, message] of failures)
    assert.throws(check(change), { phase: 'measurement', message })
  assert.throws(
    check({ requests: 5_000, sent: 1_000 }),
    new GeneratorFailure(
      "the load generator's report is inconsistent: 5000 responses to 1000 requests",
    ),
    'a report that cannot be is no fault of the server',
  )
})

test('a fault says how many requests were in flight, if several were, and so many may be at the end', () => {
  const load = { connections: 2, pipelining: 5 }
  const check = (change: Partial<LoadReport>) => () =>
    assertCorrect('measurement', sampleReport(change), load)
  check({ requests: 1_000, sent: 1_010, latency: { ...latency, mean: 10 } })()
  const message = /^90 requests timed out, with 5 in flight per connection$/
  assert.throws(check({ timeouts: 90 }), { message })
})

test('CPU time may not exceed that of the server’s CPUs plus the tolerance', () => {
  const check = (used: number, seconds: number, cpus: number[]) =>
    assertPinned('measurement', { pids: [], cpus, seconds, used })
  check(0.52, 0.5, [1])
  check(2.1, 1, [1, 2])
  const message = /^its processes used 129% of a CPU, more than the 100% of its CPUs/
  assert.throws(() => check(1.29, 1, [1]), { message })
})

test('a process that may run on other CPUs is named', {
  skip: process.platform !== 'linux' && 'no /proc',
}, () => {
  const check = (cpus: number[]) =>
    assertPinned('measurement', { pids: [process.pid], cpus, seconds: 1, used: 0 })
  check(Array.from({ length: 4096 }, (_, cpu) => cpu))
  const message = new RegExp(`\\(pid ${process.pid}\\) may run on CPU `)
  assert.throws(() => check([]), { phase: 'measurement', message })
})
