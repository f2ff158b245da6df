import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elevenServers, inventedResult, refused, threeServers } from './fixture.ts'
import { drawRatios, ratioRows, ratiosFinding } from './ratios.ts'
import { bestFirst, extremes } from './rows.ts'
import { MOST_ROWS, SHORT_LIST, shortened } from './short-list.ts'
import { type ThemeName, themes } from './theme.ts'

const result = inventedResult(threeServers)

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '')
const heightOf = (svg: string) => Number(/<svg [^>]*height="(\d+)"/.exec(svg)?.[1])

test('light and dark differ in colours alone', () => {
  const [light, dark] = (['light', 'dark'] as ThemeName[]).map((theme) => drawRatios(result, theme))
  const colourless = (svg = '') => svg.replaceAll(/#[0-9a-f]{6}/g, '#')
  assert.equal(colourless(dark), colourless(light))
  assert.ok(dark?.includes(themes.dark.background) && !dark.includes(themes.light.text))
})

test('forty servers fit 710 pixels, and so do ties and marks beyond the short list', () => {
  const marked = elevenServers.flatMap(({ caveats }) => caveats ?? [])
  const names = [...SHORT_LIST, ...Array.from({ length: 23 }, (_, i) => `server-${i}`)]
  const forty = names.map((name, i) => {
    return { name, requestsPerSecond: 60_000 - i, rank: 1, caveats: i % 3 === 0 ? marked : [] }
  })
  const svg = drawRatios(inventedResult(forty), 'light')
  assert.ok(heightOf(svg) <= 710, String(heightOf(svg)))
  assert.ok(texts(svg).includes('http-bun') || texts(svg).includes('http-bun †‡§¶◊¤'))
})

test('drawn for one server, and without the baseline', () => {
  for (const servers of [threeServers.slice(0, 1), threeServers.slice(0, 2)]) {
    assert.doesNotMatch(drawRatios(inventedResult(servers), 'light'), /NaN|Infinity|undefined/)
  }
})

test('with many servers, the short list and the best frameworks have a row', () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ name: `server-${i}`, requestsPerSecond: 1_000 - i }))
  const rows = ratioRows(
    shortened(inventedResult([...threeServers, ...many, { name: 'best', requestsPerSecond: 1e6 }])),
  )
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['best', 'http-bun', 'http-node', 'express'],
  )
  assert.equal(shortened(inventedResult(many.slice(0, MOST_ROWS))).servers.length, MOST_ROWS)
})

test('ratios have intervals, ranks and marks; without the baseline there are no ratios', () => {
  assert.deepEqual(
    ratioRows(result).map(({ name, figure, aside }) => [name, figure, aside]),
    [
      ['http-bun', '1.613×', '1.594–1.632'],
      ['http-node', '1.000×', ''],
      ['express', '0.349×', '0.344–0.353'],
    ],
  )
  const eleven = ratioRows(inventedResult(elevenServers))
  assert.deepEqual(
    eleven.map(({ rank }) => rank),
    ['1–2', '1–2', '3', '4–6', '4–6', '4–6', '7', '8', '9–10', '9–10', '11'],
  )
  assert.deepEqual(
    eleven.map(({ markedLabel }) => markedLabel).filter((label) => label.includes(' ')),
    ['http-bun †', 'hono.bun †§', 'fastify ¶', 'express ◊¤', 'restify ‡§'],
  )
  const { summary, refusal } = refused
  const lost = { name: 'http-node', requestsPerSecond: 9, change: { summary, refusal } }
  assert.deepEqual(ratioRows(inventedResult([lost, ...threeServers.slice(0, 2)])), [])
})

test('a ratio has a dot per process, or twenty quantiles of many, and a prediction interval for another machine', () => {
  const many = inventedResult(threeServers)
  const summary = many.servers.find(({ name }) => name === 'express')?.summary
  assert.ok(summary)
  summary.processes = Array.from({ length: 100 }, (_, i) => 0.3 + i / 1_000)
  const [bun, , express] = ratioRows(many).map(({ spread }) => spread)
  assert.deepEqual([bun?.processes.length, express?.processes.length], [5, 20])
  assert.ok(express?.processes.every((dot, i) => Math.abs(dot - (0.302 + i / 200)) < 0.001))
  assert.deepEqual(express?.predicted, many.pooled.get('express')?.ratio.predicted)
})

test('names are escaped', () => {
  const odd = inventedResult([
    ...threeServers,
    { name: 'odd', requestsPerSecond: 10, change: { displayName: '<a href="x">&' } },
  ])
  assert.ok(drawRatios(odd, 'light').includes('&lt;a href='))
})

test('the highest comes first, equals by name; a disqualified server has no row, and is last', () => {
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
  const three = inventedResult([{ name: 'a-faulty', requestsPerSecond: 1e6, change: refused }, ...threeServers])
  assert.deepEqual(names(ratioRows(three)), ['http-bun', 'http-node', 'express'])
  assert.deepEqual(names(bestFirst(three)), ['http-bun', 'http-node', 'express', 'a-faulty'])
  const equal = inventedResult(['c', 'http-node', 'a'].map((name) => ({ name, requestsPerSecond: 1000 })))
  assert.deepEqual(names(ratioRows(equal)), ['a', 'c', 'http-node'])
  assert.deepEqual(names(bestFirst(equal)), ['a', 'c', 'http-node'])
})

test('one round has no interval', () => {
  const few = inventedResult(threeServers)
  const ratio = few.servers.find(({ name }) => name === 'express')?.summary?.ratioToBaseline
  Object.assign(ratio ?? {}, { low: null, high: null })
  const row = ratioRows(few).find(({ name }) => name === 'express')
  assert.deepEqual([row?.low, row?.high, row?.aside], [row?.value, row?.value, ''])
})

test('the title compares the extremes', () => {
  assert.equal(
    ratiosFinding(result),
    'Update user: from 1.61 (http-bun) to 0.349 (express) times the requests/s of http-node',
  )
  assert.equal(ratiosFinding(inventedResult([])), null)
  const rows = ratioRows(result)
  assert.equal(extremes('peak memory', rows, ' at rest'), 'http-bun has 4.6 times the peak memory of express at rest')
  assert.equal(extremes('peak memory', rows.slice(0, 1)), 'Peak memory')
})
