import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numbersOf } from './numbers.ts'

const LIMIT = (workers: string) =>
  `a worker needs a CPU, and its load generator another one: ${workers} at most here`

test('by default, as many workers as leave the generator its CPUs; on two CPUs that is one, in one line', () => {
  assert.deepEqual(numbersOf(undefined, 8), {
    numbers: [1, 2, 4, 8],
    left: [],
    line: null,
  })
  assert.deepEqual(numbersOf(undefined, 1), {
    numbers: [1],
    left: [],
    line: LIMIT('1 worker'),
  })
})

test('of the requested numbers, those that fit are measured, and the others named', () => {
  assert.deepEqual(numbersOf([1, 2, 4, 8], 2), {
    numbers: [1, 2],
    left: [4, 8],
    line: `not measured: 4 workers and 8 workers; ${LIMIT('2 workers')}`,
  })
})

test('if none fits, processes share CPUs', () => {
  for (const most of [0, 1]) {
    const { numbers, left, line } = numbersOf([2], most)
    assert.deepEqual([numbers, left], [[2], []])
    assert.match(line ?? '', /^processes share CPUs: .* never published$/)
  }
})
