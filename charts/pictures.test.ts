import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Result } from '../bench/result.ts'
import type { Chart } from './chart.ts'
import { inventedResult, refused, threeServers } from './fixture.ts'
import { charts, drawChart } from './pictures.ts'
import { latency } from './specs/latency.ts'
import { memoryOverTime, typicalTrial } from './specs/memory-over-time.ts'
import { requestsPerSecond } from './specs/requests-per-second.ts'
import { themes } from './theme.ts'

const result = inventedResult(threeServers)

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
    const facts = ['update-user', '2026-01-31', environment.cpuModel, 'server on CPU 2', 'CPUs 4–7', 'Node.js 24.21.0']
    for (const fact of [...facts, 'Bun 1.4.4', 'autocannon -c 100 -p 10 -d 8', 'warm-up 4 s', '5 rounds']) {
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
    for (const servers of [threeServers.slice(0, 1), forty]) {
      const svg = await light(chart, inventedResult(servers))
      assert.doesNotMatch(svg, /NaN|Infinity|undefined/)
      assert.ok(servers.every(({ name }) => texts(svg).includes(name)))
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

test('thin bars show the p99 on the scale of the mean', async () => {
  const svg = await light(latency, result)
  const rows = latency.rows(result)
  const [mean, p99] = [bars(svg, 16), bars(svg, 6)]
  const scale = (mean[0]?.length ?? 0) / (rows[0]?.value ?? 0)
  assert.equal(p99.length, rows.length)
  for (const [i, { name, high }] of rows.entries()) {
    assert.equal(high, result.servers.find((server) => server.name === name)?.summary?.latencyP99.median)
    close(p99[i]?.length, high * scale)
  }
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

test('memory over time shows the trial with the median peak', async () => {
  const { trials = [] } = result.servers[0] ?? {}
  assert.equal(typicalTrial(trials)?.round, 3)
  assert.equal(typicalTrial(trials.toReversed())?.round, 3)
  assert.equal(typicalTrial([]), undefined)
  const lines = [...(await light(memoryOverTime, result)).matchAll(/<path d="(M[^"Zh]+)"/g)].map(
    ([, path]) => path ?? '',
  )
  assert.equal(lines.length, 6, 'of each server, its own line and the baseline’s')
  assert.ok(lines.every((path) => path.split('L').length === trials[0]?.memory.series.length))
})

test('a baseline that was refused is no reference, whatever rounds it finished', async () => {
  const { summary, refusal } = refused
  const lost = inventedResult([
    { name: 'http-node', requestsPerSecond: 9, change: { summary, refusal } },
    ...threeServers.slice(0, 2),
  ])
  for (const chart of charts) assert.doesNotMatch(await light(chart, lost), /stroke-dasharray|baseline</)
})

test('names are escaped', async () => {
  const odd = inventedResult([{ name: 'odd', requestsPerSecond: 10, change: { displayName: '<a href="x">&' } }])
  assert.ok((await light(requestsPerSecond, odd)).includes('&lt;a href='))
})
