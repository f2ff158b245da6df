import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inventedResult, publishedAs } from '../test/run-fixture.ts'
import { heatMap } from './heat-map.ts'

const bare = {
  name: 'http-node',
  requestsPerSecond: 80_000,
  change: { version: null },
  details: { router: false },
}
const server = (name: string, requestsPerSecond: number) => ({ name, requestsPerSecond })

test('the heat map has frameworks and the scenarios that most of them have; its title names the widest range', () => {
  const hono = server('hono', 50_000)
  const results = [
    inventedResult([bare, server('fastify', 60_000), hono, server('express', 20_000)]),
    inventedResult([bare, server('express', 70_000), hono], { scenario: 'user-list' }),
    inventedResult([bare, server('express', 8_000)], { scenario: 'rich-user' }),
  ]
  const map = heatMap(results.map(publishedAs))
  assert.equal(
    map?.alt,
    'express handles 0.250 to 0.88 times the requests of http-node, depending on the work',
  )
  const svg = map?.draw('light', 'wide') ?? ''
  for (const text of ['>fastify<', '>list<', '>0.88<']) assert.ok(svg.includes(text), text)
  for (const text of ['>Rich<', '>http-node<', '>0.10<']) assert.ok(!svg.includes(text), text)
  assert.equal(heatMap([]), null)
  const few = inventedResult([bare, server('express', 8_000), hono], { scenario: 'user-list' })
  for (const { summary } of few.subjects) if (summary) summary.trials = 3
  assert.match(
    heatMap([results[0], few, results[1]].map((each) => publishedAs(each as typeof few)))?.alt ??
      '',
    /^express handles 0\.250 to 0\.88 /,
    'three processes bear no claim',
  )
})
