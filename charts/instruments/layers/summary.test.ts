import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SAMPLE_SERVERS } from './fixtures.ts'
import { BOTTOM, REST, serverLayers, timesBottom } from './summary.ts'

/** Layers of each server from the bottom up, in thousands of instructions; the cheapest server first. */
const expected = {
  ground: [
    [BOTTOM, 8],
    ['validation', 2],
  ],
  house: [
    [BOTTOM, 8],
    [REST, 4],
    ['answer', 2],
    ['body parser', 3],
    ['validation', 3],
  ],
  tower: [
    [BOTTOM, 8],
    [REST, 4],
    ['answer', 2],
    ['body parser', 3],
    ['tower itself', 13],
    ['validation', 10],
  ],
}

test('layers are the differences between variants, down to the bottom, and add up to the whole', () => {
  const servers = serverLayers({ servers: SAMPLE_SERVERS })
  const seen = servers.map(({ server, layers }) => [
    server.name,
    layers.map(({ layer, value }) => [layer, Number((value / 1_000).toFixed(6))]),
  ])
  assert.deepEqual(seen, Object.entries(expected))
  for (const { layers, whole } of servers) {
    const sum = layers.reduce((total, { value }) => total + value, 0)
    assert.ok(Math.abs(sum / whole.value - 1) < 1e-9)
  }
  assert.deepEqual(
    servers.map((each) => Number(timesBottom(each).toFixed(6))),
    [1.25, 2.5, 5],
  )
})

test('layers are missing if the server below has none, or if it is disqualified', () => {
  const names = (servers: typeof SAMPLE_SERVERS) => serverLayers({ servers }).map(({ server }) => server.name)
  const refused = SAMPLE_SERVERS.map((each) => (each.name === 'house' ? { ...each, refusal: 'fell down' } : each))
  assert.deepEqual(names(refused), ['ground'])
  assert.deepEqual(names(SAMPLE_SERVERS.slice(0, 1)), [])
})
