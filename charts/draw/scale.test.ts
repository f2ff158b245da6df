import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisBelow, ticks } from './scale.ts'
import { themes } from './theme.ts'

test('an axis has 1, 2 and 5 times powers of ten; more digits where few are within it, and fewer where many', () => {
  assert.deepEqual(ticks([0.15, 2.2]), [0.2, 0.5, 1, 2])
  // 7 and 9 would touch 8 and 10.
  assert.deepEqual(ticks([33, 105]), [40, 50, 60, 80, 100])
  assert.deepEqual(ticks([1, 1e6]), [1, 10, 100, 1e3, 1e4, 1e5, 1e6])
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
