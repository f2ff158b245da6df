import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisBelow, logScale, ticks, tickText } from './scale.ts'
import { themes } from './theme.ts'

test('an axis has 1, 2 and 5 times powers of ten; more digits where few are within it, and fewer where many', () => {
  assert.deepEqual(ticks([0.15, 2.2]), [0.2, 0.5, 1, 2])
  assert.deepEqual(ticks([4.2, 18]), [5, 6, 8, 10])
  assert.deepEqual(ticks([1, 1e6]), [1, 10, 100, 1e3, 1e4, 1e5, 1e6])
})

test('labels of neighboring ticks do not touch, whatever the domain', () => {
  for (let from = 0.1; from < 10; from *= 1.1) {
    for (const span of [1.3, 2, 3, 5, 10, 100, 1e4]) {
      const domain = [from, from * span] as const
      // Panels side by side are narrow, and have short domains.
      const scale = logScale(domain, span > 10 ? 500 : 140)
      const places = ticks(domain).map((tick) => ({ at: scale(tick), half: 3.5 * tickText(tick).length }))
      for (const [i, { at, half }] of places.entries()) {
        const next = places[i + 1]
        assert.ok(!next || next.at - next.half > at + half, `${domain}: ${ticks(domain)}`)
      }
    }
  }
})

test('the grid and the labels are at the same places', () => {
  const marks = axisBelow('seconds', [1, 100], { width: 200, height: 50 }, themes.light).join('\n')
  for (const [place, label] of [
    [0, '1'],
    [100, '10'],
    [200, '100'],
  ] as const) {
    assert.match(marks, new RegExp(`<line[^>]* x1="${place}"`))
    assert.match(marks, new RegExp(`<text[^>]* x="${place}"[^>]*>${label}<`))
  }
})
