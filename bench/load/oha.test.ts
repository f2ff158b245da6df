import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ohaTool } from './oha.ts'
import { sampleLoad } from './samples.ts'

/** What oha 1.16.0 prints, without what is not read. */
const OUTPUT = {
  summary: {
    successRate: 0.99,
    total: 1.003,
    slowest: 0.03,
    fastest: 0.0001,
    average: 0.0029,
    requestsPerSec: 1_000.5,
    totalData: 104_000,
    sizePerRequest: 104,
    sizePerSec: 103_000.5,
  },
  latencyPercentiles: {
    p10: 0.001,
    p25: 0.0015,
    p50: 0.0025,
    p75: 0.003,
    p90: 0.004,
    p95: 0.005,
    p99: 0.011,
    'p99.9': 0.024,
    'p99.99': 0.03,
  },
  statusCodeDistribution: { 200: 990, 204: 5, 500: 4, 302: 1 },
  errorDistribution: { 'aborted due to deadline': 10, timeout: 3, 'connection closed before message requests': 2 },
}

test('builds its arguments', () => {
  const args = ohaTool.arguments(sampleLoad({ seconds: 1.5, threads: 2, port: 8080 }))
  assert.deepEqual(args, [
    ...['-z', '1500ms', '-c', '10', '-t', '5000ms', '--worker-threads', '2'],
    ...['--no-tui', '--output-format', 'json', '--disable-compression', '--ipv4', '-H', 'user-agent: oha'],
    ...['-m', 'POST', '-H', 'content-type: application/json', '-Z', '/tmp/a/bodies.txt'],
    'http://127.0.0.1:8080/updateUser',
  ])
})

test('parses what oha prints', () => {
  const { bytesSent, ...report } = ohaTool.parse(JSON.stringify(OUTPUT), sampleLoad())
  assert.deepEqual(report, {
    seconds: 1.003,
    requests: 1_000,
    latency: { mean: 2.9, sd: null, p50: 2.5, p90: 4, p97_5: null, p99: 11, p99_9: 24, max: 30 },
    bytesReceived: 104_000,
    errors: 2,
    timeouts: 3,
    non2xx: 5,
  })
  assert.ok(bytesSent > 0)
})

test('a load without any answer has no latency', () => {
  const none = null
  const output = {
    summary: { ...OUTPUT.summary, slowest: none, fastest: none, average: none, totalData: 0 },
    latencyPercentiles: { p50: none, p90: none, p99: none, 'p99.9': none },
    statusCodeDistribution: {},
    errorDistribution: { 'Connection refused (os error 111)': 7 },
  }
  const { requests, errors, latency } = ohaTool.parse(JSON.stringify(output), sampleLoad())
  assert.deepEqual({ requests, errors, mean: latency.mean }, { requests: 0, errors: 7, mean: 0 })
})

test('refuses what is no result', () => {
  const { errorDistribution, ...incomplete } = OUTPUT
  for (const broken of ['', '{', JSON.stringify(OUTPUT).slice(0, -5), JSON.stringify(incomplete), '{"error":"x"}']) {
    assert.throws(() => ohaTool.parse(broken, sampleLoad()))
  }
})
