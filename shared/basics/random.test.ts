import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from './random.ts'

const draw = (seed: number, count = 50) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.integer(0, 1_000_000))
}

test('a sequence depends only on the seed', () => {
  assert.deepEqual(draw(42), draw(42))
  const sequences = [0, 1, 2, 42, 1001, 0x7fffffff].map((seed) => draw(seed).join())
  assert.equal(new Set(sequences).size, sequences.length)
})

test('sequences never change, since published results name seeds', () => {
  assert.deepEqual(draw(1, 5), [481499, 573198, 899947, 651056, 510230])
})

test('integers stay within both bounds and reach them', () => {
  const random = createRandom(3)
  const drawn = new Set(Array.from({ length: 500 }, () => random.integer(-2, 2)))
  assert.deepEqual(
    [...drawn].sort((a, b) => a - b),
    [-2, -1, 0, 1, 2],
  )
  assert.equal(random.integer(7, 7), 7)
})

test('integers over the safe range are safe, and of both signs', () => {
  const random = createRandom(4)
  const drawn = Array.from({ length: 1000 }, () =>
    random.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
  )
  assert.ok(drawn.every(Number.isSafeInteger))
  assert.equal(new Set(drawn).size, drawn.length)
  const negative = drawn.filter((value) => value < 0).length
  assert.ok(negative > 400 && negative < 600, `${negative} of 1000 are negative`)
})

test('pick is uniform', () => {
  const random = createRandom(5)
  const counts = { a: 0, b: 0, c: 0 }
  for (let i = 0; i < 3000; i++) counts[random.pick(['a', 'b', 'c'] as const)]++
  for (const count of Object.values(counts))
    assert.ok(count > 850 && count < 1150, JSON.stringify(counts))
})

test('shuffle does not change its argument, and keeps all items', () => {
  const items = Object.freeze(['a', 'b', 'c', 'd'])
  assert.deepEqual(createRandom(6).shuffle(items).sort(), ['a', 'b', 'c', 'd'])
  assert.deepEqual(createRandom(6).shuffle([]), [])
})

test('shuffle is uniform over orders', () => {
  const random = createRandom(7)
  const orders = new Map<string, number>()
  for (let i = 0; i < 6000; i++) {
    const order = random.shuffle(['a', 'b', 'c']).join('')
    orders.set(order, (orders.get(order) ?? 0) + 1)
  }
  assert.equal(orders.size, 6)
  for (const [order, count] of orders)
    assert.ok(count > 850 && count < 1150, `${order}: ${count} of 6000`)
})
