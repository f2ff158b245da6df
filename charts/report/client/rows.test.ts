import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from './columns.ts'
import { nextSort, orderOf, sorted } from './rows.ts'

const servers = ['b', 'c', 'a', 'd'].map((displayName) => ({ displayName, validation: 'zod' }))

/** The third server has no value. */
const column: Column = {
  key: 'p99',
  title: 'p99',
  unit: 'ms',
  better: 'lower',
  cell: (place) =>
    place === 2 ? null : { value: [5, 3, 0, 3][place] as number, low: null, high: null, text: '', aside: '' },
}

const by = (sort: string) => sorted([0, 1, 2, 3], servers, [column], orderOf(sort))

test('the best come first, equals keep their order, and servers without a value are last in either order', () => {
  assert.deepEqual(by('p99'), [1, 3, 0, 2])
  assert.deepEqual(by('-p99'), [0, 1, 3, 2])
})

test('names are sorted alphabetically', () => {
  assert.deepEqual(by('name'), [2, 0, 1, 3])
  assert.deepEqual(by('-name'), [3, 1, 0, 2])
})

test('an unknown column keeps the order of requests/s', () => {
  assert.deepEqual(by('instructions'), [0, 1, 2, 3])
})

test('choosing a column again reverses it, and again restores it', () => {
  assert.equal(nextSort(undefined, 'p99'), 'p99')
  assert.equal(nextSort('p99', 'p99'), '-p99')
  assert.equal(nextSort('-p99', 'p99'), 'p99')
  assert.equal(nextSort(undefined, 'ratio'), '-ratio')
  assert.equal(nextSort('-ratio', 'ratio'), undefined)
})
