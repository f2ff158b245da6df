import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { leaks, memory } from './memory.ts'
import { caveatNotes } from './notes.ts'
import { estimateOf, rowsOf } from './probe.ts'

const PROTOCOL = { rate: 2_500, connections: 16, loadSeconds: 40, idleSeconds: 10, sideBySide: 4 }

/** Returns a process by its MB at start, at peak and at rest, and of heap after GC. */
const process = (
  start: number,
  peak: number,
  idle: number,
  heap: number | null,
  loadTook = 40,
) => ({
  start: start * 1e6,
  peak: peak * 1e6,
  idle: idle * 1e6,
  heap: heap === null ? null : heap * 1e6,
  loadTook,
})
const light = [process(40, 60, 55, 5), process(41, 62, 56, 5.1), process(42, 64, 57, 5.2)]

test('the lowest peak is first; a server that did not hold the rate is marked and named', () => {
  const file = sampleMeasurement(
    memory,
    [
      sampleSubject('heavy', [process(80, 150, 140, null, 45)]),
      sampleSubject('light', light),
      sampleSubject('broken', 'a wrong response'),
    ],
    { ...PROTOCOL, processes: 3, soak: false },
  )
  const rows = rowsOf(memory, file)
  assert.deepEqual(
    rows.map(({ name, marks }) => [name, marks]),
    [
      ['light', undefined],
      ['heavy', '(slower)'],
    ],
  )
  assert.match(caveatNotes(memory, file).join(), /^slower: .*: heavy$/)
  assert.match(
    memory.conditions?.(file)[0] ?? '',
    /^2,500 requests\/s, evenly spaced, on 16 connections for 40 s: 100,000 requests$/,
  )
  const [first, heavy] = rows.map((row) =>
    memory.metrics.slice(0, 4).map((metric) => estimateOf(row, metric)),
  )
  assert.deepEqual(first?.[0], { value: 41, low: 40, high: 42 })
  assert.equal(heavy?.[3], null)
  const [chart] = memory.charts?.(file) ?? []
  assert.equal(chart?.region, undefined)
  assert.ok(chart?.kind === 'dots')
  const { figure, aside, more } = chart.figures(rows[0])
  assert.deepEqual([figure, aside, more], ['62.0 MB', '41.0', ['56.0', '5.10']])
})

test('garbage collections have columns only in files that have them', () => {
  const columnsOf = (values: object[]) => {
    const samples = values.map((more) => ({ ...process(40, 60, 55, 5), ...more }))
    const file = sampleMeasurement(memory, [sampleSubject('light', samples)], PROTOCOL)
    const [row] = rowsOf(memory, file)
    const shown = memory.metrics.filter(({ id, when }) => /^(gc|coll)/.test(id) && when?.(file))
    return row && shown.map((metric) => estimateOf(row, metric))
  }
  assert.deepEqual(columnsOf([{}]), [])
  assert.deepEqual(columnsOf([{ collections: null, gcPercent: null }]), [null, null])
  assert.deepEqual(columnsOf([1, 2, 4].map((n) => ({ collections: n, gcPercent: 3 * n }))), [
    { value: 2, low: 1, high: 4 },
    { value: 6, low: 3, high: 12 },
  ])
})

test('a soak names leaks, by bytes per request, and draws memory over time', () => {
  const soaked = (name: string, slope: number | null) => {
    const subject = sampleSubject(name, light.slice(0, 1))
    const points = Array.from({ length: 60 }, (_, i) => [
      i * 10,
      i * 25_000,
      8e6 + i * 25_000 * (slope ?? 0),
    ])
    const evidence = slope === null ? [] : points
    return { ...subject, samples: subject.samples.map((sample) => ({ ...sample, evidence })) }
  }
  const file = sampleMeasurement(
    memory,
    [soaked('heavy', 10), soaked('light', 0), soaked('silent', null)],
    { ...PROTOCOL, loadSeconds: 600, soak: true },
  )
  const growth = memory.metrics.filter(({ id }) => ['growth', 'leak'].includes(id))
  const rows = rowsOf(memory, file)
  assert.deepEqual(
    rows.map((row) => [row.name, ...growth.map(({ value }) => value?.(row, file))]),
    [
      ['heavy', { value: 10, low: 10, high: 10 }, 'leaks'],
      ['light', { value: 0, low: 0, high: 0 }, 'none'],
      ['silent', null, 'the runtime reports no heap'],
    ],
  )
  assert.deepEqual(rows.map(leaks), [true, false, false])
  assert.match(memory.notes?.(file).join() ?? '', /in the last 360 of 600 s/)
  const [chart] = memory.charts?.(file) ?? []
  assert.ok(chart?.kind === 'lines')
  assert.equal(chart.region, 'memory-over-time')
  assert.equal(
    chart.title,
    '3 servers, one process each: heavy leaked over 10 minutes at 2,500 requests/s',
  )
  assert.deepEqual(chart.points[1], { row: rows[0], at: 1 / 6, value: 8.25 })
})
