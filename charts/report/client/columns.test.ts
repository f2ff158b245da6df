import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Column, figureWithEnds, nextSort, orderIn, type Row, sorted } from './columns.ts'

/** The third server has no value. */
const VALUES: Record<string, number> = { b: 5, c: 3, d: 3 }
const rows = ['b', 'c', 'a', 'd'].map((name) => ({ name, displayName: name }))

const columns: Column<Row>[] = [
  {
    key: 'p99',
    title: 'p99',
    better: 'lower',
    cell: ({ name }) => (name in VALUES ? { value: VALUES[name] as number } : null),
  },
  { key: 'name', title: 'server', better: 'lower', cell: ({ name }) => ({ value: name }) },
  { key: 'rank', title: 'rank', isFixed: true, cell: () => ({ value: '' }) },
]
const by = (sort?: string) =>
  sorted(rows, columns, orderIn(columns, sort, 'p99'))
    .map(({ name }) => name)
    .join('')

test('the best come first, equals keep their order, and servers without a value are last in either order', () => {
  assert.equal(by('p99'), 'cdba')
  assert.equal(by('-p99'), 'bcda')
})

test('names are sorted alphabetically', () => {
  assert.equal(by('name'), 'abcd')
  assert.equal(by('-name'), 'dcba')
})

test('an unknown column sorts as usual, and so does one that does not sort', () => {
  for (const sort of ['instructions', '-zzz', 'rank']) assert.equal(by(sort), by('p99'), sort)
})

test('choosing a column again reverses it, and again restores it', () => {
  const next = (sort: string | undefined) => nextSort(orderIn(columns, sort, 'p99'), 'p99')
  assert.deepEqual([undefined, 'p99', '-p99'].map(next), ['-p99', '-p99', 'p99'])
})

test('a figure is followed by its interval, if known; negative ones keep their digits', () => {
  assert.equal(figureWithEnds([74_941, 72_871, 77_073], 4), '74,940 (72,870–77,070)')
  assert.equal(figureWithEnds([1.5, null, null], 3), '1.50')
  assert.equal(figureWithEnds([1, 1, 1], 3), '1.00')
  assert.equal(figureWithEnds([1.5, 1, 2, '¶'], 3), '1.50¶ (1.00–2.00)')
  assert.equal(figureWithEnds([-0.0218, -0.05, 0.0656], 3), '−0.0218 (−0.0500 to 0.0656)')
})
