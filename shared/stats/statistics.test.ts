import assert from 'node:assert/strict'
import { test } from 'node:test'
import { medianOf, sixDigits, spreadOf } from './statistics.ts'

test('spread: mean, sample standard deviation, minimum and maximum', () => {
  const { sd, ...rest } = spreadOf([2, 4, 4, 4, 5, 5, 7, 9])
  assert.deepEqual(rest, { mean: 5, min: 2, max: 9 })
  // The squared differences sum to 32; the sample variance divides by n − 1.
  assert.ok(Math.abs(sd - Math.sqrt(32 / 7)) < 1e-12)
})

test('spread of one value has a deviation of zero', () => {
  assert.deepEqual(spreadOf([7]), { mean: 7, sd: 0, min: 7, max: 7 })
})

test('median of an odd and an even count, in any order', () => {
  assert.deepEqual(medianOf([9, 1, 5]), { median: 5, min: 1, max: 9 })
  assert.deepEqual(medianOf([10, 9, 1, 5]), { median: 7, min: 1, max: 10 })
  assert.deepEqual(medianOf([3]), { median: 3, min: 3, max: 3 })
})

test('median compares numbers, not strings', () => {
  assert.equal(medianOf([100, 9, 20]).median, 20)
})

test('neither changes its argument', () => {
  const values = Object.freeze([3, 1, 2])
  medianOf(values)
  spreadOf(values)
  assert.deepEqual(values, [3, 1, 2])
})

test('rounding keeps six significant digits of fractions, and integers and strings unchanged', () => {
  const record = {
    a: 1234.56789,
    b: [0.000123456789, -98765.4321],
    c: 123456789,
    d: '1.23456789',
    e: null,
    f: true,
  }
  assert.deepEqual(sixDigits(record), {
    a: 1234.57,
    b: [0.000123457, -98765.4],
    c: 123456789,
    d: '1.23456789',
    e: null,
    f: true,
  })
})
