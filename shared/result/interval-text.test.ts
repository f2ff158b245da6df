import assert from 'node:assert/strict'
import { test } from 'node:test'
import { intervalText } from './interval-text.ts'

test('an interval is told by its half where it lies evenly, and by its ends where it does not', () => {
  const text = (low: number, high: number) => intervalText({ value: 10, low, high }, (value) => value.toFixed(1))
  assert.equal(text(8, 12), '±2.0')
  assert.equal(text(8, 13), '±2.5')
  assert.equal(text(9, 40), '9.0 to 40.0')
  assert.equal(text(-40, 11), '-40.0 to 11.0')
  assert.equal(text(10, 10), '±0.0')
  assert.equal(
    intervalText({ value: 10, low: null, high: null }, () => ''),
    '',
  )
})
