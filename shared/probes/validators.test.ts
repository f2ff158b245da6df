import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sample, Subject } from '../format/measurement.ts'
import { rowsOf, tablesOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { callsId, MARKS, PARTS, repaidAt } from './validators/construction.ts'
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
  const [times, , counts] = tablesOf(validators, file)
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

/** Returns a library whose `parse` executes this many instructions with a date and without, in five processes. */
const dated = (name: string, parse: number, parseUndated: number) =>
  sampleSubject(
    name,
    [0, 1, 2, 3, 4].map((i) => ({
      by: 'library',
      parse_instructions: parse + i,
      parseUndated_instructions: parseUndated + i,
    })),
  )

test('options follow their own figures, and libraries that are not installed are listed last', () => {
  const option = { ...dated('joi', 1_000, 900), part: 'fast', displayName: 'joi, fast' }
  const counted = [dated('joi', 9_000, 900), dated('zod', 4_000, 900), option]
  const notInstalled = [{ name: 'typia', install: 'npm install' }]
  const file = { ...sampleMeasurement(validators, counted), notInstalled }
  const [table] = tablesOf(validators, file)
  assert.deepEqual(
    table?.rows.map(({ displayName }) => displayName),
    ['joi, fast', 'zod', 'joi', 'typia'],
  )
  const version = table?.columns.find(({ title }) => title === 'version')
  assert.equal(version?.value(table?.rows.at(-1) as never, file), 'not installed')
  assert.equal(validators.kindOf?.(file), 'counted')
})

test('the title names the two libraries whose order the date turns round most', () => {
  const libraries = [dated('a', 40_000, 1_000), dated('b', 8_000, 2_000), dated('c', 9_000, 900)]
  const titleOf = (subjects: readonly Subject[]) =>
    validators.charts?.(sampleMeasurement(validators, subjects))[0]?.title
  assert.equal(
    titleOf(libraries),
    'One date field reverses the order: a executes 5.0× the instructions of b with it, 0.50× without',
  )
  const one = libraries.map((subject) => ({ ...subject, samples: subject.samples.slice(0, 1) }))
  const unsettled = libraries.map((subject) => ({
    ...subject,
    samples: subject.samples.map((sample) => ({
      ...sample,
      values: { ...sample.values, parse_settled: 0 },
    })),
  }))
  for (const unclaimed of [one, unsettled])
    assert.equal(
      titleOf(unclaimed),
      'Instructions to parse a user on Node.js, with a date and without',
    )
})

/** Returns a schema that costs this much to build, and per call. */
const schema = (name: string, construction: number, perCall: number) =>
  sampleSubject(
    name,
    [
      {
        construction,
        steady: perCall,
        ...Object.fromEntries(MARKS.map((mark) => [callsId(mark), mark * perCall])),
      },
    ],
    { part: PARTS[0].part },
  )

test('a schema is repaid from the call on whose total is less than that of the cheapest to start', () => {
  const [cheap, dear] = [schema('cheap', 1_000, 10), schema('dear', 11_000, 5)]
  assert.equal(Math.round(repaidAt(dear, cheap) ?? 0), 2_000)
  const late = repaidAt(schema('late', 1_001_000, 5), cheap) ?? 0
  assert.equal(Math.round(late), 200_000)
  assert.equal(repaidAt(schema('slow', 11_000, 10), cheap), null)
  const file = sampleMeasurement(validators, [dear, cheap, schema('slow', 12_000, 11)])
  const [table] = tablesOf(validators, file)
  const repaid = table?.columns.at(-1)
  assert.equal(repaid?.title, 'calls until cheaper than cheap')
  assert.deepEqual(
    table?.rows.map((row) => repaid?.value(row, file)),
    [null, 2_000, 'never'],
  )
})

test('the page says of which libraries it has nanoseconds alone', () => {
  const counted = sampleMeasurement(validators, [dated('zod', 4_000, 400)])
  const stored = [counted, file].map((each) => ({ file: each, path: '' }))
  assert.match(
    validators.lead?.(stored) ?? '',
    /^\*\*Instructions .*\*\* Instructions not counted yet: bare and joi\.$/,
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
  const lax = { ...library('lax', [400, 410, 420, 410, 410]), isUnranked: true }
  const [chart] = validators.charts?.(sampleMeasurement(validators, [...subjects, lax])) ?? []
  assert.equal(chart?.title, 'Fastest libraries to parse a user on Node.js: zod 510 ns')
})
