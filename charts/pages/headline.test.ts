import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Invented, inventedResult, tableCells, threeServers } from '../test/run-fixture.ts'
import { headlineText, overviewTable, picksText } from './headline.ts'

const PAGE = 'charts/published/update-user'
/** More servers than a chart has room for, outside the short list. */
const manyServers = Array.from({ length: 25 }, (_, i) => ({
  name: `server-${i}`,
  requestsPerSecond: 90 - i,
}))
const caveats = (kind: 'other-node' | 'accepts-invalid', message: string) => [
  { kind, trials: 5, message },
]
const bare = { change: { version: null }, details: { router: false } }

const elysia = { change: { version: '1.4.0' }, details: { packages: { elysia: '1.4.0' } } }
const node = (
  name: string,
  requestsPerSecond: number,
  change: Partial<Invented> = {},
): Invented => ({
  name,
  requestsPerSecond,
  ...change,
})
const bun = (name: string, requestsPerSecond: number, change: Partial<Invented> = {}) =>
  node(name, requestsPerSecond, { ...change, runtime: 'bun' })

const headlines: [what: string, servers: Invented[], fastest: string][] = [
  [
    'the frameworks of each runtime that has several',
    [
      node('http-node', 90_000, { ...bare }),
      node('fastify', 80_000, { rank: 2 }),
      node('h3', 79_000, { rank: 2 }),
      node('express', 40_000),
      bun('hono.bun', 99_000),
      bun('elysia.bun', 60_000),
      node('hono.deno', 60_000, { runtime: 'deno' }),
    ],
    'Bun 1: hono.bun; Node.js 24: fastify and h3 (tied)',
  ],
  [
    // As published once: fastify-typebox is 1.25 (1.17 to 1.35) times mion.
    'no server that is significantly slower, though rank intervals overlap',
    [
      node('http-node', 100_000, { rank: 1, worst: 9, ...bare }),
      node('fastify-typebox', 91_000, { rank: 2, worst: 9 }),
      node('h3', 80_000, { rank: 3, worst: 9 }),
    ],
    'Node.js 24: fastify-typebox',
  ],
  [
    'only the best server of a framework',
    [
      bun('elysia.bun', 70_000, { rank: 1, ...elysia }),
      bun('elysia-zod.bun', 69_500, { rank: 1, ...elysia }),
      bun('hono.bun', 69_000, { rank: 1 }),
      node('http-node', 60_000, { rank: 4 }),
    ],
    'Bun 1: elysia.bun and hono.bun (tied)',
  ],
  [
    'no server that accepts invalid data, and none on an older Node',
    [
      node('native', 90_000, { caveats: caveats('other-node', 'no binary') }),
      node('mion', 80_000, { caveats: caveats('accepts-invalid', 'accepts null') }),
      node('http-node', 79_500, { ...bare }),
      node('koa', 79_000),
      node('hono', 50_000),
    ],
    'Node.js 24: koa; not compared: native 1.13 (Node.js 24)',
  ],
]
for (const [what, servers, fastest] of headlines) {
  test(`the headline names ${what}, and links to all servers`, () => {
    const result = inventedResult(servers)
    const picks = picksText(result)
    assert.ok(picks.endsWith(`**Fastest framework with a router**: ${fastest}.`), picks)
    const text = headlineText(result)
    assert.ok(
      text.includes(
        `shows all ${servers.length} servers, the table ${servers.length}; [all figures](${PAGE}).`,
      ),
    )
    assert.match(text, /<img alt="Update user: /)
  })
}

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
    inventedResult([...servers, ...manyServers, { name: 'polka', requestsPerSecond: 70_000 }]),
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
    ...['yes', '21,300', '0.35', '70/120', '5.98', '120', '46.1', 'by hand'],
  ])
  assert.match(text, /^- ¬ \*\*accepts-invalid\*\*: .*mion: accepts null as a date\.$/m)
})

test('the table says that peak memory is a median', () =>
  assert.match(
    overviewTable(inventedResult(threeServers)),
    /\*\*peak MB\*\*: [^*]*median over processes/,
  ))
