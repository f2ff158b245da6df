import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalNumbers } from '../../../shared/basics/testing.ts'
import { isSignificant } from '../../../shared/stats/estimates.ts'
import { SAMPLE_SERVERS } from './fixtures.ts'
import { MEASURES } from './format.ts'
import { BOTTOM, differenceOf, REST, serverLayers, timesBottom } from './summary.ts'

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

describe('the layers of a server', () => {
  test('are the differences between variants, down to the bottom, and add up to the whole', () => {
    for (const measure of MEASURES) {
      const scale = measure === 'instructions' ? 1_000 : 1 / 4
      const servers = serverLayers({ servers: SAMPLE_SERVERS }, measure)
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

  test('in CPU time, are scaled by the anchor measured beside them', () => {
    const [tower, ...others] = SAMPLE_SERVERS
    const later = (values: readonly number[]) => values.map((value) => value + 7)
    const shifted = {
      ...tower,
      anchor: later(tower?.anchor ?? []),
      variants: (tower?.variants ?? []).map((each) => ({ ...each, microseconds: later(each.microseconds) })),
    } as (typeof SAMPLE_SERVERS)[number]
    const found = serverLayers({ servers: [shifted, ...others] }, 'microseconds')
    const itself = found
      .find(({ server }) => server.name === 'tower')
      ?.layers.find(({ layer }) => layer === 'tower itself')
    assert.ok(Math.abs((itself?.value ?? 0) - 13 / 4) < 1e-9)
  })

  test('use the bottom that was measured beside them', () => {
    const doubled = SAMPLE_SERVERS.map((each) => {
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

  test('are missing if the server below has none, or if it is disqualified', () => {
    const names = (servers: typeof SAMPLE_SERVERS) =>
      serverLayers({ servers }, 'instructions').map(({ server }) => server.name)
    const refused = SAMPLE_SERVERS.map((each) => (each.name === 'house' ? { ...each, refusal: 'fell down' } : each))
    assert.deepEqual(names(refused), ['ground'])
    assert.deepEqual(names(SAMPLE_SERVERS.slice(0, 1)), [])
  })
})

describe('the interval of a difference', () => {
  /** Returns the coverage of the interval for two samples of five values. */
  const coverage = (paired: boolean, common: number) => {
    const normal = normalNumbers(7)
    const tries = 2_000
    let held = 0
    for (let i = 0; i < tries; i++) {
      const rounds = Array.from({ length: 5 }, () => common * normal())
      const [values, others] = [10, 7].map((mean) => rounds.map((shift) => mean + shift + normal()))
      const { low, high } = differenceOf(values as number[], others as number[], paired)
      if ((low as number) <= 3 && 3 <= (high as number)) held++
    }
    return held / tries
  }

  test('covers the true difference in 95% of samples, paired or not', () => {
    for (const share of [coverage(true, 0), coverage(true, 20)]) assert.ok(share > 0.93 && share < 0.97, `${share}`)
    // Rank intervals of five and five values have 96.8% or 94.4%, and nothing in between.
    const byRanks = coverage(false, 0)
    assert.ok(byRanks > 0.95 && byRanks < 0.985, `${byRanks}`)
  })

  test('covers the true difference, and the estimate stays close, with one outlier among five processes', () => {
    const { value, low, high } = differenceOf([11, 12, 13, 12, 500], [1, 2, 3, 2, 2], false)
    assert.ok(Math.abs(value - 10) <= 1, `${value}`)
    assert.ok((low as number) <= 10 && (low as number) > 8 && (high as number) >= 10)
  })

  test('is narrower if pairing removes a common effect', () => {
    const rounds = [0, 10, -10, 5, -5]
    const [values, others] = [rounds.map((shift) => 10 + shift), rounds.map((shift, i) => 7 + shift + i / 100)]
    const width = (paired: boolean) => {
      const { low, high } = differenceOf(values, others, paired)
      return (high as number) - (low as number)
    }
    assert.ok(width(true) < 0.1)
    assert.ok(width(false) > 10)
  })

  test('is missing for one process, and significant if it excludes zero', () => {
    assert.deepEqual(differenceOf([5], [3], true), { value: 2, low: null, high: null })
    assert.equal(isSignificant({ value: -1, low: -3, high: 1 }), false)
    assert.equal(isSignificant({ value: 2, low: 1, high: 3 }), true)
    assert.equal(isSignificant({ value: 2, low: null, high: null }), false)
  })
})
