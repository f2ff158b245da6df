import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '../bench/result.ts'
import { behavioursTable } from './behaviours.ts'
import { inventedResult, refused, threeServers } from './fixture.ts'
import { publication } from './publication.ts'
import { publishedResultPath, updateReadme } from './readme.ts'
import { resultTable } from './table.ts'

const PATH = 'results/update-user/2026-01-31.json'
const regions = ['charts', 'table', 'measured', 'behaviours']
const emptyReadme = [
  '# Title',
  ...regions.map((name) => `<!-- bench:${name}:begin --><!-- bench:${name}:end -->`),
  'End',
].join('\n\n')
const result = inventedResult(threeServers)

/** Cells of a Markdown table, without its header. */
function cells(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const row = (of: Result, name: string) => cells(resultTable(of)).find(([server]) => server === name)

test('what stands outside the markers is left alone, and a second time changes nothing', () => {
  const once = updateReadme(emptyReadme, result, PATH)
  assert.ok(once.startsWith('# Title\n\n<!-- bench:charts:begin -->\n<picture>'))
  assert.ok(once.endsWith('<!-- bench:behaviours:end -->\n\nEnd'))
  assert.equal(updateReadme(once, result, PATH), once)
})

test('the README tells which result it shows', () => {
  assert.equal(publishedResultPath(emptyReadme), null)
  assert.equal(publishedResultPath(updateReadme(emptyReadme, result, PATH)), PATH)
})

test('a marker that is missing, doubled or out of order is an error that names it', () => {
  const [begin, end] = ['<!-- bench:table:begin -->', '<!-- bench:table:end -->']
  const update = (readme: string) => () => updateReadme(readme, result, PATH)
  assert.throws(update(emptyReadme.replace(begin, '')), /"<!-- bench:table:begin -->" once, and holds it 0 times/)
  assert.throws(update(emptyReadme.replace(end, '')), /"<!-- bench:table:end -->" once, and holds it 0 times/)
  assert.throws(update(emptyReadme + end), /holds it 2 times/)
  assert.throws(update(emptyReadme.replace(begin + end, end + begin)), /"<!-- bench:table:end -->" before/)
})

test('the table is sorted, with figures and spreads', () => {
  const table = cells(resultTable(result))
  assert.deepEqual(
    table.map(([server]) => server),
    ['http-bun', 'http-node', 'express'],
  )
  assert.deepEqual(table[2], [
    'express',
    '1.2.3',
    'Node.js 24.21.0',
    'yes',
    'manual',
    '21,350 (20,920–21,770)',
    '0.35 (0.34–0.36)',
    '46.8',
    '117',
    '5.98',
    '120',
    '104',
    '46.1',
    'The invented express',
  ])
})

test('a refused server comes last, blank, with the reason; one that is not installed is named', () => {
  const liar = { name: 'a-liar', requestsPerSecond: 1e6, change: refused }
  const odd = inventedResult([liar, ...threeServers], { notInstalled: [{ name: 'mion', install: 'npm i mion' }] })
  const last = cells(resultTable(odd)).at(-1) ?? []
  assert.equal(last[0], 'a-liar')
  assert.deepEqual(last.slice(5, 13), Array(8).fill(''))
  assert.match(last[13] ?? '', /^\*\*Refused\*\* in round 2, measurement: 12 of 4,000 responses had a wrong body\. The/)
  assert.match(resultTable(odd), /^- mion: not installed, so not measured; `npm i mion` installs it$/m)
})

test('a verdict is told once beneath the table', () => {
  const withVerdict = structuredClone(result)
  for (const trial of withVerdict.servers[0]?.trials ?? []) {
    trial.verdicts.push({ kind: 'left-processes', message: 'left 1 process behind' })
  }
  assert.equal(resultTable(withVerdict).split('express: left-processes: left 1 process behind').length, 2)
})

test('text cannot break out of its cell, its line or its attribute', () => {
  const change = { description: 'a | b <b>\n& `Map<a|b>`', displayName: '"x"<i>' }
  const odd = inventedResult([{ name: 'odd', requestsPerSecond: 1000, change }])
  assert.equal(row(odd, '"x"&lt;i>')?.at(-1), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
  const readme = updateReadme(emptyReadme, odd, PATH)
  assert.match(readme, /<img alt="Requests per second, 1 server: &quot;x&quot;&lt;i> with [^"]+" src/)
})

test('replacement patterns in texts mean nothing', () => {
  const odd = inventedResult([{ name: 'odd', requestsPerSecond: 1000, change: { description: '$1 $$ $`' } }])
  assert.ok(updateReadme(emptyReadme, odd, PATH).includes('$1 $$ $`'))
})

test('servers that answer alike share a column; deviations and notes stand beneath', () => {
  const [express, ...others] = structuredClone(result).servers
  assert.ok(express)
  express.behaviours = [{ id: 'name: 5', title: '`name`: `5`', status: 200, outcome: 'accepted as "5" | <b>' }]
  express.notes = ['uses `a|b`']
  express.knownDeviations = [{ case: 'malformed JSON', status: 500, reason: 'its parser throws' }]
  const text = behavioursTable({ ...result, servers: [express, ...others] })
  assert.match(text, /^\| sent +\| express +\| http-bun<br>http-node \|$/m)
  assert.deepEqual(cells(text), [
    ['`name`: `5`', 'accepted as "5" \\| &lt;b>', '400'],
    ['an unknown key', '', 'stripped'],
  ])
  assert.ok(
    text.endsWith(
      '- **express**: known deviation, malformed JSON: 500. its parser throws\n- **express**: uses `a\\|b`',
    ),
  )
})

test('a publication is the README and a light and a dark picture of every chart, each used in the README', async () => {
  const files = await publication(result, PATH, emptyReadme)
  const readme = files.get('README.md') ?? ''
  const pictures = [...files.keys()].filter((path) => path !== 'README.md')
  assert.equal(pictures.length, 14)
  for (const path of pictures) {
    assert.match(path, /^charts\/published\/update-user\/[a-z-]+\.(light|dark)\.svg$/)
    assert.ok(readme.includes(path.endsWith('.dark.svg') ? `srcset="${path}"` : `src="${path}"`), path)
    assert.match(files.get(path) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
  }
})
