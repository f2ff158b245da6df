import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../basics/testing.ts'
import type { Subject } from '../format/measurement.ts'
import { writeMeasurement } from '../format/measurement-file.ts'
import { columnOf, type Probe, rowsOf } from '../probe/probe.ts'
import { publishedMeasurements } from '../probe/store.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { STRICT, strictKeys } from './strict-keys.ts'
import { percentMore } from './variants.ts'
import { workarounds } from './workarounds.ts'

const PROTOCOL = {
  requests: 2_000,
  step: 500,
  shortestWarmUp: 2_000,
  longestWarmUp: 3_000,
  counter: 'qemu 7.2',
}

/** A part of a server, with counts of its processes. */
function counted(name: string, part: string, counts: number[], first: object = {}): Subject {
  const values = counts.map((instructions, i) => ({ ...(i === 0 && first), instructions }))
  return sampleSubject(name, counts.length > 0 ? values : [{ ...first }], { part })
}

const guarded = (name: string, own: number[], standard: number[]) => [
  counted(name, '', own),
  counted(name, 'guards', standard, { why: `${name} falls.` }),
]

const fileOf = (probe: Probe, subjects: Subject[], protocol: object = {}) =>
  sampleMeasurement(probe, subjects, { ...PROTOCOL, ...protocol })

/** The figures of each row, by title. */
const tableOf = (probe: Probe, subjects: Subject[]) => {
  const file = fileOf(probe, subjects)
  const columns = probe.metrics.map(columnOf)
  return rowsOf(probe, file).map((row) => [
    row.marks ? `${row.name} ${row.marks}` : row.name,
    ...columns.map(({ value }) => {
      const figure = value(row, file)
      if (typeof figure !== 'object' || figure === null || !('value' in figure)) return figure
      const { value: middle, low, high } = figure
      return [middle, low, high].map((each) => Number(Number(each).toFixed(2)))
    }),
  ])
}

test('a row for each work-around, the most costly first', () => {
  const subjects = [
    ...guarded('house', [], []),
    ...guarded('express', [21_000, 20_400, 21_000, 20_900], [20_500, 20_500, 20_500, 20_500]),
    ...guarded('tower', [22_000, 22_100, 22_000, 22_100], [20_000, 20_000, 20_000, 20_000]),
    sampleSubject('ruin', 'fell down'),
    counted('ruin', 'guards', [20_000]),
  ]
  assert.deepEqual(tableOf(workarounds, subjects), [
    ['tower', 'guards', 'tower falls.', [10.25, 10, 10.5], 22_050, 20_000],
    ['express', 'guards', 'express falls.', [2.2, -0.49, 2.44], 20_950, 20_500],
    ['house', 'guards', 'house falls.', 'not measured', null, null],
  ])
})

test('a cost is the ratio of the figures that are shown, within its interval', () => {
  // As stored of nest-fastify: the median of all ratios is +1.6%.
  const own = counted('nest-fastify', '', [181_994, 182_917, 183_247, 185_932, 185_951])
  const other = counted('nest-fastify', 'guards', [178_872, 183_007, 183_091, 183_704, 179_256])
  const cost = percentMore(own, other) ?? assert.fail()
  assert.ok(Math.abs(cost.value - 100 * (183_247 / 183_007 - 1)) < 1e-9)
  assert.ok((cost.low ?? 1) <= cost.value && cost.value <= (cost.high ?? 0))
})

test('the headline has the range of the costs', () => {
  const lead = (...subjects: Subject[]) =>
    workarounds.lead?.([{ path: '', file: fileOf(workarounds, subjects) }])
  const [dear, slower] = [guarded('dear', [106], [100]), guarded('slow', [83], [100])]
  assert.equal(
    lead(...dear, ...guarded('fair', [101], [100]), ...slower),
    '**The cost of 3 work-arounds ranges from −17.0% (slow: the documented code is slower) to +6.0% (dear) instructions per request; the median is +1.0%.**',
  )
  assert.match(
    lead(...dear) ?? '',
    /^\*\*The cost of 1 work-around is \+6\.0% \(dear\) instructions per request; the median is/,
  )
})

