import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { bestFirst, rankedOf } from '../../shared/results/summary.ts'
import {
  disqualified,
  type Invented,
  inventedResult,
  markedServers,
  threeServers,
} from '../test/run-fixture.ts'
import { drawPanels } from './panels.ts'
import { isFrameworkName, shortListed } from './short-list.ts'
import { type ThemeName, themes } from './theme.ts'

const result = inventedResult(threeServers)
const accepts = [{ kind: 'accepts-invalid' as const, trials: 5, message: 'accepts null' }]
const mion: Invented = { name: 'mion', requestsPerSecond: 99_000, caveats: accepts }
const manyServers = Array.from({ length: 30 }, (_, i) => ({
  name: `server-${i}`,
  requestsPerSecond: 1_000 - i,
}))

const texts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text ?? '')
const sizeOf = (svg: string, what: 'width' | 'height') =>
  Number(new RegExp(`<svg [^>]*${what}="(\\d+)"`).exec(svg)?.[1])

const placeOf = (attributes: string) =>
  (/translate\(([-\d.,]+)\)/.exec(attributes)?.[1] ?? '').split(',').map(Number)

describe('the chart', () => {
  test('has five panels with a figure of each server, in groups by runtime, the bare runtime first', () => {
    const found = texts(drawPanels(inventedResult([mion, ...threeServers]), 'light'))
    for (const text of [
      'Node.js',
      'http-node',
      'express',
      'Bun',
      'http-bun',
      'Unranked: accepts invalid data',
      'mion ¬',
      'requests/s',
      'received, MB/s',
      'p50 · p99, ms',
      'peak memory, MB',
      'CPU, µs/request',
      '21.3k',
      '5.98',
      '70 · 120',
      '120',
      '46.1',
    ])
      assert.ok(found.includes(text), text)
  })

  test('has no texts over one another on a phone', () => {
    const [server] = markedServers
    const long = { ...server, name: 'hono-zod-openapi', requestsPerSecond: 98_000 } as Invented
    const svg = drawPanels(inventedResult([...markedServers, long]), 'light', 'narrow')
    let [left, top] = [0, 0]
    const placed = svg.split('<g ').flatMap((group) => {
      const [dx = 0, dy = 0] = placeOf(group.split('>')[0] ?? '')
      // A facet is a group within that of its mark.
      const isMark = group.split('>')[0]?.includes('aria-label')
      if (isMark) [left, top] = [dx, dy]
      const [facetX, facetY] = isMark ? [0, 0] : [dx, dy]
      return [...group.matchAll(/<text ([^>]*)>([^<]+)/g)].map(([, attributes = '', text = '']) => {
        const [x = 0, y = 0] = placeOf(attributes)
        const start = left + facetX + x
        return { text, x: start, y: top + facetY + y, end: start + 6.4 * text.length }
      })
    })
    assert.ok(placed.some(({ text }) => text.startsWith('hono-zod-openapi')))
    const overlapping = placed.filter((one) =>
      placed.some(
        (other) =>
          other !== one && Math.abs(other.y - one.y) < 9 && other.x >= one.x && other.x < one.end,
      ),
    )
    assert.deepEqual(overlapping, [])
  })

  test('names its marks and what is provisional at any width; conditions where there is room', () => {
    const pooled = inventedResult(markedServers)
    for (const { file } of pooled.runs)
      file.details.health = { healthy: false } as typeof file.details.health
    for (const layout of ['wide', 'narrow'] as const) {
      const svg = drawPanels(pooled, 'light', layout)
      assert.match(svg, />Marks: .*‡ idle/)
      assert.match(svg, />Provisional: the machine failed its/)
      assert.equal(/fresh processes in every round/.test(svg), layout === 'wide')
    }
  })

  test('has bars from zero, as long as the figures are large', () => {
    const bars = /<rect fill="#\w+" height="[\d.]+" y="[\d.]+" width="([\d.]+)" x="130"/g
    const widths = [...drawPanels(result, 'light').matchAll(bars)].map(([, width]) => Number(width))
    // Three servers in five panels; requests/s of the first panel.
    assert.equal(widths.length, 15)
    const [bun = 0, node = 0, express = 0] = widths.slice(0, 3).toSorted((a, b) => b - a)
    assert.ok(Math.abs(node / bun - 61_234.5 / 98_765.4) < 0.01)
    assert.ok(Math.abs(express / bun - 21_345.6 / 98_765.4) < 0.01)
  })

  test('is the same in light and dark but for colours, and on every machine', () => {
    const [light, dark] = (['light', 'dark'] as ThemeName[]).map((theme) =>
      drawPanels(result, theme),
    )
    const colourless = (svg = '') => svg.replaceAll(/#[0-9a-f]{6}/g, '#')
    assert.equal(colourless(dark), colourless(light))
    assert.ok(dark?.includes(themes.dark.background) && !dark.includes(themes.light.text))
    assert.equal(drawPanels(result, 'light'), light)
  })

  test('fits a screen, and a phone', () => {
    const many = inventedResult([...markedServers, ...manyServers])
    const [wide, narrow] = [drawPanels(many, 'light'), drawPanels(many, 'light', 'narrow')]
    assert.deepEqual([sizeOf(wide, 'width'), sizeOf(narrow, 'width')], [860, 372])
    assert.ok(sizeOf(wide, 'height') <= 720, String(sizeOf(wide, 'height')))
  })

  test('is drawn for one server, and without the baseline', () => {
    for (const servers of [threeServers.slice(0, 1), threeServers.slice(0, 2)])
      assert.doesNotMatch(drawPanels(inventedResult(servers), 'light'), /NaN|Infinity|undefined/)
  })

  test('has both rates of a bimodal server', () => {
    const servers = structuredClone(result.subjects)
    for (const { name, summary } of servers)
      if (name === 'express' && summary) summary.processes = [0.3, 0.3, 0.4, 0.4, 0.4]
    assert.ok(texts(drawPanels({ ...result, subjects: servers }, 'light')).includes('18k · 24k'))
  })

  test('escapes names', () => {
    const odd = { name: 'odd', requestsPerSecond: 10, change: { displayName: '<a href="x">&' } }
    assert.ok(drawPanels(inventedResult([...threeServers, odd]), 'light').includes('&lt;a href='))
  })
})

describe('with many servers', () => {
  test('it has the short list and the fastest frameworks', () => {
    const names = shortListed(
      inventedResult([...threeServers, ...manyServers, { name: 'best', requestsPerSecond: 1e6 }]),
    ).subjects.map(({ name }) => name)
    assert.deepEqual(names.toSorted(), ['best', 'express', 'http-bun', 'http-node'])
  })

  test('the short list names existing servers', () => {
    for (const name of ['http-node', 'hono.deno', 'nest-fastify'])
      assert.ok(existsSync(join(ROOT, 'servers', name)))
    assert.ok(
      isFrameworkName('trpc') && !isFrameworkName('http-node') && !isFrameworkName('deepkit'),
    )
  })
})

describe('the best server comes first', () => {
  const names = (servers: readonly { name: string }[]) => servers.map(({ name }) => name)

  test('then those that accept invalid data, whatever their figures, then disqualified ones', () => {
    const all = inventedResult([
      { name: 'a-faulty', requestsPerSecond: 1e6, change: disqualified },
      mion,
      ...threeServers,
    ])
    assert.deepEqual(names(bestFirst(all)), [
      'http-bun',
      'http-node',
      'express',
      'mion',
      'a-faulty',
    ])
    assert.deepEqual(names(rankedOf(all)), ['http-bun', 'http-node', 'express'])
  })

  test('equals by name', () => {
    const equal = inventedResult(
      ['c', 'http-node', 'a'].map((name) => ({ name, requestsPerSecond: 1000 })),
    )
    assert.deepEqual(names(bestFirst(equal)), ['a', 'c', 'http-node'])
  })
})
