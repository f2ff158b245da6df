import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stallQuantile } from './stalls.ts'

test('one stall of 100 ms in every 2 s is 80 ms at p99 and 98 ms at p99.9', () => {
  const quantile = (share: number) => stallQuantile(Array(5).fill(100), 10_000, share)
  assert.ok(Math.abs(quantile(0.99) - 80) < 1e-3, `${quantile(0.99)}`)
  assert.ok(Math.abs(quantile(0.999) - 98) < 1e-3, `${quantile(0.999)}`)
  assert.equal(quantile(0.95), 0)
  assert.ok(Math.abs(quantile(1) - 100) < 1e-3)
})

test('stalls of all lengths count, and where there is none nobody waits', () => {
  // Of 1,000 ms 3 ms are in stalls; 0.1% of all instants wait for longer than 1 ms.
  assert.ok(Math.abs(stallQuantile([2, 1], 1_000, 0.999) - 1) < 1e-3)
  assert.equal(stallQuantile([], 1_000, 0.999), 0)
})
