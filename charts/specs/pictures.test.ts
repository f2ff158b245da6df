import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '../../shared/result/format.ts'
import { themes } from '../drawing/theme.ts'
import type { Chart } from './chart.ts'
import { elevenServers, inventedResult, refused, threeServers } from './fixture.ts'
import { latencyTail, requestsPerSecond } from './measures.ts'
import { charts, chartsOf, drawChart } from './pictures.ts'
import { relative } from './relative.ts'
import { drawScaling } from './scaling.ts'

const result = inventedResult(threeServers)
const eleven = inventedResult(elevenServers)

/** All texts of a picture, in document order. */
function texts(svg: string): string[] {
  return [...svg.matchAll(/<t(?:ext|span)\b[^>]*>([^<]+)</g)].map(([, text]) => text ?? '')
}

/** Length and colour of every bar of so many pixels of thickness, top to bottom. */
function bars(svg: string, thickness: number): { length: number; fill: string }[] {
  const bar = new RegExp(`d="M0,[\\d.]+h([\\d.]+)v${thickness}h-[\\d.]+Z" fill="(#\\w+)"`, 'g')
  return [...svg.matchAll(bar)].map(([, length, fill]) => ({ length: Number(length), fill: fill ?? '' }))
}

const light = (chart: Chart, of: Result) => drawChart(chart, of, 'light')
const close = (actual: number | undefined, expected: number) => assert.ok(Math.abs((actual ?? 0) - expected) < 1e-9)

for (const chart of charts) {
  test(`${chart.id}: the same result gives the same bytes`, async () => {
    const first = await light(chart, result)
    await light(chart, inventedResult(threeServers.slice(0, 1)))
    assert.equal(await light(chart, structuredClone(result)), first)
  })

  test(`${chart.id}: every server and figure is named, best first`, async () => {
    const shown = texts(await light(chart, result))
    const rows = chart.rows(result)
    const places = (field: 'label' | 'figure') => rows.map((row) => shown.indexOf(row[field]))
    for (const field of ['label', 'figure'] as const) {
      assert.ok(!places(field).includes(-1), `${field} missing in ${shown}`)
    }
    assert.deepEqual(
      places('label'),
      places('label').toSorted((a, b) => a - b),
    )
  })

  test(`${chart.id}: the conditions are in the picture`, async () => {
    const caption = texts(await light(chart, result)).join(' ')
    const { environment } = result
    const load = ['autocannon 9.0.0: 100 connections × 10', '5 rounds × 8 s a server, in slices of 1 s']
    const facts = ['update-user', '2026-01-31', environment.cpuModel, 'server on CPU 2', 'CPUs 4–7', 'Node.js 24.21.0']
    for (const fact of [
      ...facts,
      ...load,
      'Bun 1.4.4',
      'in random turns',
      'warm-up until the rate settles, 6 s at most',
    ]) {
      assert.ok(caption.includes(fact), `"${fact}" missing in "${caption}"`)
    }
  })

  test(`${chart.id}: light and dark differ in colours alone`, async () => {
    const dark = await drawChart(chart, result, 'dark')
    assert.ok(dark.includes(`fill="${themes.dark.background}"`))
    assert.ok(!dark.includes(themes.light.text))
    const colourless = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}/g, '#')
    assert.equal(colourless(dark), colourless(await light(chart, result)))
  })

  test(`${chart.id}: drawn for one server, for forty, and without the baseline`, async () => {
    const forty = Array.from({ length: 40 }, (_, i) => ({ name: `server-${i}`, requestsPerSecond: 1000 + i }))
    const node = threeServers.filter(({ name }) => name === 'http-node')
    for (const servers of [node, threeServers.slice(0, 1), forty, [...forty, ...node]]) {
      const of = inventedResult(servers)
      const svg = await light(chart, of)
      assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
      if (chartsOf(of).includes(chart)) assert.ok(servers.every(({ name }) => texts(svg).includes(name)))
    }
  })
}

