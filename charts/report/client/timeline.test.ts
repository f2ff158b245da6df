import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryChange, TimePoint } from '../data.ts'
import {
  changeText,
  FRAME,
  summaryText,
  type Timeline,
  ticksBetween,
  timelineLayout,
  valueText,
} from './timeline-text.ts'

const at = (date: number, mean: number, label = 0): TimePoint => [date, mean, 0.99 * mean, 1.01 * mean, label, label]
const points: TimePoint[] = [at(0, 200_000), at(1, 200_200), at(3, 204_000, 1), [4, 204_100, null, null, 1, 1]]
const change: HistoryChange = { at: 2, ratio: [1.019, 1.016, 1.022], causes: ['express 5.2.0 → 5.3.0'] }
const line: Timeline = {
  displayName: 'express',
  metric: 'instructions',
  dates: [1, 2, 3, 4, 5].map((day) => `2026-11-0${day}T10:00:00.000Z`),
  points,
  changes: [change],
}

test('points stand in the order of time, higher where there is more, and all whiskers are within the frame', () => {
  const layout = timelineLayout(points, [change])
  const xs = layout.points.map(({ x }) => x)
  assert.deepEqual(
    xs,
    xs.toSorted((a, b) => a - b),
  )
  assert.ok((layout.points[2]?.y ?? 0) < (layout.points[0]?.y ?? 0))
  for (const { x, y, ends } of layout.points) {
    assert.ok(x > FRAME.left && x < FRAME.width - FRAME.right)
    for (const each of [y, ...(ends ?? [])]) assert.ok(each >= FRAME.top && each <= FRAME.height - FRAME.bottom)
    if (ends) assert.ok(ends[1] < y && y < ends[0])
  }
  assert.equal(layout.points[3]?.ends, null)
})

test('a version stands where it is new, and a change between its two points', () => {
  const layout = timelineLayout(points, [change])
  assert.deepEqual(
    layout.points.map(({ label }) => label),
    [0, null, 1, null],
  )
  const [mark] = layout.changes
  assert.ok(mark && mark.number === 1)
  assert.ok(mark.x > (layout.points[1]?.x ?? 0) && mark.x < (layout.points[2]?.x ?? 0))
})

test('of versions that are too close together the first one is written', () => {
  const many = Array.from({ length: 40 }, (_, i) => at(i, 1_000 + i, i))
  const placed = timelineLayout(many, []).points.flatMap(({ x, label }) => (label === null ? [] : [x]))
  assert.ok(placed.length > 5)
  for (const [i, x] of placed.slice(1).entries()) assert.ok(x - (placed[i] as number) >= 60)
})

test('one point, and points that are all the same, have a place', () => {
  for (const list of [[at(0, 5)], [0, 1].map((date): TimePoint => [date, 5, 5, 5, 0, 0])]) {
    const { points: placed, ticks } = timelineLayout(list, [])
    assert.ok(placed.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
    assert.ok(ticks.length > 1 && ticks.length < 9)
  }
  assert.deepEqual(
    ticksBetween(0.42, 0.61),
    [0.45, 0.5, 0.55, 0.6].map((tick) => Math.round(tick / 0.05) * 0.05),
  )
})

test('in words: how many, from when to when, what changed and why', () => {
  assert.equal(
    summaryText(line),
    '4 stored numbers of express from 2026-11-01 10:00 to 2026-11-05 10:00 UTC show one change.',
  )
  assert.match(summaryText({ ...line, changes: [] }), /show no change\.$/)
  assert.match(summaryText({ ...line, points: points.slice(0, 1), changes: [] }), /nothing to compare it with yet\.$/)
  assert.equal(
    changeText(line, change),
    '+1.90% (+1.60% to +2.20%) from 2026-11-02 10:00 to 2026-11-04 10:00 UTC; likely cause: express 5.2.0 → 5.3.0',
  )
  assert.match(
    changeText(line, { ...change, ratio: [0.9, null, null], causes: [] }),
    /^−10\.00% from .*; nothing is known/,
  )
  assert.deepEqual([valueText('instructions', 197_876.4), valueText('requests', 0.5566)], ['197,880', '0.557'])
})
