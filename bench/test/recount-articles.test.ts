/** Recalculates figures of articles and docs from the raw measurements in `results/experiments/`. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as statistics from 'simple-statistics'
import { requests } from '../instruments/versions/requests.ts'
import { cellsOf, isRounded, json, type Raw, read } from './page-cells.ts'

const { mean, median } = statistics

const experiment = (name: string) => json(`results/experiments/${name}.json`).figures

/** Servers of articles by their titles. */
const SERVERS = {
  '`node:http`': 'http-node',
  Fastify: 'fastify',
  Hono: 'hono',
  Express: 'express',
  'Nest on Express': 'nest-express',
  tRPC: 'trpc',
}

type Recalculate = Record<string, (server: Raw, generator: string) => number>

/** Checks the columns of an article or page. */
function assertRecounted(path: string, measured: Raw[], columns: Recalculate, count: number) {
  const cells = cellsOf(path, read(path)).filter(
    ({ column, heading }) => column in columns && heading !== 'Claims',
  )
  const checked = cells.flatMap(({ row: [title = '', , , generator = ''], column, ...cell }) => {
    const name = SERVERS[title as keyof typeof SERVERS] ?? title
    const own = measured.find((each) => (each.server ?? each.name) === name)
    return own ? [{ ...cell, value: columns[column]?.(own, generator) ?? Number.NaN }] : []
  })
  for (const { place, shown, value } of checked)
    assert.ok(isRounded(shown, value), `${place}: ${shown}, not ${value}`)
  assert.equal(checked.length, count)
}

test('figures of Node’s two states are means of the counted processes', () => {
  const { servers } = experiment('ticks')
  assertRecounted(
    'docs/articles/node-two-states.md',
    servers,
    {
      'fast, as it starts': ({ asStarted }) => mean(asStarted),
      slow: ({ discarded }) => mean(discarded),
    },
    12,
  )
})

test('figures of load generators are those of their slices', () => {
  const { servers } = experiment('generators')
  const loadOf = ({ loads }: Raw, generator: string) =>
    loads[generator.replace('autocannon 9.0.0', 'autocannon').replace('ours,', 'built-in,')]
  const columns: Recalculate = {
    'requests/s': (server, generator) => median(loadOf(server, generator).requestsPerSecond),
    'user, µs': (server, generator) => loadOf(server, generator).userMicroseconds,
    'system, µs': (server, generator) => loadOf(server, generator).systemMicroseconds,
  }
  assertRecounted('docs/articles/generators.md', servers, columns, 20)
  assertRecounted('results/experiments/README.md', servers, columns, 30)
})

test('what docs/statistics.md says of runs of equal servers follows from their ratios', () => {
  const { ratios, rounds, durationSeconds } = experiment('aa')
  const excluding = (margin: number) =>
    ratios.filter(({ low, high }: Raw) => low > 1 + margin || high < 1 - margin).length
  const furthest = Math.max(...ratios.map(({ ratio }: Raw) => Math.max(ratio, 1 / ratio)))
  const { threshold } = requests
  assert.equal(excluding(threshold), 0)
  const text = [
    `${ratios.length} runs of \`http-node\` against itself, ${rounds} rounds of ${durationSeconds} s each:`,
    `${excluding(0)} of the 95% intervals exclude the true ratio 1; ${0.05 * ratios.length} is expected by chance.`,
    `The largest error of a ratio was ${(100 * (furthest - 1)).toFixed(1)}%.`,
    `By the threshold of \`versions\` (${100 * threshold}%), none would be called different.`,
  ].join(' ')
  assert.ok(read('docs/statistics.md').includes(text), text)
})