test('servers with strict keys are ordered by cost, then those without an option, then hand-written ones', () => {
  const seen = { top: 'stripped', nested: 'stripped', validator: 'zod' }
  const option = { option: 'z.strictObject()', covers: 'each needs it' }
  const plain = [1e5, 1e5, 1e5, 1e5]
  const subjects = [
    counted('by-hand', '', [], { ...seen, validator: null }),
    counted('lax', '', [], { ...seen, top: 'echoed', nested: null }),
    counted('connect', '', [], { ...seen, validator: 'protovalidate' }),
    counted('needless', '', [], { top: 'rejected', nested: 'rejected', validator: 'joi' }),
    counted('dear', '', plain, { ...seen, ...option }),
    counted('dear', STRICT, [1.1e5, 1.09e5, 1.11e5, 1.1e5], {
      protoKey: 'stripped',
      constructorKey: 'rejected',
    }),
    counted('cheap', '', plain, { ...seen, ...option }),
    counted('cheap', STRICT, [1e5, 1.002e5, 0.999e5, 1.002e5]),
    counted('ruin', '', plain, { ...seen, ...option }),
    sampleSubject('ruin', 'unknown key: expected 4xx, was stripped', { part: STRICT }),
  ]
  const { option: name, covers } = option
  assert.deepEqual(tableOf(strictKeys, subjects), [
    ['cheap', 'zod', 'stripped', 'stripped', name, covers, null, null, [0.1, -0.1, 0.2], 100_100],
    [
      'dear',
      'zod',
      'stripped',
      'stripped',
      name,
      covers,
      'stripped',
      'rejected',
      [10, 9, 11],
      1.1e5,
    ],
    [
      'connect (JSON)',
      'protovalidate',
      'stripped',
      'stripped',
      'none documented',
      null,
      null,
      null,
      null,
      null,
    ],
    ['lax', 'zod', 'echoed', null, 'none documented', null, null, null, null, null],
    ['needless', 'joi', 'rejected', 'rejected', 'none needed', null, null, null, null, null],
    [
      'by-hand',
      'hand-written',
      'stripped',
      'stripped',
      'hand-written: none',
      null,
      null,
      null,
      null,
      null,
    ],
  ])
  assert.match(
    strictKeys.lead?.([{ path: '', file: fileOf(strictKeys, subjects) }]) ?? '',
    /\*\*Of 5 servers with a validator, 1 rejects unknown keys by default, 2 can with an option, and 2 have no documented way\.\*\* On average over the 2 that were counted, the option costs \+5\.0% \(95% interval: [^)]+\) instructions per request\. Even with it, dear does not reject `__proto__` or `constructor`\.$/,
  )
})

test('a server comes from the newest file with most of its figures, in a table for each operating system', (t) => {
  const root = temporaryDirectory(t)
  const write = (day: number, subjects: Subject[], protocol: object = {}, os?: string) => {
    const { checksum: _, ...contents } = fileOf(workarounds, subjects, protocol)
    const environment = { ...contents.environment, ...(os !== undefined && { os }) }
    const path = join(root, `results/workarounds/2026-01-0${day}T00-00-00Z.json`)
    writeMeasurement(workarounds, path, { ...contents, environment })
  }
  const first = [guarded('a', [1], [1]), guarded('b', [1], [1]), guarded('c', [1], [1])]
  write(1, first.flat())
  write(2, guarded('a', [2, 2], [2, 2]), { processes: 2 })
  write(3, [...guarded('a', [], []), sampleSubject('b', 'fell down')], { counter: null })
  write(4, guarded('c', [4], [4]), { requests: 200 })
  write(5, guarded('d', [1], [1]), {}, 'Another Linux')
  const published = publishedMeasurements(workarounds, root)
  assert.deepEqual(
    published.map(({ file }) =>
      file.subjects.flatMap(({ name, part, samples: [sample] }) =>
        part === '' ? [[name, sample?.values.instructions]] : [],
      ),
    ),
    // Of fewer requests, and without counts, are other figures.
    [
      [
        ['a', 2],
        ['b', 1],
        ['c', 1],
      ],
      [['d', 1]],
    ],
  )
  const [{ path, others = [], file } = assert.fail()] = published
  assert.match(path, /01-01/)
  assert.match(others.map((other) => other.path).join(), /^[^,]*01-02T[^,]*$/)
  assert.match(workarounds.conditions?.(file).join() ?? '', /,1 to 2 processes each × /)
})
