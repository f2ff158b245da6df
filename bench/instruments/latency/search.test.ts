import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchRate } from './search.ts'

const bounds = { first: 1_000, least: 100, most: 60_000, ratio: 1.05 }

/** What is looked at of a server that holds up to a rate, with the highest rate that passed and the lowest that did not. */
async function search(limit: number, change: Partial<typeof bounds> = {}) {
  const rates: number[] = []
  const passes = async (rate: number) => {
    rates.push(rate)
    return rate <= limit
  }
  await searchRate(passes, { ...bounds, ...change })
  const best = Math.max(0, ...rates.filter((rate) => rate <= limit))
  const next = Math.min(...rates.filter((rate) => rate > limit))
  return { rates, best, next }
}

test('the search ends within 5% of the limit, wherever it is, after a handful of looks', async () => {
  for (const limit of [100, 333, 999, 1_000, 1_001, 7_777, 20_000, 59_999]) {
    const { best, next, rates } = await search(limit)
    assert.ok(next / best <= 1.05 || next - best <= 1, `${best} ≤ ${limit} < ${next}`)
    assert.ok(rates.length <= 12, `${rates.length} looks`)
    assert.equal(new Set(rates).size, rates.length, 'no rate is looked at twice')
  }
})

test('where nothing passes it ends at the least rate, and where all does at the greatest', async () => {
  assert.deepEqual((await search(50)).rates, [1_000, 500, 250, 125, 100])
  assert.deepEqual((await search(1e9, { first: 20_000 })).rates, [20_000, 40_000, 60_000])
})

test('a server whose maximum is below the first rate is searched from there', async () => {
  assert.deepEqual((await search(700, { most: 600 })).rates, [600])
})
