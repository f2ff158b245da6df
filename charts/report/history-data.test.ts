import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleCounts } from '../../shared/result/counts-fixtures.ts'
import { lineOf } from '../../shared/result/history.ts'
import { historySeries } from '../../shared/result/history-series.ts'
import { historyOf } from './history-data.ts'

type Change = NonNullable<Parameters<typeof sampleCounts>[1]>

function counted(day: number, level: number, change: Change = {}) {
  const startedAt = new Date(Date.UTC(2026, 0, day, 10)).toISOString()
  const servers = Object.fromEntries(['express', 'koa'].map((name) => [name, [0.999, 1, 1.001].map((x) => x * level)]))
  return lineOf({ kind: 'counts', counts: { ...sampleCounts(servers, { ...change, startedAt }), checksum: startedAt } })
}

function shown(lines: readonly ReturnType<typeof counted>[]) {
  const texts: string[] = []
  const textOf = (text: string) => (texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1)
  return { history: historyOf(historySeries(lines), textOf), texts }
}

test('numbers that may not be compared stand in lines of their own', () => {
  const off = { tiers: { engine: 'V8 13', on: ['Ignition'], off: ['Maglev'] } }
  const { history, texts } = shown([counted(1, 1_000), counted(2, 1_000, { os: 'another' }), counted(3, 1_000, off)])
  assert.deepEqual(
    history.map(({ dates, servers }) => [dates.length, servers.map(({ name }) => name)]),
    [1, 1, 1].map((dates) => [dates, ['express', 'koa']]),
  )
  assert.equal(new Set(history.map(({ id }) => id)).size, 3)
  assert.match(texts[history[1]?.conditions ?? 0] ?? '', /^Instructions a request, counted by qemu \(.*, another\)$/)
  assert.match(texts[history[2]?.conditions ?? 0] ?? '', /, without Maglev$/)
})

test('points have values, intervals and versions; a change stands at the first point of its new level', () => {
  const days = [1, 2, 3, 4, 5]
  const lines = days.map((day) => counted(day, day > 3 ? 1_020 : 1_000, { version: day > 3 ? '5.3.0' : '5.2.0' }))
  const { history, texts } = shown(lines)
  const [express] = history[0]?.servers ?? []
  assert.ok(express)
  const { points } = express
  assert.deepEqual(
    points.map(([date, mean, , , label, versions]) => [date, Math.round(mean), texts[label], texts[versions]]),
    days.map((day) =>
      day > 3
        ? [day - 1, 1_020, '5.3.0', 'express 5.3.0 on node 24.0.0']
        : [day - 1, 1_000, '5.2.0', 'express 5.2.0 on node 24.0.0'],
    ),
  )
  assert.ok(points.every(([, mean, low, high]) => low !== null && high !== null && low < mean && mean < high))
  assert.deepEqual(
    express.changes?.map(({ at, causes }) => [at, causes]),
    [[3, ['express 5.2.0 → 5.3.0']]],
  )
})

test('of very many dates the newest are shown, and changes among them alone', () => {
  const lines = Array.from({ length: 60 }, (_, i) => counted(i + 1, i < 10 ? 1_000 : i < 40 ? 1_050 : 1_100))
  const [first] = shown(lines).history
  assert.equal(first?.dates.length, 40)
  assert.equal(first?.dates.at(-1), lines.at(-1)?.date)
  const [express] = first?.servers ?? []
  assert.deepEqual([express?.points.length, express?.changes?.map(({ at }) => at)], [40, [20]])
})
