import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Invented, inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { headlineText, overviewTable } from './headline.ts'

const PAGE = 'charts/published/update-user/README.md'
/** More servers than a chart has room for, outside the short list. */
const crowd = Array.from({ length: 25 }, (_, i) => ({
  name: `server-${i}`,
  requestsPerSecond: 90 - i,
}))
const caveats = (kind: 'other-node' | 'accepts-invalid', message: string) => [
  { kind, trials: 5, message },
]
const bare = { version: null, router: false }

test('the first screen names the fastest frameworks of each runtime that has several, and links to all servers', () => {
  const text = headlineText(
    inventedResult([
      { name: 'http-node', requestsPerSecond: 90_000, change: bare },
      { name: 'fastify', requestsPerSecond: 80_000, rank: 2 },
      { name: 'h3', requestsPerSecond: 79_000, rank: 2 },
      { name: 'express', requestsPerSecond: 40_000 },
      { name: 'hono.bun', requestsPerSecond: 99_000, runtime: 'bun' },
      { name: 'elysia.bun', requestsPerSecond: 60_000, runtime: 'bun' },
      { name: 'hono.deno', requestsPerSecond: 60_000, runtime: 'deno' },
    ]),
    PAGE,
  )
  assert.match(
    text,
    /(^|\n)\*\*Fastest frameworks\*\*: on Bun 1 hono\.bun; on Node\.js 24 fastify and h3 \(tied\)\.\n/,
  )
  assert.ok(text.includes(`Shown: all 7 servers; [all figures](${PAGE}).`))
})

test('overlapping rank intervals are no tie: a server that is significantly slower than the leader is not named', () => {
  // As published once: fastify-typebox is 1.25 (1.17 to 1.35) times mion.
  const result = inventedResult([
    { name: 'http-node', requestsPerSecond: 100_000, rank: 1, worst: 9, change: bare },
    { name: 'fastify-typebox', requestsPerSecond: 91_000, rank: 2, worst: 9 },
    { name: 'h3', requestsPerSecond: 80_000, rank: 3, worst: 9 },
  ])
  assert.match(headlineText(result, PAGE), /: on Node\.js 24 fastify-typebox\.\n/)
})

test('of a framework only its best server is named', () => {
  const elysia = { version: '1.4.0', packages: { elysia: '1.4.0' } }
  const servers: Invented[] = [
    { name: 'elysia.bun', requestsPerSecond: 70_000, runtime: 'bun', rank: 1, change: elysia },
    { name: 'elysia-zod.bun', requestsPerSecond: 69_500, runtime: 'bun', rank: 1, change: elysia },
    { name: 'hono.bun', requestsPerSecond: 69_000, runtime: 'bun', rank: 1 },
    { name: 'http-node', requestsPerSecond: 60_000, rank: 4 },
  ]
  assert.match(
    headlineText(inventedResult(servers), PAGE),
    /: on Bun 1 elysia\.bun and hono\.bun \(tied\)\.\n/,
  )
})

test('a headline names no server that accepts invalid data, and none on an older Node', () => {
  const result = inventedResult([
    { name: 'native', requestsPerSecond: 90_000, caveats: caveats('other-node', 'no binary') },
    {
      name: 'mion',
      requestsPerSecond: 80_000,
      caveats: caveats('accepts-invalid', 'accepts null as a date'),
    },
    { name: 'http-node', requestsPerSecond: 79_500, change: bare },
    { name: 'koa', requestsPerSecond: 79_000 },
    { name: 'hono', requestsPerSecond: 50_000 },
  ])
  const text = headlineText(result, PAGE)
  assert.match(text, /: on Node\.js 24 koa\.\n/)
  assert.doesNotMatch(text, /mion/)
  assert.match(
    text,
    /<img alt="Update user: koa handles the most requests of the 2 Node\.js frameworks shown, 1\.6× hono’s"/,
  )
})

test('the table has the figures of the chart’s servers, and those that accept invalid data below the others', () => {
  const servers: Invented[] = [
    {
      name: 'mion',
      requestsPerSecond: 80_000,
      caveats: caveats('accepts-invalid', 'accepts null as a date'),
    },
    ...threeServers,
  ]
  const text = overviewTable(
    inventedResult([...servers, ...crowd, { name: 'polka', requestsPerSecond: 70_000 }]),
  )
  const cells = tableCells(text.replaceAll('\u00a0', ' '))
  assert.deepEqual(
    cells.map(([name]) => name),
    [
      'http-bun 1.2.3',
      'polka 1.2.3',
      'http-node 1.2.3',
      'express 1.2.3',
      '**Unranked: accepts invalid data**',
      'mion 1.2.3 ¬',
    ],
  )
  assert.deepEqual(cells[3]?.slice(1), [
    ...['yes', '21,300', '0.35', '70/120', '5.98', '120', '46.1', 'by hand', ''],
  ])
  assert.match(text, /^- ¬ \*\*accepts-invalid\*\*: .*mion: accepts null as a date\.$/m)
})

test('the table says in words what a server lets through', () => {
  const behaviours = [
    { id: 'unknown key', title: 'an unknown key', status: 200, outcome: 'stripped' },
    { id: 'id as a string', title: '`id`: `"1"`', status: 200, outcome: 'accepted as 1' },
    { id: '30 February', title: '30 February', status: 400, outcome: '400' },
  ]
  const echoes = behaviours.map((behaviour, i) =>
    i === 0 ? { ...behaviour, outcome: 'echoed' } : behaviour,
  )
  const through = (own: typeof behaviours) =>
    tableCells(
      overviewTable(
        inventedResult([{ ...threeServers[2], change: { behaviours: own } } as Invented]),
      ).replaceAll('\u00a0', ' '),
    )[0]?.at(-1)
  assert.equal(through(behaviours), '`"1"`')
  assert.equal(through(echoes), 'keys, `"1"`')
})
