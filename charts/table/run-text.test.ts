import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caveat, Result, ServerResult, Summary } from '../../shared/format/format.ts'
import { run } from '../../shared/probes/run.ts'
import { pooledOf } from '../../shared/results/published.ts'
import { runNotes } from '../../shared/results/run-notes.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleResult, sampleServer, sampleTrial, trialWith } from '../../shared/test/samples.ts'
import { probeText } from './probe-table.ts'

const lineWith = (table: string, text: string) =>
  table.split('\n').find((line) => line.includes(text)) ?? ''

/** A server whose summary differs from its trials'. */
function serverWith(name: string, rate: number, change: Partial<Summary>): ServerResult {
  const server = sampleServer(name, [sampleTrial(1, rate)])
  return { ...server, summary: server.summary && { ...server.summary, ...change } }
}

test('one row per server, the greatest ratio first as on the pages, or else requests/s', () => {
  const order = (servers: ServerResult[]) => {
    const table = probeText(run, sampleResult(servers))
    return [...table.matchAll(/ (fast|slow|middle) +│/g)].map(([, name]) => name)
  }
  const plain = { slow: 999, fast: 10_500, middle: 2_000 }
  const servers = Object.entries(plain).map(([name, rate]) =>
    sampleServer(name, [sampleTrial(1, rate)]),
  )
  assert.deepEqual(order(servers), ['fast', 'middle', 'slow'])
  const ratioToBaseline = (ratio: number) => ({
    ratioToBaseline: { value: ratio, low: null, high: null },
  })
  const [slow, fast] = [
    serverWith('slow', 1_000, ratioToBaseline(0.9)),
    serverWith('fast', 2_000, ratioToBaseline(0.8)),
  ]
  assert.deepEqual(order([fast, slow]), ['slow', 'fast'])
})

test('a row has rank, version or runtime, ratio and rate with intervals, latency, MB/s, memory and CPU', () => {
  const row = lineWith(probeText(run, sampleResult()), '│ http-node')
  assert.match(
    row,
    /│\s+1\.000 │\s+1,000 │\s+4\.0 │\s+6\.0 │\s+8\.[01] │\s+0\.200 │\s+50\.0 │\s+900 │\s+90\.0 │\s+10 │\s+96\.0 │$/,
  )
  const certain = serverWith('a', 300, {
    ranks: { best: 3, worst: 5 },
    requestsPerSecond: { value: 300, low: 285, high: 315 },
    ratioToBaseline: { value: 2, low: 1.9, high: 2.1 },
  })
  assert.match(
    lineWith(probeText(run, sampleResult([certain])), '│ a '),
    /│\s+3–5 │ a .*│\s+2\.000 ± 5\.0% │\s+300 │/,
  )
  const bare = { ...serverWith('bare', 1_000, { ratioToBaseline: null }), version: null }
  const text = lineWith(probeText(run, sampleResult([bare])), '│ bare')
  assert.match(text, /│ node 24\.0\.0\s+│\s+│\s+1,000 │/)
})

test('without the baseline, a line explains the missing ratios', () => {
  const line = (...names: string[]) =>
    lineWith(probeText(run, sampleResult(names.map((name) => sampleServer(name)))), 'no × baseline')
  assert.equal(line('a', 'b'), 'no × baseline: http-node is not among the servers')
  assert.equal(line('a', 'http-node'), '')
})

