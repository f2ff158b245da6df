import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Sample, Subject } from '../format/measurement.ts'
import { rowsOf, tablesOf } from '../probe/probe.ts'
import { sampleLoad, sampleRates } from '../test/latency.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { isSustained, latency, sustainedCounts } from './latency.ts'

/** Returns the cells of a server with one process per list of values. */
function cellsOf(...values: Sample['values'][]) {
  const [server] = sampleRates(
    'a',
    values.map((each) => [each]),
  )
  assert.ok(server)
  const file = sampleMeasurement(latency, [server], { rates: [1_000] })
  const figures = latency.metrics.map(({ id, value }) => [id, value?.(server, file)])
  return { server, ...Object.fromEntries(figures) }
}

describe('a rate', () => {
  test('has the median and range of its processes: one slow process affects only the range', () => {
    const { p99, p50, cpu } = cellsOf(
      ...[1, 1.1, 1.2, 0.9, 100].map((p50) => sampleLoad(1_000, p50)),
    )
    assert.deepEqual(p99, { value: 4.4, low: 3.6, high: 400 })
    assert.deepEqual(p50, { value: 1.1, low: 0.9, high: 100 })
    assert.deepEqual(cpu, { value: 50, low: 50, high: 50 })
  })

  test('is held if most processes responded to all requests without a growing backlog', () => {
    const good = sampleLoad(1_000, 1)
    const missing = sampleLoad(1_000, 1, { completed: 980, unsent: 20 })
    const growing = sampleLoad(1_000, 1, { backlogGrowth: 11 })
    const hopeless = sampleLoad(1_000, null)
    for (const bad of [missing, growing, hopeless]) {
      const few = cellsOf(good, good, bad)
      assert.deepEqual(
        [isSustained(few.server), few.caveats],
        [true, 'not all processes sustain the rate (2 of 3 do)'],
      )
      const most = cellsOf(good, bad, bad)
      assert.deepEqual(
        [isSustained(most.server), most.p99, most.caveats],
        [false, null, 'most processes do not sustain the rate (1 of 3 do)'],
      )
    }
    const nearly = { completed: 990, failed: 10, backlogGrowth: 10 }
    assert.ok(isSustained(cellsOf(sampleLoad(1_000, 1, nearly)).server))
  })

  test('is infinite if a latency exceeds the timeout', () => {
    const endless = sampleLoad(1_000, 1, { p99: null, generatorPart: null })
    const load = sampleLoad(1_000, 1)
    const { p99, p50 } = cellsOf(load, load, endless, endless, endless)
    assert.deepEqual(p99, { value: Infinity, low: 4, high: Infinity })
    assert.equal(p50.high, 1)
    assert.equal(latency.metrics[1]?.format?.(Infinity), '∞')
  })

  test('does not count if the generator stalled', () => {
    const still = sampleLoad(1_000, null, { stalls: 3 })
    const { server, p99, caveats } = cellsOf(still, still)
    assert.deepEqual(sustainedCounts(server), { sustained: 0, counted: 0 })
    assert.deepEqual(
      [p99, caveats],
      [null, 'no figure, because the load generator stalled each time'],
    )
    assert.equal(sustainedCounts(cellsOf(still, sampleLoad(1_000, 1)).server).counted, 1)
  })

  test('has the generator’s part if it is large within p99, in the median process', () => {
    const caveatOf = (...parts: number[]) =>
      cellsOf(...parts.map((generatorPart) => sampleLoad(1_000, 1, { generatorPart }))).caveats
    assert.equal(caveatOf(0.01, 0.19, 3), '')
    assert.equal(
      caveatOf(0.01, 0.21, 3),
      'over 5% of p99 may come from the load generator (up to 0.21 ms)',
    )
  })

  test('is noisy if every load that counts was noisy', () => {
    const noisy = sampleLoad(1_000, 1, { noise: 'others' })
    assert.equal(cellsOf(noisy, noisy).caveats, 'noisy, because every load was disturbed')
    assert.equal(cellsOf(noisy, sampleLoad(1_000, 1)).caveats, '')
  })
})

