import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resultOf, steady } from './compare-fixtures.ts'
import { sampleCounts } from './counts-fixtures.ts'
import { type HistoryLine, lineOfCounts, lineOfResult } from './history.ts'
import { historyText } from './history-report.ts'
import { causesBetween, historySeries, type SeriesPoint } from './history-series.ts'

type Change = NonNullable<Parameters<typeof sampleCounts>[1]>

/** Returns a line of counts of express on a day of the month; three processes differ by 0.1%. */
function counted(day: number, level: number, change: Change = {}): HistoryLine {
  const startedAt = `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
  const counts = sampleCounts({ express: [0.999, 1, 1.001].map((part) => part * level) }, { ...change, startedAt })
  return lineOfCounts({ ...counts, checksum: startedAt })
}

const old = { version: '5.2.0', code: 'a' }
const recent = { version: '5.3.0', code: 'b' }

test('a release between two counts is the likely cause of a change', () => {
  const lines = [1, 2, 3].map((day) => counted(day, 200_000, old))
  const [series, ...others] = historySeries([...lines, counted(4, 202_000, recent), counted(5, 202_000, recent)])
  assert.deepEqual([others.length, series?.server, series?.points.length], [0, 'express', 5])
  const [change, ...rest] = series?.changes ?? []
  assert.ok(change && rest.length === 0)
  assert.deepEqual([change.from.slice(0, 10), change.to.slice(0, 10)], ['2026-11-03', '2026-11-04'])
  assert.deepEqual(change.causes, ['express 5.2.0 → 5.3.0'])
  assert.ok(change.low < 1.01 && 1.01 < change.high && change.low > 1.007)
})

test('counts under different conditions are different series', () => {
  const changes: Change[] = [
    {},
    { os: 'another' },
    { protocol: { requests: 8_000 } },
    { tiers: { engine: 'V8 13', on: ['Ignition'], off: ['Maglev'] } },
    { scenario: 'hello' },
  ]
  const series = historySeries(changes.map((change, i) => counted(i + 1, 100_000 * (i + 1), change)))
  assert.deepEqual(
    series.map(({ points, changes: found }) => [points.length, found.length]),
    changes.map(() => [1, 0]),
  )
})

test('ratios under another protocol are another series; an unconfirmed run is not a change', () => {
  const run = (day: number, rate: number, connections = 100): HistoryLine => {
    const result = resultOf({ 'http-node': steady(40_000), express: steady(rate, 5, 1) })
    const protocol = { ...result.protocol, connections }
    const startedAt = `2026-11-0${day}T10:00:00.000Z`
    return lineOfResult({ ...result, protocol, startedAt, checksum: startedAt })
  }
  const apart = historySeries([run(1, 20_000), run(2, 30_000, 50)])
  assert.deepEqual(
    apart.map(({ points, changes }) => [points.length, changes.length]),
    [
      [1, 0],
      [1, 0],
    ],
  )
  const lines = [run(1, 20_000), run(2, 20_100), run(3, 20_000), run(4, 30_000)]
  assert.deepEqual(historySeries(lines)[0]?.changes, [])
  const [confirmed] = historySeries([...lines, run(5, 30_000)])
  assert.deepEqual(
    confirmed?.changes.map(({ at }) => at),
    [3],
  )
})

test('causes are known differences, the server’s own packages first', () => {
  const [point] = historySeries([counted(1, 1_000)])[0]?.points ?? []
  assert.ok(point)
  const causes = (before: Partial<SeriesPoint>, after: Partial<SeriesPoint>) =>
    causesBetween({ ...point, ...before }, { ...point, ...after })
  assert.deepEqual(causes({}, {}), [])
  assert.deepEqual(
    causes(
      { packages: { express: '5.2.0', zod: '4.0.0' }, code: 'a' },
      { packages: { express: '5.3.0', ajv: '8.0.0' }, code: 'b', runtime: 'node 24.1.0' },
    ),
    ['express 5.2.0 → 5.3.0', 'zod 4.0.0 is gone', 'ajv 8.0.0 is new', 'node 24.0.0 → 24.1.0'],
  )
  assert.deepEqual(causes({ packages: null, version: '5.2.0' }, { version: '5.3.0' }), ['express 5.2.0 → 5.3.0'])
  assert.deepEqual(causes({ code: 'a' }, { code: 'b' }), ['files of the server in this repository'])
  assert.deepEqual(causes({ code: null }, { code: 'b' }), [])
  assert.deepEqual(causes({ lockfile: 'a' }, { lockfile: 'b' }), ['other packages of the lockfile'])
  assert.deepEqual(causes({ software: { kernel: '6.1' } }, { software: { kernel: '6.12' } }), ['kernel 6.1 → 6.12'])
})

test('the report states if no cause is known', () => {
  const series = historySeries([1, 2, 3, 4].map((day) => counted(day, day > 2 ? 202_000 : 200_000)))
  const text = historyText(series)
  assert.match(text, /express.*2026-11-02 10:00.*2026-11-03 10:00.*\+1\.00%.*no known cause/)
  assert.match(text, /\n1 change in 1 series of two points or more$/)
  assert.equal(
    historyText(historySeries([counted(1, 1_000)])),
    '0 changes in 0 series of two points or more; 1 of a single point, with which nothing may be compared yet',
  )
})
