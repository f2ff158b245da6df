import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TimePoint, timeColumns, timePoints } from './time-points.ts'

const points: TimePoint[] = [
  { date: 0, mean: 200_000, low: 199_000, high: 201_000, label: 3, versions: 4 },
  { date: 1, mean: 200_100, low: 199_900, high: 200_300, label: 3, versions: 4 },
  { date: 2, mean: 0.5, low: 0.4, high: 0.625, label: 5, versions: 6 },
  { date: 3, mean: 5, low: null, high: null, label: 3, versions: 4 },
]

test('columns hold what the points hold, to some hundred-thousandths', () => {
  const again = timePoints(timeColumns(points, 4))
  assert.deepEqual(
    again.map(({ low, high, ...rest }) => rest),
    points.map(({ low, high, ...rest }) => rest),
  )
  for (const [i, { mean, low, high }] of points.entries()) {
    for (const [end, expected] of [
      [again[i]?.low, low],
      [again[i]?.high, high],
    ] as const) {
      if (expected === null) assert.equal(end, null)
      else assert.ok(Math.abs((end as number) - expected) < 3e-5 * mean, `${end}, and not ${expected}`)
    }
  }
})

test('dates are left out only where no point is missing', () => {
  assert.equal(timeColumns(points, 4).length, 3)
  assert.deepEqual(timeColumns(points, 5)[3], [0, 1, 2, 3])
  const gap = [points[0], points[2]] as TimePoint[]
  assert.deepEqual(
    timePoints(timeColumns(gap, 4)).map(({ date }) => date),
    [0, 2],
  )
  assert.deepEqual(timeColumns(points, 4)[2], [
    [0, 3, 4],
    [2, 5, 6],
    [3, 3, 4],
  ])
})
