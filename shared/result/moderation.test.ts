import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalNumbers } from '../basics/testing.ts'
import { digamma, moderated, trigamma } from './moderation.ts'

const near = (value: number | undefined, expected: number, margin: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) < margin, `${value} instead of ${expected}`)

test('digamma and trigamma have their known values', () => {
  near(digamma(1), -0.5772156649, 1e-8)
  near(digamma(0.5), -1.963510026, 1e-8)
  near(trigamma(1), Math.PI ** 2 / 6, 1e-8)
  near(trigamma(0.5), Math.PI ** 2 / 2, 1e-8)
})

describe('variances', () => {
  const next = normalNumbers(1)
  const drawn = (truth: number, degreesOfFreedom: number) => {
    let sum = 0
    for (let i = 0; i < degreesOfFreedom; i++) sum += truth * next() ** 2
    return { value: sum / degreesOfFreedom, degreesOfFreedom }
  }

  test('of equals are drawn together, and are surer than by themselves', () => {
    const found = moderated(
      Array.from({ length: 40 }, () => drawn(1, 4)),
      160,
    )
    for (const { value, degreesOfFreedom } of found) {
      assert.ok(value > 0.5 && value < 3, `${value}`)
      assert.ok(degreesOfFreedom > 10, `${degreesOfFreedom}`)
    }
  })

  test('that differ a hundredfold stay apart', () => {
    const found = moderated(
      Array.from({ length: 40 }, (_, i) => drawn(i % 2 ? 100 : 1, 20)),
      800,
    )
    const mean = (odd: number) => found.filter((_, i) => i % 2 === odd).reduce((sum, { value }) => sum + value / 20, 0)
    assert.ok(mean(0) < 15 && mean(1) > 70, `${mean(0)} and ${mean(1)}`)
  })

  test('of two servers are pooled with four degrees of freedom, and no surer than the data', () => {
    const found = moderated(
      [
        { value: 1, degreesOfFreedom: 2 },
        { value: 3, degreesOfFreedom: 2 },
      ],
      2,
    )
    assert.deepEqual(found, [
      { value: (2 * 1 + 4 * 2) / 6, degreesOfFreedom: 2 },
      { value: (2 * 3 + 4 * 2) / 6, degreesOfFreedom: 2 },
    ])
  })

  test('of which nothing is known stay unknown', () => {
    assert.deepEqual(moderated([{ value: 0, degreesOfFreedom: 0 }], 0), [{ value: 1, degreesOfFreedom: 0 }])
  })
})
