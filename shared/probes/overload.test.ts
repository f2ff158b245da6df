import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Subject } from '../format/measurement.ts'
import { figureIn } from '../probe/column.ts'
import { columnOf, rowsOf, tablesOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { LOSSES, type OverloadValues } from './overload/figures.ts'
import { isWhole, overload } from './overload.ts'

const MULTIPLES = [0.5, 1, 1.5, 2]

/** Returns the values at a multiple of a process that does this much, in percent of its capacity. */
function at(multiple: number, goodput: number, change: Partial<OverloadValues> = {}) {
  const losses = { late: 0, rejected: 0, refused: 0, reset: 0, unsent: 0 }
  const values = { goodput, ...losses, behind: 0, p99: 90, memory: 2 * multiple, recovery: 300 }
  return Object.fromEntries(
    Object.entries({ ...values, ...change }).map(([id, value]) => [`${id}@${multiple}`, value]),
  )
}

/** Returns a server with five processes of the same loads. */
function loaded(name: string, loads: readonly object[], settled = 1): Subject {
  const values = Object.assign({ capacity: 10_000, settled }, ...loads)
  return sampleSubject(name, Array(5).fill(values), { part: 'unlimited' })
}

const file = (subjects: readonly Subject[]) =>
  sampleMeasurement(overload, subjects, { multiples: MULTIPLES, patience: 100 })

const late = loaded('late', [
  at(0.5, 50),
  at(1, 80),
  at(1.5, 1.5),
  at(2, 0, { p99: null, recovery: null, late: 80, refused: 15, unsent: 5 }),
])
const early = loaded('early', [
  at(0.5, 50),
  at(1, 90),
  at(1.5, 90),
  at(2, 90, { rejected: 45, late: 9.6, reset: 0.4 }),
])
const all = file([
  late,
  early,
  loaded('unknown', [at(0.5, 50), at(1, 90), at(1.5, 90), at(2, 100, { behind: 6 })]),
  // Their capacity was measured while they were cold, so that they seem to do more than that.
  loaded(
    'behind',
    MULTIPLES.map((multiple) => at(multiple, 100 * multiple)),
  ),
  loaded(
    'cold',
    MULTIPLES.map((multiple) => at(multiple, 100)),
    0,
  ),
])

const LOSS_IDS = Object.keys(LOSSES).map((loss) => `${loss}@2`)
const FIGURES = overload.metrics.filter(({ id }) => !LOSS_IDS.includes(id))

test('a server that rejects early is before one that responds late, and there is no figure where the generator is the limit', () => {
  const rows = rowsOf(overload, all).map((row) => [
    row.name,
    ...FIGURES.map((metric) => {
      const value = columnOf(metric).value(row, all)
      assert.ok(value === null || (typeof value === 'object' && 'value' in value))
      return value ? value.value : metric.marks?.(row)
    }),
  ])
  assert.deepEqual(rows, [
    ['early', 10_000, 90, 90, 90, 90, 4, 300],
    ['late', 10_000, 80, 1.5, 0, 90, 4, Infinity],
    ['behind', 10_000, ...Array(6).fill('not warm')],
    ['cold', 10_000, ...Array(6).fill('not warm')],
    ['unknown', 10_000, 90, 90, 'not sent', 90, 'not sent', 'not sent'],
  ])
  assert.equal(overload.metrics.at(-1)?.format?.(Infinity), '∞')
  assert.equal(
    overload.lead?.([{ file: all, path: '' }]),
    '**Update user, a new connection whenever none is free: at 1.5 and 2 times capacity, late handles at worst 0% of its capacity in time; one other, at least 90%; three of five not compared.**',
  )
  assert.match(
    overload.notes?.(all).join('\n') ?? '',
    /^titles do not .* capacity: .*: behind, cold, unknown\nnot sent: .*\nnot warm: /,
  )
})

test('a file is whole if no figure is withheld', () => {
  assert.ok(isWhole(file([early, late])))
  for (const withheld of all.subjects.slice(2)) assert.ok(!isWhole(file([early, withheld])))
})

test('of an older file, without a pool and some of the losses, no losses are shown, and a line says so', () => {
  const samples = early.samples.map(({ round, values }) => {
    const { 'late@2': _, ...older } = values
    return { round, values: older }
  })
  const old = file([{ ...early, samples }])
  assert.equal(tablesOf(overload, old).length, 1)
  assert.match(overload.notes?.(old).join() ?? '', /not measured yet/)
  const recent = { ...old, protocol: { ...old.protocol, pool: 0.75 } }
  assert.doesNotMatch(overload.notes?.(recent).join() ?? '', /not measured yet/)
})

test('why requests were lost is a table', () => {
  const [, lost] = tablesOf(overload, all)
  assert.deepEqual(
    lost?.columns.map(({ title }) => title),
    ['late', 'rejected', 'refused', 'reset', 'no connection'].map((loss) => `${loss} at 2×, %`),
  )
  const figures = [early, late].map((subject) =>
    lost?.columns.map(({ value }) => figureIn(value(subject, all))),
  )
  assert.deepEqual(figures, [
    [9.6, 45, 0, 0.4, 0],
    [80, 0, 15, 0, 5],
  ])
})

test('each kind of clients has a table, a chart and a title of its own', () => {
  const pool = [early, late].map((subject) => ({ ...subject, part: 'pool' }))
  const both = file([early, ...pool])
  assert.deepEqual(
    tablesOf(overload, both).map(({ heading, rows }) => [heading, rows.length]),
    [
      ['A new connection whenever none is free', 1],
      ['A new connection whenever none is free: lost requests', 1],
      ['A pool of open connections', 2],
      ['A pool of open connections: lost requests', 2],
    ],
  )
  assert.deepEqual(
    overload
      .charts?.(both)
      .map(({ name, title, subtitle }) => [name, title, subtitle.split('.')[0]]),
    [
      [
        'update-user.overload',
        'At 1.5 and 2 times capacity, early handles at least 90% of its capacity in time',
        'A new connection whenever none is free',
      ],
      [
        'update-user.overload-pool',
        'At 1.5 and 2 times capacity, late handles at worst 0% of its capacity in time; one other, at least 90%',
        'A pool of open connections',
      ],
    ],
  )
})

test('the chart has a point per load with a figure, at least 1%', () => {
  const [chart] = overload.charts?.(all) ?? []
  assert.ok(chart?.kind === 'lines')
  assert.match(chart.title ?? '', /^At 1\.5 and 2 times capacity, late handles at worst 0% /)
  assert.match(chart.subtitle, /; values below 1% are drawn at 1%\.$/)
  const points = chart.points.map(({ row, at, value }) => [row.name, at, value])
  assert.deepEqual(points.slice(4), [
    ['late', 50, 50],
    ['late', 100, 80],
    ['late', 150, 1.5],
    ['late', 200, 1],
    ['unknown', 50, 50],
    ['unknown', 100, 90],
    ['unknown', 150, 90],
  ])
})

/** Returns a server whose processes do this much at 1.5 times their capacity, and 90% at twice. */
const varying = (name: string, goodputs: readonly number[]): Subject => ({
  ...early,
  name,
  displayName: name,
  samples: goodputs.map((goodput, i) => ({
    round: i + 1,
    values: { ...early.samples[0]?.values, ...at(1.5, goodput) },
  })),
})
const titleOf = (...subjects: Subject[]) => overload.charts?.(file(subjects))[0]?.title

test('the worst overload counts: of a server whose processes disagree there, the range is stated', () => {
  assert.equal(
    titleOf(early, varying('mixed', [100, 60, 12, 36, 104])),
    'At 1.5 and 2 times capacity, mixed handles at worst 12% to 100% of its capacity in time; one other, at least 90%',
  )
})

test('a server without a figure, or with a process that did more than its capacity, is not compared', () => {
  const unknown = loaded('unknown', [at(0.5, 50), at(2, 100, { behind: 6 })])
  assert.equal(
    titleOf(early, { ...early, name: 'again' }, unknown, varying('over', [90, 90, 90, 90, 111])),
    'At 1.5 and 2 times capacity, two servers handle at least 90% of their capacity in time; two of four not compared',
  )
  assert.equal(titleOf(unknown), 'Goodput at 1.5 and 2 times capacity')
  assert.equal(
    titleOf(early),
    'At 1.5 and 2 times capacity, early handles at least 90% of its capacity in time',
  )
})
