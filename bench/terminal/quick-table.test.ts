import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result, ServerResult } from '../../shared/format/format.ts'
import { sampleResult, sampleServer, sampleTrial } from '../../shared/test/samples.ts'
import { quickTable } from './quick-table.ts'

/** Returns a run of two rounds with these ratios; the rounds differ by the factor `spread`. */
function runOf(ratios: Record<string, number>, spread = 1.1): Result {
  const servers = Object.entries(ratios).map(([name, ratio]): ServerResult => {
    const rate = 12_345 * ratio
    const server = sampleServer(name, [
      sampleTrial(1, rate),
      sampleTrial(2, name === 'http-node' ? rate : rate * spread),
    ])
    return {
      ...server,
      summary: server.summary && { ...server.summary, ratioToBaseline: { ratio, low: 0, high: 9 } },
    }
  })
  return { ...sampleResult(servers), rounds: [[], []], checksum: '' }
}

const publishedAs = (run: Result) => ({
  servers: run.servers,
  runs: [{ file: run, path: 'a.json', machine: 1 }],
})

const cellsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('│'))
    .map((line) =>
      line
        .split('│')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
const linesOf = (table: string) => table.split('\n').filter((line) => !/^[│┌├└]/.test(line))

const ratios = { 'http-node': 1, a: 1.9149, b: 0.951, c: 0.4962 }

test('figures have two digits, with the published value beside them', () => {
  const table = quickTable(
    runOf(ratios),
    publishedAs(runOf({ 'http-node': 1, a: 1.7777, c: 0.0512 })),
  )
  assert.deepEqual(cellsOf(table), [
    ['tier', 'server', 'requests/s', '× http-node', 'published'],
    ['1', 'a', '25,000', '1.9', '1.8'],
    ['2', 'http-node', '12,000', '1.0', '1.0'],
    ['2', 'b', '12,000', '0.95', ''],
    ['3', 'c', '6,400', '0.50', '0.051'],
  ])
})

test('the uncertainty is the larger one of the run and the published runs', () => {
  const [quiet, loud] = [runOf(ratios, 1.02), runOf(ratios, 1.2)]
  const uncertainties = (run: Result, published: Result) =>
    linesOf(quickTable(run, publishedAs(published)))[0]?.match(/±[\d.]+%/g) ?? []
  const [most, own, stored] = uncertainties(quiet, loud)
  assert.ok(own !== stored && most === stored)
  assert.deepEqual(uncertainties(loud, quiet), [stored, stored, own])
})

test('without a published result, the uncertainty is the run’s own, and no column is empty', () => {
  const table = quickTable(runOf(ratios), undefined)
  assert.deepEqual(cellsOf(table)[0], ['tier', 'server', 'requests/s', '× http-node'])
  assert.equal(linesOf(table)[0]?.match(/±/g)?.length, 2)
})

test('servers that do not differ significantly share a tier', () => {
  const tiers = cellsOf(quickTable(runOf(ratios, 2), undefined)).map(([tier]) => tier)
  assert.deepEqual(tiers, ['tier', '1', '1', '1', '1'])
})

test('without the baseline there are only rates', () => {
  const { 'http-node': _, ...others } = ratios
  const run = runOf(others)
  for (const { summary } of run.servers) Object.assign(summary ?? {}, { ratioToBaseline: null })
  const table = quickTable(run, publishedAs(runOf(ratios)))
  assert.deepEqual(cellsOf(table)[0], ['server', 'requests/s'])
  assert.match(linesOf(table)[0] ?? '', /^no × baseline: http-node /)
})

test('caveats and servers without figures are listed below', () => {
  const run = runOf(ratios)
  const refusal = { round: 1, phase: 'contract', reason: 'no' } as const
  run.servers.push({ ...sampleServer('broken', []), summary: null, refusal })
  assert.deepEqual(linesOf(quickTable(run, undefined)).slice(-2), [
    'broken: disqualified in round 1 (contract): no',
    'elsewhere: not installed (npm install elsewhere)',
  ])
  const none = { ...run, servers: run.servers.slice(-1) }
  assert.deepEqual(cellsOf(quickTable(none, undefined)), [])
})
