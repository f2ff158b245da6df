import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Column } from './columns.ts'
import { nextSort, orderIn, sorted } from './rows.ts'

/** The third server has no value. */
const column: Column = {
  key: 'p99',
  title: 'p99',
  unit: 'ms',
  better: 'lower',
  cell: (place) =>
    place === 2
      ? null
      : { value: [5, 3, 0, 3][place] as number, low: null, high: null, text: '', aside: '' },
}

const names = { name: (place: number) => 'bcad'.charAt(place) }
const by = (sort?: string) => sorted([0, 1, 2, 3], [column], orderIn([column], sort), names)

test('the best come first, equals keep their order, and servers without a value are last in either order', () => {
  assert.deepEqual(by('p99'), [1, 3, 0, 2])
  assert.deepEqual(by('-p99'), [0, 1, 3, 2])
})

test('names are sorted alphabetically', () => {
  assert.deepEqual(by('name'), [2, 0, 1, 3])
  assert.deepEqual(by('-name'), [3, 1, 0, 2])
})

test('an unknown column sorts as usual', () => {
  assert.deepEqual(by('instructions'), by())
  assert.deepEqual(orderIn([column], '-zzz', 'p99'), { key: 'p99', reversed: false })
})

test('choosing a column again reverses it, and again restores it', () => {
  const next = (sort: string | undefined) => nextSort(orderIn([column], sort), 'p99')
  assert.equal(next(undefined), 'p99')
  assert.equal(next('p99'), '-p99')
  assert.equal(next('-p99'), 'p99')
})
