import assert from 'node:assert/strict'
import { test } from 'node:test'
import { latency } from '../../shared/probes/latency.ts'
import { sampleLoad, sampleRates } from '../../shared/test/latency.ts'
import { sampleMeasurement } from '../../shared/test/measurements.ts'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { matterText } from './matter.ts'

test('README says whether a choice matters, at a usual rate', () => {
  const result = inventedResult([...threeServers, { name: 'fastify', requestsPerSecond: 42_691.2 }])
  const five = (name: string, cpu: number) =>
    sampleRates(
      name,
      Array.from({ length: 5 }, (_, i) => [
        sampleLoad(1_000, 1, { cpu, maximum: 40_000 + i }),
        sampleLoad(100, 1, { cpu, maximum: 40_000 + i }),
      ]),
    )
  const file = sampleMeasurement(latency, [...five('fastify', 60), ...five('express', 100)])
  assert.match(
    matterText([publishedAs(result)], [{ file, path: '' }]),
    /^\*\*fastify or express: does it matter at 200 to 1,000 requests\/s\? No\.\*\* From CPU time, with 2 ms of waiting for, say, a database, requests finish 1\.9% sooner with fastify \(\S+ to \S+%\) at 1,000\/s, 1\.9% \(\S+ to \S+%\) at 200\/s\. /,
  )
  assert.match(
    matterText([publishedAs(result)], [{ file, path: '' }]),
    / fastify saves at most \d\.\d+% of a core\. .Measured.\(\S+\) p99, no wait: fastify 4\.0 \(4\.0–4\.0\), express 4\.0 \(4\.0–4\.0\) ms\. .Your rate/,
  )
  const [run = assert.fail()] = result.runs
  run.file.environment = { ...run.file.environment, boot: 'starved' }
  run.file.details.health = { healthy: false } as typeof run.file.details.health
  file.environment = { ...file.environment, boot: 'starved' }
  assert.match(
    matterText([publishedAs(result)], [{ file, path: '' }]),
    /latency\) p99, no wait: [^:]*, provisional\. /,
  )
  const other = sampleMeasurement(latency, five('fastify', 60))
  assert.equal(matterText([publishedAs(result)], [{ file: other, path: '' }]), '')
})
