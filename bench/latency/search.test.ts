import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchRate } from './search.ts'

const bounds = { first: 1_000, least: 100, most: 60_000, ratio: 1.05 }

/** Looks at a server that holds up to a rate. */
const upTo = (limit: number) => async (rate: number) => ({ rate, passed: rate <= limit })

test('the search ends within 5% of the limit, wherever it is, after a handful of looks', async () => {
  for (const limit of [100, 333, 999, 1_000, 1_001, 7_777, 20_000, 59_999]) {
    const { best, next, steps } = await searchRate(upTo(limit), bounds)
    assert.ok(best !== null && next !== null, `${limit}`)
    assert.ok(best <= limit && next > limit, `${best} ≤ ${limit} < ${next}`)
    assert.ok(next / best <= 1.05 || next - best <= 1, `${best} to ${next}`)
    assert.ok(steps.length <= 12, `${steps.length} looks`)
    assert.equal(new Set(steps.map(({ rate }) => rate)).size, steps.length, 'no rate is looked at twice')
  }
})

test('where nothing passes there is no best rate, and where all passes nothing above it', async () => {
  const none = await searchRate(upTo(50), bounds)
  assert.deepEqual([none.best, none.next], [null, 100])
  assert.deepEqual(
    none.steps.map(({ rate }) => rate),
    [1_000, 500, 250, 125, 100],
  )
  const all = await searchRate(upTo(1e9), bounds)
  assert.deepEqual([all.best, all.next], [60_000, null])
})

test('a server whose maximum is below the first rate is searched from there', async () => {
  const { best, next } = await searchRate(upTo(700), { ...bounds, most: 600 })
  assert.deepEqual([best, next], [600, null])
})