test('bars and whiskers are as long as the figures are large', async () => {
  const svg = await light(requestsPerSecond, result)
  const rows = requestsPerSecond.rows(result)
  const lengths = bars(svg, 16).map(({ length }) => length)
  const scale = (lengths[0] ?? 0) / (rows[0]?.value ?? 0)
  assert.equal(lengths.length, rows.length)
  for (const [i, { value }] of rows.entries()) close(lengths[i], value * scale)
  const whiskers = [...svg.matchAll(/<line transform="translate\(([\d.]+),[\d.]+\)" x2="([\d.]+)" y2="0"/g)]
  assert.equal(whiskers.length, rows.length)
  for (const [i, { low, high }] of rows.entries()) {
    close(Number(whiskers[i]?.[1]), low * scale)
    close(Number(whiskers[i]?.[1]) + Number(whiskers[i]?.[2]), high * scale)
  }
})

test('a request’s CPU time and mean latency stand beside requests/s, each under its heading', async () => {
  const shown = texts(await light(requestsPerSecond, result))
  const columns = [
    ['CPU, µs', '9.97', '16.1', '46.1'],
    ['mean, ms', '10.1', '16.3', '46.8'],
  ]
  for (const column of columns) {
    assert.ok(shown.join('|').includes(column.slice(1).join('|')), `${column} missing in ${shown}`)
    assert.ok(shown.includes(column[0] ?? ''))
  }
})

test('p99 over mean: from the trials, the most even server first, with its interval and p99', () => {
  const uneven = structuredClone(result)
  for (const { name, trials } of uneven.servers) {
    for (const trial of trials) trial.latency.p99 = name === 'express' ? 11 : 25 + trial.round
  }
  const rows = latencyTail.rows(uneven)
  assert.deepEqual(
    rows.map(({ name, figure, aside, more }) => [name, figure, aside, more]),
    [
      ['express', '1.10×', '', ['117']],
      ['http-bun', '2.80×', '2.60–3.00', ['25.3']],
      ['http-node', '2.80×', '2.60–3.00', ['40.8']],
    ],
  )
})

test('the baseline is marked by colour, weight, line and word', async () => {
  const svg = await light(requestsPerSecond, result)
  const { baseline, bun, node } = themes.light.roles
  const drawn = bars(svg, 16)
  assert.deepEqual(
    drawn.map(({ fill }) => fill),
    [bun, baseline, node],
  )
  assert.match(svg, /font-weight="bold"[^>]*>http-node</)
  const line = /<line transform="translate\(([\d.]+),-5\)"[^>]*stroke-dasharray/.exec(svg)
  close(Number(line?.[1]), drawn[1]?.length ?? 0)
  assert.ok(texts(svg).includes('baseline'))
})

test('a refused server is named in the caption and has no bar', async () => {
  const svg = await light(
    requestsPerSecond,
    inventedResult([...threeServers, { name: 'liar', requestsPerSecond: 1e6, change: refused }]),
  )
  assert.equal(bars(svg, 16).length, 3)
  assert.ok(!texts(svg).includes('liar'))
  assert.ok(texts(svg).includes('Refused, so without a number: liar.'))
})

test('a baseline that was refused is no reference, whatever rounds it finished', async () => {
  const { summary, refusal } = refused
  const lost = inventedResult([
    { name: 'http-node', requestsPerSecond: 9, change: { summary, refusal } },
    ...threeServers.slice(0, 2),
  ])
  assert.deepEqual(
    charts.filter((chart) => !chartsOf(lost).includes(chart)),
    [relative],
  )
  for (const chart of chartsOf(lost)) assert.doesNotMatch(await light(chart, lost), /stroke-dasharray|baseline</)
})

test('names are escaped', async () => {
  const odd = inventedResult([{ name: 'odd', requestsPerSecond: 10, change: { displayName: '<a href="x">&' } }])
  assert.ok((await light(requestsPerSecond, odd)).includes('&lt;a href='))
})

test('whiskers are the 95% interval; where one server has none, all show the lowest and the highest round', async () => {
  const [first] = requestsPerSecond.rows(result)
  assert.deepEqual([first?.low, first?.high], [98_765.4 * 0.985, 98_765.4 * 1.015])
  assert.ok(
    texts(await light(requestsPerSecond, result))
      .join(' ')
      .includes('Whiskers: 95% interval within the run: what differs from run to run is not in it.'),
  )
  const few = structuredClone(result)
  const figure = few.servers[0]?.summary?.requestsPerSecond
  assert.ok(figure)
  figure.low = null
  figure.high = null
  const shown = texts(await light(requestsPerSecond, few))
  assert.ok(shown.join(' ').includes('Whiskers: lowest and highest round (too few rounds for a 95% interval).'))
  assert.ok(shown.includes('min–max'))
  const [best] = requestsPerSecond.rows(few)
  assert.deepEqual([best?.low, best?.high], [98_765.4 * 0.98, 98_765.4 * 1.02])
})

