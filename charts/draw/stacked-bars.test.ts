import assert from 'node:assert/strict'
import { test } from 'node:test'
import { segmentsOf } from './stacked-bars.ts'

const ends = (...values: number[]) =>
  segmentsOf({ name: 'a', parts: values.map((value, i) => ({ part: String(i), value })) }).map(({ from, to }) => [
    from,
    to,
  ])

test('parts are stacked', () => {
  assert.deepEqual(ends(3, 2, 1), [
    [0, 3],
    [3, 5],
    [5, 6],
  ])
})

test('a negative part shortens the parts before it, so that the bar is as long as the sum', () => {
  assert.deepEqual(ends(3, 2, -1, 4), [
    [0, 3],
    [3, 4],
    [4, 4],
    [4, 8],
  ])
  assert.deepEqual(ends(3, 2, -3, 4), [
    [0, 2],
    [2, 2],
    [2, 2],
    [2, 6],
  ])
})
