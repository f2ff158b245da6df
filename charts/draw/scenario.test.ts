import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elevenServers, inventedResult, refused, threeServers } from './fixture.ts'
import { drawHeadline, ratioRows } from './headline.ts'
import { drawScenario, scenarioPanels } from './scenario.ts'
import { MOST_ROWS, SHORT_LIST } from './short-list.ts'
import { type ThemeName, themes } from './theme.ts'

const result = inventedResult(threeServers)
const charts = { headline: drawHeadline, scenario: drawScenario }

const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '')
const heightOf = (svg: string) => Number(/<svg [^>]*height="(\d+)"/.exec(svg)?.[1])

for (const [id, draw] of Object.entries(charts)) {
  test(`${id}: the same result gives the same bytes, whatever was drawn before`, async () => {
    const first = await draw(result, 'light')
    await draw(inventedResult(threeServers.slice(0, 1)), 'light')
    assert.equal(await draw(inventedResult(threeServers), 'light'), first)
  })

  test(`${id}: light and dark differ in colours alone`, async () => {
    const [light, dark] = await Promise.all((['light', 'dark'] as ThemeName[]).map((theme) => draw(result, theme)))
    const colourless = (svg = '') => svg.replaceAll(/#[0-9a-f]{6}/g, '#')
    assert.equal(colourless(dark), colourless(light))
    assert.ok(dark?.includes(themes.dark.background) && !dark.includes(themes.light.text))
  })

  test(`${id}: forty servers fit 710 pixels, and so do ties and marks beyond the short list`, async () => {
    const marked = elevenServers.flatMap(({ verdicts }) => verdicts ?? [])
    const names = [...SHORT_LIST, ...Array.from({ length: 23 }, (_, i) => `server-${i}`)]
    const forty = names.map((name, i) => {
      return { name, requestsPerSecond: 60_000 - i, rank: 1, verdicts: i % 3 === 0 ? marked : [] }
    })
    const svg = await draw(inventedResult(forty), 'light')
    assert.ok(heightOf(svg) <= 710, String(heightOf(svg)))
    assert.ok(texts(svg).includes('http-bun') || texts(svg).includes('http-bun †‡§¶◊¤'))
  })

  test(`${id}: drawn for one server, and without the baseline`, async () => {
    for (const servers of [threeServers.slice(0, 1), threeServers.slice(0, 2)]) {
      assert.doesNotMatch(await draw(inventedResult(servers), 'light'), /NaN|Infinity|undefined/)
    }
  })
}

test('one panel per metric, all in the order of requests/s', () => {
  const panels = scenarioPanels(
    inventedResult([...threeServers, { name: 'gone', requestsPerSecond: 9, change: refused }]),
  )
  assert.deepEqual(
    panels.map(({ title, rows }) => [title, ...rows.map(({ name, figure }) => `${name} ${figure}`)]),
    [
      ['requests/s', 'http-bun 98,770', 'http-node 61,230', 'express 21,350'],
      ['p99 latency, ms', 'http-bun 25.3', 'http-node 40.8', 'express 117'],
      ['peak memory, MB', 'http-bun 60.0', 'http-node 90.0', 'express 120'],
      ['CPU, %', 'http-bun 98.5', 'http-node 98.5', 'express 98.5'],
    ],
  )
  assert.deepEqual(
    panels[0]?.rows.map(({ role }) => role),
    ['bun', 'baseline', 'node'],
  )
})

test('ends are those of the 95% interval, or the figure itself where there are too few rounds for an interval', () => {
  const ends = (of: typeof result) => scenarioPanels(of)[0]?.rows.map(({ low, high }) => [low, high])[0]
  assert.deepEqual(ends(result), [98_765.4 * 0.985, 98_765.4 * 1.015])
  const few = inventedResult(threeServers)
  const figure = few.servers.find(({ name }) => name === 'http-bun')?.summary?.requestsPerSecond
  assert.ok(figure)
  Object.assign(figure, { low: null, high: null })
  assert.deepEqual(ends(few), [98_765.4, 98_765.4])
})

test('with many servers, the short list and the best frameworks have a row', () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ name: `server-${i}`, requestsPerSecond: 1_000 - i }))
  const rows = scenarioPanels(inventedResult([...threeServers, ...many, { name: 'best', requestsPerSecond: 1e6 }]))[0]
    ?.rows
  assert.deepEqual(
    rows?.map(({ name }) => name),
    ['best', 'http-bun', 'http-node', 'express'],
  )
  assert.equal(scenarioPanels(inventedResult(many.slice(0, MOST_ROWS)))[0]?.rows.length, MOST_ROWS)
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

test('names are escaped', async () => {
  const odd = inventedResult([{ name: 'odd', requestsPerSecond: 10, change: { displayName: '<a href="x">&' } }])
  assert.ok((await drawScenario(odd, 'light')).includes('&lt;a href='))
})
