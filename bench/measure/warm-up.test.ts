import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasSettled, STEADY_VARIATION, STEPS } from './warm-up.ts'

const steady = Array<number>(STEPS).fill(1_000)

test('equal rates have settled, and not before there are enough', () => {
  assert.equal(hasSettled([]), false)
  assert.equal(hasSettled(steady.slice(1)), false)
  assert.equal(hasSettled(steady), true)
})

test('only the last steps count', () => {
  assert.equal(hasSettled([10, 500, ...steady]), true)
  assert.equal(hasSettled([...steady, 1_200]), false)
})

test('a rate that rises steadily has not settled', () => {
  assert.equal(hasSettled(steady.map((rate, i) => rate * 1.1 ** i)), false)
})

test('no rate at all never settles', () => {
  assert.equal(hasSettled(steady.map(() => 0)), false)
})

test('the threshold is the coefficient of variation', () => {
  // Alternating around the mean by d: the sample deviation is d times the root of n / (n - 1).
  const rates = (variation: number) => {
    const d = 1_000 * variation * Math.sqrt((STEPS - 1) / STEPS)
    return steady.map((rate, i) => rate + (i % 2 === 0 ? d : -d))
  }
  assert.equal(hasSettled(rates(STEADY_VARIATION * 0.99)), true)
  assert.equal(hasSettled(rates(STEADY_VARIATION * 1.01)), false)
})
