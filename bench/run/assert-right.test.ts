import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadReport } from '../load/generator.ts'
import type { TrialPhase } from '../server/trial-failure.ts'
import { sampleReport } from '../test/fixtures.ts'
import { assertRightAnswers, contradiction } from './assert-right.ts'

const IN_FLIGHT = 10
const { latency } = sampleReport()

test('a correct report is consistent', () => {
  assert.equal(contradiction(sampleReport(), IN_FLIGHT), null)
  // All latencies are equal.
  const flat = { mean: 9, p50: 9, p95: 9, p99: 9, max: 9 }
  assert.equal(contradiction(sampleReport({ latency: flat }), IN_FLIGHT), null)
})

const contradictions: [string, Partial<LoadReport>, RegExp][] = [
  ['more responses than requests', { sent: 999 }, /^1000 responses to 999 requests$/],
  [
    'too many requests without a response',
    { sent: 1_011 },
    /^11 requests without a response, but only 10 can be in/,
  ],
  [
    'percentiles that decrease',
    { latency: { ...latency, p99: 7 } },
    /^latency percentiles that decrease$/,
  ],
  [
    'a percentile above the maximum',
    { latency: { ...latency, p99: 15 } },
    /^latency percentiles that decrease$/,
  ],
  [
    'a mean above the maximum',
    { latency: { ...latency, mean: 15 } },
    /^a mean latency of 15 ms above the maximum/,
  ],
  [
    'more in flight than can be',
    { requests: 1_300, sent: 1_300 },
    /^12 requests in flight by Little's law, but only 10/,
  ],
]
for (const [what, change, reason] of contradictions) {
  test(`${what} is inconsistent`, () =>
    assert.match(contradiction(sampleReport(change), IN_FLIGHT) ?? '', reason))
}

const firstWrong = { request: '', expected: 'A', got: 'B' }
const refusals: [string, Partial<LoadReport>, TrialPhase, RegExp][] = [
  ['no response', { requests: 0 }, 'measurement', /^responded to no request$/],
  ['time-outs', { timeouts: 3, errors: 2 }, 'measurement', /^3 requests timed out$/],
  [
    'errors',
    { errors: 3, non2xx: 2 },
    'measurement',
    /^3 connections failed or were closed under load$/,
  ],
  [
    'another status',
    { non2xx: 3 },
    'measurement',
    /^3 of 1000 responses had a status other than 2xx$/,
  ],
  [
    'a wrong body',
    { wrong: 1, firstWrong, errors: 1, timeouts: 1 },
    'measurement',
    /^1 of 1000 responses were wrong, such as B instead of A$/,
  ],
  [
    'an inconsistent report',
    { requests: 5_000, sent: 1_000 },
    'generator',
    /^the load generator's report is inconsistent: 5000 responses to 1000 requests$/,
  ],
]
for (const [what, change, phase, message] of refusals) {
  test(`${what} disqualifies`, () => {
    assert.throws(() => assertRightAnswers('measurement', sampleReport(change), IN_FLIGHT), {
      phase,
      message,
    })
  })
}

test('failed requests need no response', () => {
  assert.equal(
    contradiction(sampleReport({ sent: 1_015, errors: 3, timeouts: 2 }), IN_FLIGHT),
    null,
  )
  assert.match(
    contradiction(sampleReport({ sent: 1_016, errors: 3, timeouts: 2 }), IN_FLIGHT) ?? '',
    /16 requests/,
  )
})

test('Little’s law allows for waiting before the window, and for rounding', () => {
  const report = (requests: number, max: number) =>
    sampleReport({ requests, sent: requests, latency: { ...latency, mean: 10, max } })
  // Ten in flight for 1.02 s, plus 5%.
  assert.equal(contradiction(report(1_070, 20), IN_FLIGHT), null)
  assert.notEqual(contradiction(report(1_072, 20), IN_FLIGHT), null)
  assert.equal(contradiction(report(1_250, 200), IN_FLIGHT), null, 'a latency of 200 ms')
})
