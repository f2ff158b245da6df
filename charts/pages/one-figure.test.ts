import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { oneFigureText } from './one-figure.ts'

test('correlations are those of the result’s own figures', () => {
  const result = inventedResult(threeServers)
  assert.match(oneFigureText(result), /^Requests\/s, mean latency and CPU time per request are one figure/)
  assert.match(oneFigureText(result), /With 1,000 requests in flight .* by 1\.0000 with .* and by 1\.0000 with/)
  const summary = result.servers.find(({ name }) => name === 'http-bun')?.summary
  assert.ok(summary)
  // On logarithms the other two are 1.05 apart: far off, and yet on the right side.
  summary.cpuPerRequest.median *= 3
  const [, latency, cpu] = /by (\S+) with the reciprocal.* by (\S+) with that/.exec(oneFigureText(result)) ?? []
  assert.equal(latency, '1.0000')
  assert.ok(Number(cpu) > 0 && Number(cpu) < 0.9, cpu)
  assert.match(oneFigureText(result), /^Requests\/s and mean latency are one figure; CPU time per request is not/)
})

test('with too few servers, or all alike, there is nothing to correlate', () => {
  assert.equal(oneFigureText(inventedResult(threeServers.slice(0, 2))), '')
  const alike = ['a', 'b', 'c'].map((name) => ({ name, requestsPerSecond: 1000 }))
  assert.equal(oneFigureText(inventedResult(alike)), '')
})
