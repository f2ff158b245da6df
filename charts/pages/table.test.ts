import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repositoryResults } from '../../shared/results/published-fixture.ts'
import { elevenServers, inventedResult, refused, tableCells, threeServers } from '../draw/fixture.ts'
import { pageTable } from './table.ts'

const result = inventedResult(threeServers)

test('servers are best first, with rank, ratio and figures', () => {
  const cells = tableCells(pageTable(result))
  assert.deepEqual(
    cells.map(([, server]) => server),
    ['http-bun', 'http-node', 'express'],
  )
  assert.deepEqual(cells[2], ['3', 'express', '0.349 ± 1.2%', '0.33–0.37', '+29.90 ± 0.36', '21,350', '117', '120'])
})

test('servers with overlapping ranks are sorted by ratio, as in the first chart', () => {
  const names = tableCells(pageTable(inventedResult(elevenServers))).map(([, server]) => server?.split(' ')[0])
  assert.deepEqual(names.slice(3, 6), ['http-node', 'fastify', 'deepkit'])
})

test('a table fits the width of a laptop', () => {
  for (const { result } of repositoryResults()) {
    const lines = pageTable(result)
      .split('\n')
      .filter((line) => line.startsWith('|'))
    assert.ok(tableCells(lines.join('\n')).every((cells) => cells.length <= 9))
    // The first one may break its lines.
    for (const line of lines.slice(1)) assert.ok(line.length <= 130, `${result.scenario}: ${line}`)
  }
})

test('a disqualified server is last, without figures, with the reason below; one that is not installed is named', () => {
  const faulty = { name: 'a-faulty', requestsPerSecond: 1e6, change: refused }
  const odd = inventedResult([faulty, ...threeServers], { notInstalled: [{ name: 'mion', install: 'npm i mion' }] })
  assert.deepEqual(tableCells(pageTable(odd)).at(-1), ['', 'a-faulty', ...Array(6).fill('')])
  assert.match(
    pageTable(odd),
    /^- \*\*a-faulty\*\* was disqualified in round 2, measurement: 12 of 4,000 responses had a wrong body\.$/m,
  )
  assert.match(pageTable(odd), /^- mion: not installed, so not measured; `npm i mion` installs it$/m)
})

test('each kind of caveat is marked at the name and explained once', () => {
  const text = pageTable(inventedResult(elevenServers))
  assert.match(text, /^\| 1–2 \| hono\.bun †§ \|/m)
  for (const mark of '†‡§¶◊¤') assert.equal(text.split(`\n- ${mark} **`).length, 2, mark)
  assert.doesNotMatch(pageTable(result), /†/)
})

test('invalid data that a server accepts is named below the table', () => {
  const caveats = [{ kind: 'accepts-invalid' as const, trials: 5, message: 'accepts null as a date' }]
  const lenient = inventedResult([{ name: 'mion', requestsPerSecond: 1e5, rank: 1, caveats }, ...threeServers])
  assert.match(pageTable(lenient), /^\| 1 \| mion ¬ \|/m)
  assert.match(pageTable(lenient), /^- ¬ \*\*accepts-invalid\*\*: .+\. mion: accepts null as a date\.$/m)
})

test('servers that only a run with an older baseline has stand in a table of their own, without a rank', () => {
  const old = inventedResult(threeServers, { startedAt: '2026-01-02T00:00:00.000Z' })
  const run = { file: old, path: 'results/update-user/old.json' }
  const text = pageTable({ ...inventedResult(threeServers.slice(1)), outdated: new Map([['express', run]]) })
  assert.deepEqual(tableCells(text).at(-1), ['express', '0.349', '2026-01-02'])
})
