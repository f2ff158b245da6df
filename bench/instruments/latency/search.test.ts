import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchRate } from './search.ts'

const bounds = { least: 100, most: 60_000, ratio: 1.05 }

/** Searches a server that sustains a rate up to `limit`; returns all rates, the highest that passed and the lowest that failed. */
async function search(limit: number) {
  const rates: number[] = []
  const passes = async (rate: number) => {
    rates.push(rate)
    return rate <= limit
  }
  const best = await searchRate(passes, bounds)
  const next = Math.min(...rates.filter((rate) => rate > limit))
  return { rates, best, next }
}

test('the search ends within 5% of any limit, after a few loads', async () => {
  for (const limit of [333, 999, 1_000, 1_001, 7_777, 20_000, 50_000]) {
    const { best, next, rates } = await search(limit)
    assert.ok(next / best <= 1.05 || next - best <= 2, `${best} ≤ ${limit} < ${next}`)
    assert.ok(rates.length <= 12, `${rates.length} looks`)
    assert.equal(new Set(rates).size, rates.length, 'no rate is loaded twice')
  }
})

test('it ends near the lowest rate if none passes, and near the highest if all pass', async () => {
  assert.ok((await search(50)).next < 1.05 * bounds.least)
  assert.ok((await search(1e9)).best > bounds.most / 1.05)
})
