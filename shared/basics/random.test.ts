import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from './random.ts'

const draw = (seed: number, count: number) => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.integer(0, 1_000_000))
}

test('a sequence depends only on the seed, and never changes, since published results name seeds', () => {
  assert.deepEqual(draw(1, 5), [481499, 573198, 899947, 651056, 510230])
  const sequences = [0, 1, 2, 42, 1001, 0x7fffffff].map((seed) => draw(seed, 50).join())
  assert.equal(new Set(sequences).size, sequences.length)
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

test('pick and shuffle are uniform; shuffle does not change its argument', () => {
  const random = createRandom(5)
  const items = Object.freeze(['a', 'b', 'c'])
  for (const [draws, draw] of [
    [3000, () => random.pick(items)],
    [6000, () => random.shuffle(items).join('')],
  ] as const) {
    const drawn = Map.groupBy(Array.from({ length: draws }, draw), (value) => value)
    assert.equal(drawn.size, draws / 1000)
    for (const [value, { length }] of drawn)
      assert.ok(length > 850 && length < 1150, `${value}: ${length} of ${draws}`)
  }
  assert.deepEqual(random.shuffle([]), [])
})
