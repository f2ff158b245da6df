import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Estimate } from '../../shared/stats/estimate.ts'
import { pairTable, ratioInTable } from './pairs.ts'

/** Rates of four servers. */
const levels = [4, 3, 1.5, 0.25]
const half = (a: number, b: number) => 0.01 * (1 + Math.min(a, b) + 2 * Math.max(a, b))

function ratioOf(a: number, b: number): Estimate {
  const ratio = (levels[a] as number) / (levels[b] as number)
  return { value: ratio, low: ratio * Math.exp(-half(a, b)), high: ratio * Math.exp(half(a, b)) }
}

test('every pair is found, in both directions', () => {
  const table = pairTable(levels.length, ratioOf)
  for (const a of levels.keys()) {
    for (const b of levels.keys()) {
      const expected = a === b ? { value: 1, low: 1, high: 1 } : ratioOf(a, b)
      const found = ratioInTable(table, a, b) as Estimate
      for (const end of ['value', 'low', 'high'] as const) {
        assert.ok(
          Math.abs((found[end] as number) / (expected[end] as number) - 1) < 2e-6,
          `${a} over ${b}, ${end}`,
        )
      }
    }
  }
})

test('servers that were not compared have no ratio, and one round has no interval', () => {
  const table = pairTable(3, (a, b) => {
    if (a === 1 || b === 1) return null
    return { value: a === 0 ? 2 : 0.5, low: null, high: null }
  })
  assert.equal(ratioInTable(table, 0, 1), null)
  assert.equal(ratioInTable(table, 1, 0), null)
  assert.equal(ratioInTable(table, 1, 2), null)
  const { value, low, high } = ratioInTable(table, 2, 0) as Estimate
  assert.ok(Math.abs(value - 0.5) < 1e-6)
  assert.deepEqual([low, high], [null, null])
})
