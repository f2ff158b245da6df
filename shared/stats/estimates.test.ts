import assert from 'node:assert/strict'
import { test } from 'node:test'
import { middleOf } from './estimates.ts'

test('the median and its interval are robust against a slow process', () => {
  const twenty = Array.from({ length: 20 }, (_, i) => 0.04 + i / 1000)
  const { median, low, high, max } = middleOf([...twenty.slice(0, 19), 10])
  assert.equal(max, 10)
  assert.ok(Math.abs(median - 0.0495) < 1e-9)
  assert.ok(
    low !== null && high !== null && low > 0.04 && low < median && high > median && high < 0.06,
  )
  assert.deepEqual([middleOf([1, 2]).low, middleOf([1, 2]).high], [null, null])
})
