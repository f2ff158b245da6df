import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleLatency, sampleLatencyServer, samplePoint } from '../../test/latency.ts'
import { inventedResult, publishedAs, threeServers } from '../../test/run-fixture.ts'
import { instrumentFiles } from '../instrument.ts'
import type { LatencyServer } from './format.ts'
import latency, { ratePoints } from './instrument.ts'
import { matterText } from './matter.ts'

/** Returns three processes around a median latency. */
const around = (milliseconds: number, point: (p50: number) => ReturnType<typeof samplePoint>[]) =>
  [0.5, 1, 1.5].map((factor) => point(factor * milliseconds))

const path = 'results/latency/update-user/2026-11-22T10-00-00Z.json'
const stored = (
  servers: readonly LatencyServer[],
  protocol: Parameters<typeof sampleLatency>[1] = {},
) => ({
  file: { ...sampleLatency(servers, protocol), checksum: '' },
  path,
})

const servers: LatencyServer[] = [
  sampleLatencyServer(
    'slow',
    around(4, (p50) => [
      samplePoint(1_000, p50, { cpuMicroseconds: 400 }),
      samplePoint(5_000, null),
    ]),
    { process: { maximum: { requestsPerSecond: 3_000, settled: true } } },
  ),
  sampleLatencyServer(
    'fast',
    around(1, (p50) => [samplePoint(1_000, p50), samplePoint(5_000, 2 * p50)]),
    { runtime: 'bun' },
  ),
  sampleLatencyServer('gone', [], { refusal: 'exited with status 1' }),
]
const published = stored(servers)

async function latencyPage(of: ReturnType<typeof stored>): Promise<string> {
  const files = instrumentFiles(latency, [of])
  return files.get('charts/published/latency/README.md') ?? assert.fail()
}

const rowsOf = (page: string, heading: string) =>
  (page.split(`### ${heading}`)[1] ?? '')
    .split('\n#')[0]
    ?.split('\n')
    .filter((line) => /^\| (slow|fast|gone)/.test(line))
    .map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )

test('each rate has a row per server, the lowest p99 first, and names servers that do not hold it', async () => {
  const page = await latencyPage(published)
  assert.deepEqual(rowsOf(page, 'At 1,000 requests/s'), [
    ['fast', '1.0 (0.50–1.5)', '2.0 (1.0–3.0)', '4.0 (2.0–6.0)', '50', ''],
    ['slow', '4.0 (2.0–6.0)', '8.0 (4.0–12)', '16 (8.0–24)', '400', ''],
  ])
  assert.deepEqual(
    rowsOf(page, 'At 5,000 requests/s')?.map((row) => [row[0], row[3], row.at(-1)]),
    [
      ['fast', '8.0 (4.0–12)', ''],
      ['slow', '', 'does not hold: held by 0 of 3 processes'],
    ],
  )
  assert.match(page, /\n- gone: disqualified: exited with status 1\n/)
  assert.ok(page.includes(`[\`${path}\`](../../../${path})`))
  assert.doesNotMatch(page, /p99\.9/)
})

test('a row has no figure if the generator stalled each time', async () => {
  const still = sampleLatencyServer('slow', [[samplePoint(1_000, null, { stoodStill: 3 })]])
  const page = await latencyPage(stored([still, ...servers.slice(1)]))
  assert.deepEqual(rowsOf(page, 'At 1,000 requests/s')?.[1], [
    ...['slow', '', '', '', ''],
    'no figure: the load generator stalled each time',
  ])
})

test('caveats: processes that did not hold the rate, the generator’s part of p99, and noise', async () => {
  const caveatOf = async (...points: ReturnType<typeof samplePoint>[]) => {
    const server = sampleLatencyServer(
      'slow',
      points.map((point) => [point]),
    )
    return rowsOf(await latencyPage(stored([server])), 'At 1,000 requests/s')?.[0]?.at(-1)
  }
  const good = samplePoint(1_000, 1)
  assert.equal(
    await caveatOf(good, good, samplePoint(1_000, 9, { backlogGrowth: 500 })),
    'held by 2 of 3 processes',
  )
  assert.equal(
    await caveatOf(samplePoint(1_000, 1, { generatorPart: 2.5 })),
    'up to 2.5 ms of p99 may be the load generator’s',
  )
  assert.equal(await caveatOf(samplePoint(1_000, 1, { noise: 'others' })), 'noisy')
})

test('the chart has a line per server, up to the highest rate that it holds', async () => {
  assert.deepEqual(
    ratePoints(published.file).map(({ name, count, value }) => [name, count, value]),
    [
      ['slow', 1_000, 16],
      ['fast', 1_000, 4],
      ['fast', 5_000, 8],
    ],
  )
  const [chart] = latency.charts?.(published.file) ?? []
  // Too few processes for a claim.
  assert.equal(chart?.title, 'P99 latency of each server at 1,000 requests/s')
  const svg = chart?.draw('dark', []) ?? ''
  for (const text of ['>slow<', '>fast<']) assert.ok(svg.includes(text), text)
})

test('README says whether a choice matters, at the lowest measured rate', () => {
  const result = inventedResult([...threeServers, { name: 'fastify', requestsPerSecond: 42_691.2 }])
  const five = (name: string, cpuMicroseconds: number) =>
    sampleLatencyServer(
      name,
      Array.from({ length: 5 }, () => [
        samplePoint(1_000, 1, { cpuMicroseconds }),
        samplePoint(100, 1, { cpuMicroseconds }),
      ]),
    )
  const measured = stored([five('fastify', 60), five('express', 100)])
  const text = matterText([publishedAs(result)], [measured])
  assert.match(
    text,
    /^\*\*fastify or express: does it matter at 100 requests\/s\? No\.\*\* With 2 ms of your own work, requests finish 1\.9% sooner with fastify than with express \(/,
  )
  assert.match(
    text,
    / CPU time differs by at most 0\.\d+% of a core\. .At this rate.\(\S+\) a request uses \d\S*–\d\S*× \(fastify\) and \d\S*–\d\S*× \(express\) the CPU time of one at full load; that is included\./,
  )
  assert.equal(matterText([publishedAs(result)], [published]), '')
})
