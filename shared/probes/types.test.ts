import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rowsOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { types } from './types.ts'

/** @param cost instantiations per procedure, and tenths of seconds of CPU */
const library = (name: string, part: string, cost: number, failed: string[] = []) => {
  const values = Object.fromEntries(
    ['six', 'seven', 'one'].flatMap((compiler) => [
      [`instantiations_${compiler}`, cost],
      [`cpu_${compiler}`, failed.includes(compiler) ? null : cost / 10],
    ]),
  )
  const failure = 'out of memory'
  const evidence = failed.map((compiler) => ({ compiler, size: 1000, failure }))
  const samples = [{ round: 1, values, evidence }]
  return sampleSubject(name, [], { part, samples })
}

const file = sampleMeasurement(
  types,
  [
    library('Heavy', 'with client', 1300, ['seven']),
    library('Light', 'with client', 10),
    library('Middle', 'with client', 100),
    library('Light, precompiled', 'with client, precompiled', 5),
    { ...library('Accepting', 'with client', 1), isUnranked: true },
    library('Heavy', 'server', 1200),
    library('Middle', 'server', 50),
    library('Alone', 'server', 20),
    library('Schema', 'schema', 7),
  ],
  { sizes: [10, 100, 1000], sideBySide: 1 },
)

test('a library with its client is before its server; what does not compile and schemas are last', () => {
  assert.deepEqual(
    rowsOf(types, file).map(({ name, part }) => [name, part]),
    [
      ['Accepting', 'with client'],
      ['Light, precompiled', 'with client, precompiled'],
      ['Light', 'with client'],
      ['Alone', 'server'],
      ['Middle', 'with client'],
      ['Middle', 'server'],
      ['Heavy', 'with client'],
      ['Heavy', 'server'],
      ['Schema', 'schema'],
    ],
  )
  assert.equal(types.notes?.(file)[0], 'Heavy, with client, at 1,000 (TS 7): out of memory')
})

test('claims compare ranked servers with their clients, without variants', () => {
  const stored = [{ path: '', file }]
  assert.match(
    types.lead?.(stored) ?? '',
    /^To check 1,000 procedures .* takes 1\.0 s \(Light\) to 130 s \(Heavy\) of CPU time, and TypeScript 7 takes 1\.0 s \(Light\) to 10 s \(Middle\)\.$/,
  )
  assert.match(
    types.regions?.(stored, []).types ?? '',
    / in 1\.0 s \(Light\) to 10 s \(Middle\) of CPU, 1\.0 to 130 s with `--checkers 1` /,
  )
  const [chart] = types.charts?.(file) ?? []
  assert.ok(chart?.kind === 'dots')
  const names = (rows: readonly { name: string }[] = []) => rows.map(({ name }) => name)
  assert.deepEqual(names(chart.compared), ['Light', 'Middle', 'Heavy'])
  assert.deepEqual(names(chart.rows), [
    'Accepting',
    'Light, precompiled',
    'Light',
    'Alone',
    'Middle',
    'Heavy',
  ])
})
