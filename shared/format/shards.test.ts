import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scenarios } from '../scenarios/scenarios.ts'
import { sharesOf } from './shards.ts'

const NAMES = Array.from({ length: 40 }, (_, i) => `server-${i}`)

test('every server is in one shard, and sizes differ by at most one', () => {
  for (const number of [1, 2, 3, 7, 8, 40, 64]) {
    const shares = sharesOf(NAMES, number, 'update-user')
    assert.equal(shares.length, number)
    assert.deepEqual(shares.flat().sort(), [...NAMES].sort())
    const sizes = shares.map(({ length }) => length)
    assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, sizes.join())
  }
})

test('shards depend only on the names, not on their order', () => {
  assert.deepEqual(sharesOf([...NAMES].reverse(), 8, 'hello'), sharesOf(NAMES, 8, 'hello'))
  assert.deepEqual(sharesOf(['b', 'c', 'a'], 2, 'update-user'), [['a', 'c'], ['b']])
})

test('shards are balanced over all scenarios', () => {
  const sizes = [0, 0, 0, 0, 0]
  for (const scenario of scenarios.keys()) {
    for (const [i, { length }] of sharesOf(['a', 'b', 'c', 'd', 'e', 'f'], 5, scenario).entries()) {
      sizes[i] = (sizes[i] ?? 0) + length
    }
  }
  assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1, sizes.join())
})
