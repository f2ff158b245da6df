import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caveat, ServerResult } from '../../shared/format/format.ts'
import { pooledOf } from '../../shared/results/published.ts'
import { resultOf, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleResult, sampleServer, sampleTrial } from '../../shared/test/samples.ts'
import { behaviourTable, terminalTable, withinLines } from './table.ts'

const lineWith = (table: string, text: string) =>
  table.split('\n').find((line) => line.includes(text)) ?? ''

test('one row per server, best first', () => {
  const result = sampleResult([
    sampleServer('slow', [sampleTrial(1, 999)]),
    sampleServer('fast', [sampleTrial(1, 10_500.4), sampleTrial(2, 9_000), sampleTrial(3, 12_000)]),
    sampleServer('middle', [sampleTrial(1, 2_000)]),
  ])
  const table = terminalTable(result)
  const order = ['fast', 'middle', 'slow'].map((name) => table.indexOf(`│ ${name} `))
  assert.ok(order.every((place) => place >= 0))
  assert.deepEqual(
    [...order].sort((a, b) => a - b),
    order,
  )
  assert.match(
    lineWith(table, '│ fast '),
    /│\s+1 │ fast\s+│ 1\.2\.3\s+│\s+1\.000 │\s+10,400 │\s+4\.0 │\s+6\.0 │\s+8\.1 │/,
  )
  assert.equal(table.split('│ fast ').length, 2)
})

test('units: a megabyte is a million bytes; CPU is the mean', () => {
  const row = lineWith(terminalTable(sampleResult()), '│ http-node')
  assert.match(row, /│\s+0\.200 │\s+50\.0 │\s+900 │\s+90\.0 │$/)
})

test('a server without a version shows its runtime’s; one without a ratio has an empty cell', () => {
  const server = sampleServer('bare')
  const summary = server.summary && { ...server.summary, ratioToBaseline: null }
  const row = lineWith(
    terminalTable(sampleResult([{ ...server, version: null, summary }])),
    '│ bare',
  )
  assert.match(row, /│ node 24\.0\.0\s+│/)
  assert.match(row, /│\s+│\s+1,000 │/)
})

test('without the baseline, a line explains the missing ratios', () => {
  const line = (...names: string[]) =>
    lineWith(terminalTable(sampleResult(names.map((name) => sampleServer(name)))), 'no × baseline')
  assert.equal(line('a', 'b'), 'no × baseline: http-node is not among the servers')
  assert.equal(line('a', 'http-node'), '')
})

test('with enough rounds, intervals and rank intervals are shown', () => {
  const trials = (rates: number[]) => rates.map((rate, i) => sampleTrial(i + 1, rate))
  const server = sampleServer('a', trials([100, 200, 300, 400, 500]))
  const ratioToBaseline = { ratio: 2, low: 1.9, high: 2.1 }
  const requestsPerSecond = { value: 300, low: 285, high: 315 }
  const ranks = { best: 3, worst: 5 }
  const summary = server.summary && { ...server.summary, ranks, requestsPerSecond, ratioToBaseline }
  const table = terminalTable(sampleResult([{ ...server, summary }]))
  const row = lineWith(table, '│ a ')
  assert.match(row, /│\s+3–5 │ a .*│\s+2\.000 ± 5\.0% │\s+300 │/)
})

test('the greatest ratio comes first, as on the pages, regardless of requests/s', () => {
  const server = (name: string, rate: number, ratio: number) => {
    const sample = sampleServer(name, [sampleTrial(1, rate)])
    const ratioToBaseline = { ratio, low: null, high: null }
    return { ...sample, summary: sample.summary && { ...sample.summary, ratioToBaseline } }
  }
  const table = terminalTable(sampleResult([server('a', 2_000, 0.8), server('b', 1_000, 0.9)]))
  assert.ok(table.indexOf('│ b ') < table.indexOf('│ a '), table)
})