test('figures of a quick run have two digits, and one uncertainty for all ratios', () => {
  const server = (name: string, rate: number, spread = 1) => ({
    ...serverWith(name, rate, { ratioToBaseline: { value: rate / 12_345, low: 0, high: 9 } }),
    samples: [sampleTrial(1, rate), sampleTrial(2, rate * spread)],
  })
  const result = sampleResult([
    server('http-node', 12_345),
    server('a', 23_641, 1.1),
    server('c', 6_125),
  ])
  const lines = probeText(run, {
    ...result,
    details: { ...result.details, quick: true, rounds: [[], []] },
  }).split('\n')
  const cells = lines
    .filter((line) => line.startsWith('│'))
    .map((line) => line.split('│').slice(1, -1))
  assert.deepEqual(
    cells.map((row) => row.map((cell) => cell.trim())),
    [
      ['server', 'version', '× baseline', 'requests/s'],
      ['a', '1.2.3', '1.9', '24,000'],
      ['http-node', '1.2.3', '1.0', '12,000'],
      ['c', '1.2.3', '0.50', '6,100'],
    ],
  )
  const line = lineWith(lines.join('\n'), '× baseline: ')
  assert.match(line, /^× baseline: ±\d+% \(95%\): .*; differences of /)
})

test('a caveat of several servers is one line', () => {
  const cold = { kind: 'unsettled', message: 'it was not warmed up' } as const
  const noisy = { kind: 'noisy', message: 'no quiet slice' } as const
  const server = (name: string, rate: number, caveats: Caveat[]) =>
    sampleServer(name, [trialWith(sampleTrial(1, rate), { evidence: { caveats } })])
  const result = sampleResult([
    server('a', 10, [cold]),
    server('b', 30, [noisy, cold]),
    server('c', 20, []),
  ])
  assert.deepEqual(probeText(run, result).split('\n').slice(-3, -1), [
    'b: noisy: no quiet slice',
    'b, a: unsettled: it was not warmed up',
  ])
})

test('disqualified servers, caveats and missing servers have a line each below the table', () => {
  const broken: ServerResult = {
    ...sampleServer('broken'),
    summary: null,
    disqualified: 'answers\nwrongly',
    failedIn: { round: 2, phase: 'contract' },
  }
  const caveat = { kind: 'ignored-sigterm', message: 'ignored SIGTERM' } as const
  const stubborn = sampleServer('stubborn', [
    trialWith(sampleTrial(1), { evidence: { caveats: [caveat] } }),
    trialWith(sampleTrial(2), { evidence: { caveats: [caveat] } }),
  ])
  const lines = probeText(run, sampleResult([broken, stubborn])).split('\n')
  assert.deepEqual(lines.slice(-3), [
    'stubborn: ignored-sigterm: ignored SIGTERM',
    'elsewhere: not installed (npm install elsewhere)',
    'broken: disqualified in round 2 (contract): answers wrongly',
  ])
  assert.ok(!lines.some((line) => line.includes('│ broken')), 'a disqualified server has no row')
})

test('without a measured server there is no empty table', () => {
  const failure = { disqualified: 'no', failedIn: { round: 1, phase: 'start' } }
  const table = probeText(run, sampleResult([{ ...sampleServer('a', []), ...failure }]))
  assert.equal(
    table,
    'elsewhere: not installed (npm install elsewhere)\na: disqualified in round 1 (start): no',
  )
})

const runOf = (express: number) => {
  const result = resultOf({
    'http-node': steady(40_000),
    express: steady(express),
    koa: steady(30_000),
  })
  return {
    ...result,
    protocol: { ...result.protocol, rounds: result.details.rounds.length },
    checksum: '',
  }
}
const published = pooledOf([{ file: runOf(20_000), path: 'a' }])?.result

const withinLines = (file: Result, others: typeof published) =>
  runNotes({ ...file, published: others }).filter((line) => line.includes(' within the '))

test('which servers lie outside of what another machine’s are expected to be', () => {
  assert.deepEqual(withinLines(runOf(20_000), published), [
    '2 of 2 servers within the published prediction interval',
  ])
  assert.deepEqual(withinLines(runOf(20_000), undefined), [])
  const [line] = withinLines(runOf(8_000), published)
  assert.match(
    line ?? '',
    /^1 of 2 servers within .*; outside: express \(0\.20, published 0\.\d\d to 0\.\d\d\)$/,
  )
})
