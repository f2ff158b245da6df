import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figureWithEnds } from './words.ts'

test('a figure is followed by its interval, if known', () => {
  assert.equal(figureWithEnds([74_941, 72_871, 77_073], 4), '74,940 (72,870–77,070)')
  assert.equal(figureWithEnds([1.5, null, null]), '1.50')
  assert.equal(figureWithEnds([1, 1, 1]), '1.00')
  assert.equal(figureWithEnds([1.5, 1, 2, '¶']), '1.50¶ (1.00–2.00)')
})

test('negative figures keep their digits, and their ends are readable', () => {
  assert.equal(figureWithEnds([-0.0218, -0.05, 0.0656]), '−0.0218 (−0.0500 to 0.0656)')
})
