import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LatencyServer } from '../../shared/result/latency.ts'
import { histogramText, sampleLatency, sampleLatencyServer, samplePoint } from '../../shared/result/latency-fixtures.ts'
import { drawLatency, ratePoints } from '../specs/latency.ts'
import { latencyFiles, latencyPage } from './latency.ts'

/** Latencies of five processes around a centre. */
const around = (milliseconds: number) =>
  [0.9, 0.95, 1, 1.05, 1.1].map((factor) => Array.from({ length: 1_000 }, () => factor * milliseconds))

const servers: LatencyServer[] = [
  sampleLatencyServer(
    'slow',
    [samplePoint(1_000, around(4)), samplePoint(5_000, [], { skipped: 'its first process had 3,000/s at most' })],
    {
      maxima: [{ round: 1, requestsPerSecond: 3_000, cpuMicroseconds: 300, noise: null }],
    },
  ),
  sampleLatencyServer('fast', [samplePoint(1_000, around(1)), samplePoint(5_000, around(2))], { runtime: 'bun' }),
  sampleLatencyServer('gone', [], { maxima: [], refusal: 'exited with status 1' }),
]
const path = 'results/latency/update-user/2026-11-22T10-00-00Z.json'
const result = { ...sampleLatency(servers), checksum: '' }
const published = [{ scenario: 'update-user', rates: { file: result, path }, objective: null }]

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

test('at each rate the page has a row a server, the lowest p99 first, and says who does not hold it', () => {
  const page = latencyPage(published)
  assert.deepEqual(rowsOf(page, 'At 1,000 requests/s'), [
    ['fast', '1.00', '1.10', '1.10', '0.903–1.10', '1.10', '1.10', '50.0', ''],
    ['slow', '4.01', '4.42', '4.42', '3.62–4.42', '4.42', '4.42', '50.0', ''],
  ])
  assert.deepEqual(
    rowsOf(page, 'At 5,000 requests/s')?.map((row) => [row[0], row.at(-1)]),
    [
      ['fast', ''],
      ['slow', 'does not hold: its first process had 3,000/s at most'],
    ],
  )
  assert.match(page, /\n- gone: refused: exited with status 1\n/)
  assert.ok(page.includes(`[\`${path}\`](../../../${path})`))
})

test('where the generator stood still each time the row says so, and has no number', () => {
  const processes = [{ round: 1, quantiles: null, slices: [], refused: ['late', 'late', 'late'] }]
  const late = sampleLatencyServer('slow', [{ ...samplePoint(1_000, []), processes }])
  const page = latencyPage([
    { scenario: 'update-user', rates: { file: { ...result, servers: [late] }, path }, objective: null },
  ])
  const [row] = rowsOf(page, 'At 1,000 requests/s') ?? []
  assert.deepEqual(row, ['slow', '', '', '', '', '', '', '', 'no number: the load generator stood still each time'])
  assert.match(page, /\n- Not counted: 3 slices, in which the load generator stood still\n/)
})

test('a quantile of which much may be the generator’s own is told from where to where', () => {
  const [slow] = servers
  const least = histogramText(around(2).flat())
  const late = sampleLatencyServer('slow', [{ ...samplePoint(1_000, around(4)), least }])
  assert.ok(slow)
  const of = (server: LatencyServer) =>
    latencyPage([{ scenario: 'update-user', rates: { file: { ...result, servers: [server] }, path }, objective: null }])
  const [row] = rowsOf(of(late), 'At 1,000 requests/s') ?? []
  assert.deepEqual(row?.slice(1, 5), ['2.01…4.01', '2.21…4.42', '2.21…4.42', '3.62–4.42'])
  assert.ok(!rowsOf(of(slow), 'At 1,000 requests/s')?.flat().join(' ').includes('…'))
})

test('a share of the maximum says which share of all maxima it is', () => {
  const point = { ...samplePoint(30_000, around(1)), share: 0.8 }
  const page = latencyPage([
    {
      scenario: 'update-user',
      rates: {
        file: {
          ...result,
          protocol: { ...result.protocol, shares: [0.8] },
          servers: [sampleLatencyServer('fast', [point])],
        },
        path,
      },
      objective: null,
    },
  ])
  assert.equal(rowsOf(page, 'At 80% of each one’s maximum')?.[0]?.[1], '30,000 (75%)')
})

test('the charts have a panel a server, from the lowest rate to the last that it holds, by runtime', async () => {
  assert.deepEqual(
    ratePoints(result, 'latency').map(({ server, rate }) => [server, rate]),
    [
      ['slow', 1_000],
      ['fast', 1_000],
      ['fast', 5_000],
    ],
  )
  assert.deepEqual(
    ratePoints(result, 'cpu').map(({ server, rate, value }) => [server, Math.round(rate), Math.round(value)]),
    [
      ['slow', 1_000, 50],
      ['slow', 3_000, 300],
      ['fast', 1_000, 50],
      ['fast', 5_000, 50],
      ['fast', 40_003, 25],
    ],
  )
  const svg = await drawLatency(result, 'latency', 'dark')
  for (const text of ['>Node.js<', '>Bun<', '>slow<', '>fast<']) assert.ok(svg.includes(text), text)
})

test('the highest rates within an objective have a table of their own, the highest first', async () => {
  const step = (passed: boolean) => {
    return { rate: 1_000, value: 5, least: 4.9, held: true, passed, told: true, noise: null }
  }
  const search = (best: number | null) => ({
    steps: [],
    best,
    next: best === null ? 100 : best * 2,
    bestAgain: best === null ? [] : [step(true), step(true), step(false)],
    nextAgain: [step(false), step(false), step(false)],
  })
  const searched = [
    sampleLatencyServer('slow', [], { search: search(null) }),
    sampleLatencyServer('fast', [], { search: search(30_000) }),
  ]
  const protocol = { rates: [], objective: { quantile: 'p99' as const, milliseconds: 20 } }
  const objective = { file: { ...sampleLatency(searched, { protocol }), checksum: '' }, path: 'b.json' }
  const page = latencyPage([{ scenario: 'update-user', rates: { file: result, path }, objective }])
  assert.deepEqual(rowsOf(page, 'The highest rate with p99 below 20 ms'), [
    ['fast', '30,000', '2 of 3 passed', '60,000', '0 of 3 passed', ''],
    ['slow', 'none', '', '100', '0 of 3 passed', ''],
  ])
  const alone = await latencyFiles([{ scenario: 'update-user', rates: null, objective }])
  assert.deepEqual([...alone.keys()], ['charts/published/latency/README.md'])
  assert.deepEqual([...(await latencyFiles([])).keys()], [])
})
