import assert from 'node:assert/strict'
import { test } from 'node:test'
import { autocannon, bombardier, oha, wrk } from './programs.ts'

test('wrk: responses other than 200 and broken connections are failures', () => {
  const lines = [
    '  1000 requests in 2.00s, 1.00MB read',
    'Requests/sec:    500.00',
    'Transfer/sec:      0.50MB',
  ]
  assert.deepEqual(wrk.parse(lines.join('\n')), { requests: 1000, seconds: 2, failed: 0 })
  const broken = [
    '  Socket errors: connect 1, read 2, write 0, timeout 3',
    '  Non-2xx or 3xx responses: 4',
  ]
  assert.equal(wrk.parse([lines[0], ...broken, ...lines.slice(1)].join('\n')).failed, 10)
})

test('autocannon: responses other than 2xx and errors are failures', () => {
  const output = { requests: { total: 1000 }, duration: 2, errors: 0, non2xx: 0 }
  assert.deepEqual(autocannon.parse(JSON.stringify(output)), {
    requests: 1000,
    seconds: 2,
    failed: 0,
  })
  assert.equal(autocannon.parse(JSON.stringify({ ...output, errors: 1, non2xx: 2 })).failed, 3)
})

test('bombardier: responses other than 2xx and errors are failures', () => {
  const result = {
    req1xx: 0,
    req2xx: 1000,
    req3xx: 0,
    req4xx: 1,
    req5xx: 2,
    others: 3,
    bytesRead: 500,
    bytesWritten: 100,
  }
  const output = JSON.stringify({ result: { ...result, timeTakenSeconds: 2 } })
  assert.deepEqual(bombardier.parse(output), { requests: 1000, seconds: 2, failed: 6, bytes: 600 })
})

test('oha: other statuses and errors are failures, requests in flight at the end are not', () => {
  const output = {
    summary: { total: 2 },
    statusCodeDistribution: { 200: 1000 },
    errorDistribution: { 'aborted due to deadline': 100 },
  }
  assert.deepEqual(oha.parse(JSON.stringify(output)), { requests: 1000, seconds: 2, failed: 0 })
  const failing = {
    ...output,
    statusCodeDistribution: { 200: 1000, 500: 1 },
    errorDistribution: { 'connection reset by peer': 2, 'aborted due to deadline': 100 },
  }
  assert.equal(oha.parse(JSON.stringify(failing)).failed, 3)
})
