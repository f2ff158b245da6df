import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COST_MEASURES } from './cost.ts'
import { SAMPLE_LAYERS } from './cost-fixtures.ts'
import { BOTTOM, REST, serverLayers, timesBottom } from './layers-summary.ts'

/** Layers from the bottom up, in thousands of instructions, of each server; the least first. */
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

describe('the layers of a server', () => {
  test('are what each costs more than what is left without it, down to the bottom, and add up to the whole', () => {
    for (const measure of COST_MEASURES) {
      const scale = measure === 'instructions' ? 1_000 : 1 / 4
      const servers = serverLayers({ servers: SAMPLE_LAYERS }, measure)
      const seen = servers.map(({ server, layers }) => [
        server.name,
        layers.map(({ layer, value }) => [layer, Number((value / scale).toFixed(6))]),
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
    }
  })

  test('are in CPU time held against what stood beside them', () => {
    const [tower, ...others] = SAMPLE_LAYERS
    const later = (values: readonly number[]) => values.map((value) => value + 7)
    const shifted = {
      ...tower,
      anchor: later(tower?.anchor ?? []),
      variants: (tower?.variants ?? []).map((each) => ({ ...each, microseconds: later(each.microseconds) })),
    } as (typeof SAMPLE_LAYERS)[number]
    const found = serverLayers({ servers: [shifted, ...others] }, 'microseconds')
    const itself = found
      .find(({ server }) => server.name === 'tower')
      ?.layers.find(({ layer }) => layer === 'tower itself')
    assert.ok(Math.abs((itself?.value ?? 0) - 13 / 4) < 1e-9)
  })

  test('stand on the bottom that was measured beside them', () => {
    const doubled = SAMPLE_LAYERS.map((each) => {
      const twice = (values: readonly number[]) => values.map((value) => 2 * value)
      if (each.name !== 'house') return each
      const variants = each.variants.map((variant) => ({ ...variant, microseconds: twice(variant.microseconds) }))
      return { ...each, anchor: twice(each.anchor), variants }
    })
    const house = serverLayers({ servers: doubled }, 'microseconds').find(({ server }) => server.name === 'house')
    assert.ok(house)
    assert.equal(timesBottom(house).toFixed(6), '2.500000')
    assert.equal(house.layers.reduce((sum, { value }) => sum + value, 0).toFixed(6), house.whole.value.toFixed(6))
  })

  test('are none where what it stands on has none, and none of who was refused', () => {
    const names = (servers: typeof SAMPLE_LAYERS) =>
      serverLayers({ servers }, 'instructions').map(({ server }) => server.name)
    const refused = SAMPLE_LAYERS.map((each) => (each.name === 'house' ? { ...each, refusal: 'fell down' } : each))
    assert.deepEqual(names(refused), ['ground'])
    assert.deepEqual(names(SAMPLE_LAYERS.slice(0, 1)), [])
  })
})