const around = (milliseconds: number, values: (p50: number) => Sample['values'][]) =>
  [0.5, 1, 1.5].map((factor) => values(factor * milliseconds))
const file = sampleMeasurement(
  latency,
  [
    ...sampleRates(
      'crawls',
      around(4, (p50) => [sampleLoad(1_000, p50), sampleLoad(5_000, null)]),
    ),
    ...sampleRates(
      'fast',
      around(1, (p50) => [sampleLoad(1_000, p50), sampleLoad(5_000, 2 * p50)]),
    ),
    sampleSubject('gone', 'exited with status 1'),
  ],
  { rates: [1_000, 5_000], processes: 3 },
)

test('each rate has a table, the lowest p99 first, and what does not hold it last', () => {
  assert.deepEqual(
    tablesOf(latency, file).map(({ heading, rows }) => [heading, rows.map(({ name }) => name)]),
    [
      ['At 1,000 requests/s', ['fast', 'crawls']],
      ['At 5,000 requests/s', ['fast', 'crawls']],
      ['CPU time per request', ['fast', 'crawls']],
    ],
  )
  assert.deepEqual(
    rowsOf(latency, file).map(({ name, part }) => `${name} ${part}`),
    ['fast 1,000/s', 'crawls 1,000/s', 'fast 5,000/s', 'crawls 5,000/s'],
  )
})

test('a table has p50, p95, p99 and the maximum, and one of all rates the CPU time', () => {
  const subjects = sampleRates('new', [[sampleLoad(1_000, 1, { p95: 3, max: 9 })]])
  const recent = { ...file, subjects }
  const shown = tablesOf(latency, recent).map(({ columns }) =>
    columns.filter(({ when }) => when?.(recent) ?? true).map(({ title }) => title),
  )
  assert.deepEqual(shown, [
    ['p50, ms', 'p95, ms', 'p99, ms', 'max, ms'],
    ['at 1,000/s, µs', 'at 5,000/s, µs'],
  ])
  const [older] = tablesOf(latency, file)
  assert.equal(older?.columns[1]?.title, 'p90, ms')
})

test('notes say which servers a caveat qualifies at a rate', () => {
  assert.deepEqual(latency.notes?.(file), [
    'At 5,000/s, most processes do not sustain the rate: crawls (0 of 3 do)',
  ])
})

test('two modes of processes are both in the table and the chart', () => {
  const processes = [1, 1.01, 1.02, 3, 3.03].map((p50) => [sampleLoad(1_000, p50)])
  const bimodal = { ...file, subjects: sampleRates('two', processes) }
  const [row] = rowsOf(latency, bimodal)
  const p50 = latency.metrics[1]?.value?.(row as Subject, bimodal)
  assert.ok(p50 && typeof p50 === 'object' && 'modes' in p50)
  assert.deepEqual(
    p50.modes.map(({ processes }) => processes),
    [3, 2],
  )
  const [chart] = latency.charts?.(bimodal) ?? []
  const [point] = chart?.kind === 'lines' ? chart.points : []
  assert.deepEqual(
    [point?.value, point?.rarer].map((value) => value?.toFixed(1)),
    ['4.0', '12.1'],
  )
  assert.match(chart?.subtitle ?? '', / Two points at one rate: /)
})

test('the chart has a line per server, up to the highest rate that it holds', () => {
  const [chart] = latency.charts?.(file) ?? []
  assert.ok(chart?.kind === 'lines')
  assert.deepEqual(
    chart.points.map(({ row, at, value }) => [row.name, at, value]),
    [
      ['crawls', 1_000, 16],
      ['fast', 1_000, 4],
      ['fast', 5_000, 8],
    ],
  )
  assert.equal(chart.where?.(1_000), ' at 1,000 requests/s')
})
