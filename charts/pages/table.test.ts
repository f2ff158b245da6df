import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repositoryResults } from '../../shared/test/published-fixture.ts'
import {
  disqualified,
  inventedResult,
  markedServers,
  tableCells,
  threeServers,
} from '../test/run-fixture.ts'
import { pageTables } from './table.ts'

const result = inventedResult(threeServers)

/** The cells of the figures, and of the comparison. */
const cellsOf = (text: string) =>
  unlinked(text).split('## How servers compare').map(tableCells) as [string[][], string[][]]

/** Checks that names lead to folders. */
const unlinked = (text: string) =>
  text.replaceAll(/^\| \[([^\]]+)\]\(\.\.\/\.\.\/\.\.\/servers\/[\w.-]+\)/gm, '| $1')

test('servers are best first, with the five figures, and in a second table rank, ratio and what to expect elsewhere', () => {
  const [figures, compared] = cellsOf(pageTables(result))
  for (const cells of [figures.map(([name]) => name), compared.map(([, name]) => name)])
    assert.deepEqual(cells, ['http-bun', 'http-node', 'express'])
  assert.equal(
    figures[2]?.join(' | '),
    'express | 0.349 ± 1.2% | 21,300 | 70 | 120 | 5.98 | 120 | 46.1 | 98.5',
  )
  assert.equal(
    compared[2]?.join(' | '),
    '3 | express | 0.349 ± 1.2% | 0.33–0.37 | +30 (+28 to +31) | 1',
  )
})

test('more requests in flight have a column beside the default, which says who mishandles them', () => {
  const { protocol } = result
  const [, ...two] = threeServers
  const invented = [
    { ...threeServers[0], change: disqualified } as (typeof threeServers)[0],
    ...two,
  ]
  const pipelined = inventedResult(invented, { protocol: { ...protocol, pipelining: 10 } })
  const text = pageTables(result, [], [pipelined])
  assert.match(text, /\| \[?× http-node\S* \| × http-node, 10 in flight \|/)
  const ratios = cellsOf(text)[1].map(([, name, , more]) => `${name}: ${more}`)
  assert.deepEqual(ratios, ['http-bun: 1.613 ± 1.2%', 'http-node: 1.000', 'express: '])
  assert.match(text, /^\*\*10 in flight\*\* \(1 run on 1 machine, .+\): .+The default is 1/m)
  assert.match(text, /^- With 10 in flight: \*\*express\*\* was disqualified in round 2/m)
  assert.doesNotMatch(pageTables(result), /in flight/)
})

test('p95 has a column where trials have it', () => {
  const known = structuredClone(result.subjects)
  for (const { summary } of known)
    if (summary) summary.latencyP95 = { value: 90, low: null, high: null }
  assert.equal(cellsOf(pageTables({ ...result, subjects: known }))[0][2]?.[4], '90')
})

test('a bimodal server has two ratios and two rates, with the shares of its processes', () => {
  const bimodal = structuredClone(result.subjects)
  for (const { name, summary } of bimodal)
    if (name === 'express' && summary) summary.processes = [0.3, 0.3, 0.4, 0.4, 0.4]
  const [figures, compared] = cellsOf(pageTables({ ...result, subjects: bimodal }))
  const ratio = '0.300 (40%) · 0.400 (60%)'
  assert.deepEqual(figures[2]?.slice(1, 3), [ratio, '18,400 (40%) · 24,500 (60%)'])
  assert.equal(compared[2]?.[2], ratio)
})

test('servers with overlapping ranks are sorted by ratio, as in the first chart', () => {
  const names = cellsOf(pageTables(inventedResult(markedServers)))[0].map(
    ([server]) => server?.split(' ')[0],
  )
  assert.deepEqual(names.slice(2, 5), ['http-node', 'fastify', 'deepkit'])
})

test('a table fits the width of a laptop', () => {
  for (const { result } of repositoryResults()) {
    const lines = unlinked(pageTables(result))
      .split('\n')
      .filter((line) => line.startsWith('|'))
    assert.ok(tableCells(lines.join('\n')).every((cells) => cells.length <= 10))
    // Heads may break their lines.
    const rows = lines.filter((_, i) => !/^\| :?-/.test(lines[i + 1] ?? ''))
    for (const line of rows) assert.ok(line.length <= 130, `${result.scenario}: ${line}`)
  }
})

test('a disqualified server is last, without figures, with the reason below; one that is not installed is named', () => {
  const faulty = { name: 'a-faulty', requestsPerSecond: 1e6, change: disqualified }
  const odd = inventedResult([faulty, ...threeServers], {
    notInstalled: [{ name: 'mion', install: 'npm i mion' }],
  })
  assert.deepEqual(cellsOf(pageTables(odd))[0][3], ['a-faulty', ...Array(8).fill('')])
  assert.match(
    pageTables(odd),
    /^- \*\*a-faulty\*\* was disqualified in round 2, measurement: 12 of 4,000 responses had a wrong body\.$/m,
  )
  assert.match(
    pageTables(odd),
    /^- mion: not installed, so not measured; `npm i mion` installs it$/m,
  )
})

test('each kind of caveat is marked at the name and explained once', () => {
  const text = pageTables(inventedResult(markedServers))
  assert.match(text, /^\| \[hono\.bun\]\(\S+\) †§ \|/m)
  for (const mark of '†‡§¶◊¤') assert.equal(text.split(`\n- ${mark} **`).length, 2, mark)
  assert.doesNotMatch(pageTables(result), /†/)
})

test('a server that accepts invalid data is unranked, below the others, and what it accepts is named', () => {
  const caveats = [
    { kind: 'accepts-invalid' as const, trials: 5, message: 'accepts null as a date' },
  ]
  const lenient = inventedResult([
    { name: 'mion', requestsPerSecond: 1e5, rank: 1, caveats },
    ...threeServers,
  ])
  const [figures, compared] = cellsOf(pageTables(lenient))
  assert.deepEqual(
    figures.map(([name]) => name),
    ['http-bun', 'http-node', 'express', '**Unranked: accepts invalid data**', 'mion ¬'],
  )
  assert.deepEqual(compared.at(-1)?.slice(0, 2), ['', 'mion ¬'])
  assert.match(
    pageTables(lenient),
    /^- ¬ \*\*accepts-invalid\*\*: .+\. mion: accepts null as a date\.$/m,
  )
})

test('servers that only a run with an older baseline has stand in a table of their own, without a rank', () => {
  const old = inventedResult(threeServers, { startedAt: '2026-01-02T00:00:00.000Z' })
  const run = { file: old, path: 'results/update-user/old.json' }
  const text = pageTables({
    ...inventedResult(threeServers.slice(1)),
    outdated: new Map([['express', run]]),
  })
  assert.deepEqual(tableCells(text).at(-1), ['express', '0.349', '2026-01-02'])
})
