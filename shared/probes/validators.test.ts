import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample, Subject } from '../format/measurement.ts'
import { rowsOf, tablesOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { OPERATIONS, validators } from './validators.ts'

const each = (of: (operation: string) => [id: string, value: number]) =>
  Object.fromEntries(OPERATIONS.map(of))

/** Returns a library with nanoseconds, and instructions, of every operation in each process. */
function library(
  name: string,
  times: readonly number[],
  counts: readonly number[] = [],
  more: Partial<Subject> = {},
  facts: Sample['values'] = {},
): Subject {
  const values = times.map((time, i) => ({
    ...(i === 0 && { how: 'interpreted', by: 'library', ...facts }),
    import: 10,
    first: 50,
    ...each((operation) => [`${operation}_ns`, time]),
    ...(counts[i] !== undefined && {
      ...each((operation) => [`${operation}_instructions`, counts[i] as number]),
      ...each((operation) => [`${operation}_settled`, 1]),
    }),
  }))
  return sampleSubject(name, values, more)
}

const joi = { deviations: 'name: 5' }
const subjects = [
  library('joi', [5_000, 5_100, 5_200, 5_100, 5_100], [40_000, 40_400], {}, joi),
  library('zod', [500, 510, 520, 510, 510], [4_000, 4_040]),
  library('bare', [0.1, 0.2, 0.3, 0.2, 0.2], [30, 30], {}, { by: 'hand-written' }),
  library('zod', [400], [], { runtime: 'bun' }),
  sampleSubject('broken', 'missing id: validate accepts {}'),
]
const file = sampleMeasurement(validators, subjects)

test('a row per library and runtime, the fastest parse on Node.js first, and Node.js first of each library', () => {
  assert.deepEqual(
    rowsOf(validators, file).map(({ name, runtime }) => `${name} ${runtime}`),
    ['bare node', 'zod node', 'zod bun', 'joi node'],
  )
  const [times, counts] = tablesOf(validators, file)
  const parse = times?.columns.find(({ title }) => title === 'parse')
  assert.deepEqual(
    [0.4, 54.6, 510].map((value) => parse?.format?.(value)),
    ['< 1', '55', '510'],
  )
  assert.deepEqual(
    counts?.rows.map(({ name }) => name),
    ['bare', 'zod', 'joi'],
  )
})

test('deviations are named', () => {
  assert.deepEqual(validators.notes?.(file), ['joi on Node.js: name: 5'])
})

test('a count that has not settled is marked', () => {
  const [zod] = subjects.filter(({ name }) => name === 'zod')
  const samples = zod?.samples.map((sample) => ({
    ...sample,
    values: { ...sample.values, parse_settled: 0 },
  }))
  const unsettled = { ...file, subjects: [{ ...(zod ?? assert.fail()), samples: samples ?? [] }] }
  const parse = validators.metrics.find(({ id }) => id === 'parse_instructions')
  const [row] = rowsOf(validators, unsettled)
  assert.equal(parse?.marks?.(row ?? assert.fail()), '(unsettled)')
  assert.match(validators.notes?.(unsettled).join('\n') ?? '', /^unsettled: /)
})

test('the fastest on Node.js is named, without hand-written and unranked libraries', () => {
  const lax = library('lax', [400, 410, 420, 410, 410], [], { displayName: 'lax ¬' })
  const [chart] = validators.charts?.(sampleMeasurement(validators, [...subjects, lax])) ?? []
  assert.equal(chart?.title, 'Fastest to parse a user on Node.js: zod 510 ns')
})
