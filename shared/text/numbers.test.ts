import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuList, range, significant } from './numbers.ts'

test('a number is rounded to significant digits, with thousands separated', () => {
  const expected: [number, number, string][] = [
    [0, 3, '0'],
    [0.04567, 3, '0.0457'],
    [9.996, 3, '10.0'],
    [12.34, 3, '12.3'],
    [999.6, 3, '1,000'],
    [65_432.1, 4, '65,430'],
    [1_234_567, 4, '1,235,000'],
  ]
  for (const [value, digits, text] of expected) assert.equal(significant(value, digits), text)
})

test('a range whose ends are formatted alike is empty', () => {
  assert.equal(range(1.001, 1.002, significant), '')
  assert.equal(range(1, 2, significant), '1.00–2.00')
  assert.equal(range(-2, 1, String), '-2 to 1')
})

test('consecutive CPUs are merged, in any order', () => {
  assert.equal(cpuList([12, 5, 4, 7, 6]), '4–7, 12')
  assert.equal(cpuList([2]), '2')
})