test('ranks stand before the names, also those that are intervals, and the subtitle says what they mean', async () => {
  const expected = ['1–2', '1–2', '3', '4–6', '4–6', '4–6', '7', '8', '9–10', '9–10', '11']
  for (const chart of [requestsPerSecond, relative]) {
    assert.deepEqual(
      chart.rows(eleven).map(({ rank }) => rank),
      expected,
    )
    const shown = texts(await light(chart, eleven))
    assert.deepEqual(shown.filter((text) => /^\d{1,2}(–\d{1,2})?$/.test(text)).slice(-11), expected)
    assert.ok(shown.join(' ').includes('Ranks: from the first to the last that the data allow'))
    assert.ok(
      !texts(await light(chart, result))
        .join(' ')
        .includes('Ranks:'),
    )
  }
  assert.ok(!texts(await light(latencyTail, eleven)).includes('rank'))
})

test('what is held against a number is marked at the name and told in the caption', async () => {
  for (const chart of charts) {
    const shown = texts(await light(chart, eleven))
    for (const label of ['http-bun †', 'hono.bun †§', 'fastify ¶', 'express ◊¤', 'restify ‡§', 'mion']) {
      assert.ok(shown.includes(label), `${label} missing in ${shown}`)
    }
    assert.match(
      shown.join(' '),
      /† generator-limited: the load generator was the limit.*\(http-bun in 5 of 5; hono\.bun in 3 of 5 trials\)\./,
    )
    assert.ok(!texts(await light(chart, result)).some((text) => text.includes('†')))
  }
})

test('ratios are points with their intervals around the baseline’s 1', async () => {
  const svg = await light(relative, result)
  const rows = relative.rows(result)
  assert.deepEqual(
    rows.map(({ name, figure, aside }) => [name, figure, aside]),
    [
      ['http-bun', '1.613×', '1.594–1.632'],
      ['http-node', '1.000×', ''],
      ['express', '0.349×', '0.344–0.353'],
    ],
  )
  const at = Number(/<line transform="translate\(([\d.]+),-5\)"[^>]*stroke-dasharray/.exec(svg)?.[1])
  const points = [
    ...svg.matchAll(/aria-roledescription="point"|<path transform="translate\(([\d.]+),[\d.]+\)" d="M[\d.]+,0A/g),
  ]
  const places = points.flatMap(([, x]) => (x ? [Number(x)] : [])).slice(-3)
  close(places[1], at)
  const scale = ((places[0] ?? 0) - at) / ((rows[0]?.value ?? 0) - 1)
  close(places[2], at + ((rows[2]?.value ?? 0) - 1) * scale)
  const whiskers = [...svg.matchAll(/<line transform="translate\(([\d.]+),[\d.]+\)" x2="([\d.]+)" y2="0"/g)]
  assert.equal(whiskers.length, 2, 'the baseline has none')
  for (const [i, row] of [rows[0], rows[2]].entries()) {
    assert.ok(row)
    close(Number(whiskers[i]?.[1]), at + (row.low - 1) * scale)
    close(Number(whiskers[i]?.[2]), (row.high - row.low) * scale)
  }
})

test('scaling: a line a server over the numbers of processes, named at its end', async () => {
  const results = [1, 2, 4].map((workers) => ({ ...result, protocol: { ...result.protocol, workers } }))
  const svg = await drawScaling(results, 'light')
  const shown = texts(svg)
  for (const { displayName } of result.servers)
    assert.ok(
      shown.some((text) => text.startsWith(displayName)),
      displayName,
    )
  for (const workers of ['1', '2', '4']) assert.ok(shown.includes(workers), workers)
  assert.notEqual(svg, await drawScaling(results, 'dark'))
})
