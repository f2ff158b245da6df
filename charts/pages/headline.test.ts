import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { elevenServers, inventedResult, tableCells, threeServers } from '../draw/fixture.ts'
import { SHORT_LIST } from '../draw/short-list.ts'
import type { StartedServer } from '../instruments/startup/format.ts'
import startup from '../instruments/startup/instrument.ts'
import { sampleStarts, sampleStartup } from '../test/startup.ts'
import { headlineText, shortTable } from './headline.ts'
import { overviewOf } from './instruments.ts'

const eleven = inventedResult(elevenServers)
const PAGE = 'charts/published/update-user/README.md'
/** More servers than a chart has room for, outside the short list. */
const crowd = Array.from({ length: 25 }, (_, i) => ({ name: `server-${i}`, requestsPerSecond: 90 - i }))

test('the short list names existing servers', () => {
  for (const name of SHORT_LIST) assert.ok(existsSync(join(ROOT, 'servers', name)), name)
})

test('the first screen names the fastest of several frameworks of a runtime, with ties, and links to all servers', () => {
  const bare = elevenServers.map((server) =>
    server.name.startsWith('http-') ? { ...server, change: { version: null } } : server,
  )
  const text = headlineText(inventedResult(bare), PAGE)
  assert.match(
    text,
    /(^|\n)\*\*Fastest frameworks\*\* \(one variant each, with ties\): on Bun hono\.bun; on Node\.js fastify and deepkit\.\n/,
  )
  assert.ok(text.includes(`Shown: all 11 servers measured with today’s packages. [All figures](${PAGE}).`))
  assert.match(
    text,
    /<img alt="Update user: from 1\.61 \(http-bun\) to 0\.252 \(hapi\) times the requests\/s of http-node"/,
  )
})

test('frameworks of one runtime tie if their rank intervals overlap, even if their best ranks differ', () => {
  const elysia = { version: '1.4.0', packages: { elysia: '1.4.0' } }
  const result = inventedResult([
    { name: 'http-node', requestsPerSecond: 90_000, rank: 1, worst: 3, change: { version: null } },
    { name: 'koa', requestsPerSecond: 80_000, rank: 2, worst: 4 },
    { name: 'elysia.bun', requestsPerSecond: 70_000, runtime: 'bun', rank: 3, worst: 6, change: elysia },
    { name: 'elysia-zod.bun', requestsPerSecond: 69_500, runtime: 'bun', rank: 4, worst: 6, change: elysia },
    { name: 'hono.bun', requestsPerSecond: 69_000, runtime: 'bun', rank: 4, worst: 6 },
    { name: 'hono', requestsPerSecond: 50_000, rank: 5, worst: 7 },
    { name: 'slow.bun', requestsPerSecond: 40_000, runtime: 'bun', rank: 7, worst: 7 },
    ...crowd,
  ])
  assert.match(headlineText(result, PAGE), /: on Node\.js koa; on Bun elysia\.bun and hono\.bun\.\n/)
  const names = tableCells(shortTable(result)).map(([, server]) => server)
  assert.ok(names.includes('elysia.bun') && names.includes('hono.bun') && !names.includes('slow.bun'))
})

test('a headline names no server on an older Node, and marks one that accepts invalid data', () => {
  const held = (kind: 'other-node' | 'accepts-invalid', message: string) => [{ kind, trials: 5, message }]
  const accepts = held('accepts-invalid', 'accepts null as a date')
  const result = inventedResult([
    { name: 'native', requestsPerSecond: 90_000, rank: 1, worst: 2, caveats: held('other-node', 'no binary') },
    { name: 'mion', requestsPerSecond: 80_000, rank: 3, worst: 4, caveats: accepts },
    { name: 'koa', requestsPerSecond: 79_000, rank: 3, worst: 4 },
    { name: 'hono', requestsPerSecond: 50_000, rank: 5 },
  ])
  assert.match(headlineText(result, PAGE), /: on Node\.js mion ¬ and koa\.\n/)
})

test('the table has seven columns, all servers if there is room, ranks among all, and explains marks and terms', () => {
  const text = shortTable(eleven)
  const cells = tableCells(text)
  assert.deepEqual(cells[1], [
    '1–2',
    'hono.bun †§',
    'hand-written',
    '1.586 ± 1.2%',
    '1.51–1.67',
    '−5.910 ± 0.071',
    '25.7',
  ])
  assert.deepEqual(
    cells.map(([, server]) => server?.split(' ')[0]),
    eleven.servers.map(({ displayName }) => displayName),
  )
  assert.equal(cells.at(-1)?.[0], '11')
  assert.match(
    text,
    /^- † \*\*generator-limited\*\*: the load generator was the limit; the server may be faster\. hono\.bun: in 3 of 5 trials\.$/m,
  )
  assert.match(text, /\*ahead-of-time\*/)
})

test('a mark of a larger body’s figure is beside it, and is explained once', () => {
  const caveats = [{ kind: 'unsettled' as const, message: 'it rose', trials: 5 }]
  const larger = inventedResult([...elevenServers.slice(0, -1), { name: 'hapi', requestsPerSecond: 10_000, caveats }], {
    scenario: 'update-account',
  })
  const text = shortTable(eleven, larger)
  const [, , , , , , ratio = ''] = tableCells(text).at(-1) ?? []
  const [, mark = 'none'] = /^0\.163 ± 1\.2% (\S+)$/.exec(ratio) ?? []
  assert.equal(text.split(`- ${mark} **unsettled**`).length, 2)
})

test('columns of instruments have figures of the same version, and are left out where a quarter of the servers has none', () => {
  const { servers, ...rest } = sampleStartup({
    express: { starts: sampleStarts([0.1]) },
    'http-node': { starts: sampleStarts([0.1], null, 600e6) },
    'http-bun': { starts: sampleStarts([0.1]) },
  })
  const overview = (changed: (server: StartedServer, i: number) => Partial<StartedServer>) => {
    const file = { ...rest, servers: servers.map((server, i) => ({ ...server, ...changed(server, i) })), checksum: '' }
    return shortTable(result, undefined, overviewOf({ instrument: startup, stored: [{ file, path: 'startup.json' }] }))
  }
  const identityOf = (name: string) => {
    const { version, runtime, runtimeVersion } = result.servers.find((server) => server.name === name) ?? assert.fail()
    return { version, runtime, runtimeVersion }
  }
  const result = inventedResult(threeServers)
  const same = overview(({ name }) => identityOf(name))
  assert.match(same, /\[start, × http-node\]\(docs\/startup\.md\)/)
  assert.deepEqual(
    tableCells(same).map((cells) => cells.at(-1)),
    ['0.67', '1.00', '0.67'],
  )
  const others = (name: string) => ({ ...identityOf(name), ...(name === 'express' && { version: '0.0.1' }) })
  assert.ok(!overview(({ name }) => others(name)).includes('start, '))
})

test('all servers that the first screen names are in its table and chart, also those outside the short list', () => {
  const result = inventedResult([...threeServers, { name: 'polka', requestsPerSecond: 70_000, rank: 2 }, ...crowd])
  assert.match(headlineText(result, PAGE), /on Node\.js polka\.\n/)
  const names = tableCells(shortTable(result)).map(([, server]) => server)
  assert.deepEqual(names.toSorted(), ['express', 'http-bun', 'http-node', 'polka'])
})