test('figures of a quick run have two digits, and one uncertainty for all ratios', () => {
  const server = (name: string, rate: number, spread = 1) => {
    const sample = sampleServer(name, [sampleTrial(1, rate), sampleTrial(2, rate * spread)])
    const ratioToBaseline = { ratio: rate / 12_345, low: 0, high: 9 }
    return { ...sample, summary: sample.summary && { ...sample.summary, ratioToBaseline } }
  }
  const result = sampleResult([
    server('http-node', 12_345),
    server('a', 23_641, 1.1),
    server('c', 6_125),
  ])
  const lines = terminalTable({ ...result, quick: true, rounds: [[], []] }).split('\n')
  const cells = lines
    .filter((line) => line.startsWith('│'))
    .map((line) => line.split('│').slice(1, -1))
  assert.deepEqual(
    cells.map((row) => row.map((cell) => cell.trim())),
    [
      ['server', 'version', '× baseline', 'requests/s'],
      ['a', '1.2.3', '1.9', '25,000'],
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
    sampleServer(name, [{ ...sampleTrial(1, rate), caveats }])
  const result = sampleResult([
    server('a', 10, [cold]),
    server('b', 30, [noisy, cold]),
    server('c', 20, []),
  ])
  assert.deepEqual(terminalTable(result).split('\n').slice(-3, -1), [
    'b: noisy: no quiet slice',
    'b, a: unsettled: it was not warmed up',
  ])
})

test('disqualified servers, caveats and missing servers have a line each below the table', () => {
  const refused: ServerResult = {
    ...sampleServer('broken'),
    summary: null,
    refusal: { round: 2, phase: 'contract', reason: 'answers\nwrongly' },
  }
  const caveat = { kind: 'ignored-sigterm', message: 'ignored SIGTERM' } as const
  const stubborn = sampleServer('stubborn', [
    { ...sampleTrial(1), caveats: [caveat] },
    { ...sampleTrial(2), caveats: [caveat] },
  ])
  const lines = terminalTable(sampleResult([refused, stubborn])).split('\n')
  assert.deepEqual(lines.slice(-3), [
    'stubborn: ignored-sigterm: ignored SIGTERM',
    'broken: disqualified in round 2 (contract): answers wrongly',
    'elsewhere: not installed (npm install elsewhere)',
  ])
  assert.ok(!lines.some((line) => line.includes('│ broken')), 'a disqualified server has no row')
})

test('without a measured server there is no empty table', () => {
  const refusal = { round: 1, phase: 'start', reason: 'no' } as const
  const table = terminalTable(sampleResult([{ ...sampleServer('a', []), refusal }]))
  assert.equal(
    table,
    'a: disqualified in round 1 (start): no\nelsewhere: not installed (npm install elsewhere)',
  )
})

test('behaviors: one row each, most common outcome first', () => {
  const server = (name: string, outcome: string) => ({
    name,
    behaviours: [{ id: 'x', title: 'an `x` key', status: 200, outcome }],
  })
  const table = behaviourTable([
    server('a', '400'),
    server('b', 'stripped'),
    server('c', 'stripped'),
  ])
  const [first, second] = table.split('\n').filter((line) => /stripped|400/.test(line))
  assert.match(first ?? '', /│ an x key\s+│ stripped\s+│ b, c\s+│/)
  assert.match(second ?? '', /│\s+│ 400\s+│ a\s+│/)
})

const run = (express: number) => {
  const result = resultOf({
    'http-node': steady(40_000),
    express: steady(express),
    koa: steady(30_000),
  })
  return { ...result, protocol: { ...result.protocol, rounds: result.rounds.length }, checksum: '' }
}
const published = pooledOf([{ file: run(20_000), path: 'a' }])?.result

test('which servers lie outside of what another machine’s are expected to be', () => {
  assert.deepEqual(withinLines(run(20_000), published), [
    '2 of 2 servers within the published prediction interval',
  ])
  const [line] = withinLines(run(8_000), published)
  assert.match(
    line ?? '',
    /^1 of 2 servers within .*; outside: express \(0\.20, published 0\.\d\d to 0\.\d\d\)$/,
  )
})

test('a ratio outside of the prediction interval does not agree, however wide its own interval is', () => {
  const expected = {
    pooled: new Map([['express', { ratio: { predicted: { low: 0.4, high: 0.5 } } }]]),
  }
  const lines = (ratio: number) => {
    const result = sampleResult([sampleServer('express', [sampleTrial(1, 1_000)])])
    const summary = {
      ...result.servers[0]?.summary,
      ratioToBaseline: { ratio, low: ratio / 1.1, high: ratio * 1.1 },
    }
    const servers = [{ ...result.servers[0], summary }] as typeof result.servers
    return withinLines({ servers }, expected as unknown as Parameters<typeof withinLines>[1])
  }
  assert.match(lines(0.49)[0] ?? '', /^1 of 1 server within/)
  assert.match(lines(0.51)[0] ?? '', /^0 of 1 server within .*; outside: express \(0\.51,/)
})

test('there is no line without published results', () => {
  assert.deepEqual(withinLines(run(20_000), undefined), [])
})
