import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ONE_ONLY } from '../format/workers.ts'
import { notesOf } from '../probe/notes.ts'
import { columnOf, tablesOf } from '../probe/probe.ts'
import { sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { scale, workersPart } from './scale.ts'

/** Returns a server's groups of one size, by their requests/s. */
function group(name: string, workers: number, rates: readonly number[], change: object = {}) {
  const values = {
    workers,
    cores: workers,
    cpu: 99,
    memory: 1e8,
    p99: 9,
    busiest: 1.2,
    caveats: '',
  }
  return {
    ...sampleSubject(
      name,
      rates.map((rate) => ({ ...values, rate, ...change })),
    ),
    part: workersPart(workers),
  }
}

const subjects = [
  group('even', 1, [1_000, 2_000, 1_000]),
  group('even', 2, [1_000, 4_000, 1_500], { cores: 1 }),
  group('faster', 2, [5_000, 5_000, 5_000], { caveats: 'generator-limited, idle' }),
  {
    ...group('single', 2, []),
    disqualified: `${ONE_ONLY}: another one cannot listen on its port`,
  },
]
const file = sampleMeasurement(scale, subjects, {
  workers: [1, 2],
  sharing: 'reuse-port',
  connections: 100,
  seconds: 2,
  sharedCpus: true,
})

test('each number of workers has a table, fastest first', () => {
  const tables = tablesOf(scale, file).map(({ heading, rows }) => [
    heading,
    rows.map(({ displayName, marks = '' }) => `${displayName} ${marks}`.trim()),
  ])
  assert.deepEqual(tables, [
    ['With 1 worker', ['even']],
    ['With 2 workers', ['faster (generator-limited, idle)', 'even (shared cores)']],
  ])
})

test('efficiency compares the groups of a round', () => {
  const [metric = assert.fail()] = scale.metrics.filter(({ id }) => id === 'efficiency')
  const values = subjects.slice(0, 3).map((row) => columnOf(metric).value(row, file))
  assert.deepEqual(values, [
    { value: 100, low: 100, high: 100 },
    { value: 75, low: 50, high: 100 },
    null,
  ])
})

test('a line names servers that run as one process only, and a file of shared CPUs', () => {
  const lines = notesOf(scale, file)
  assert.ok(lines.includes('can run as one process only, without a change: single'))
  assert.match(lines.at(-1) ?? '', /^never published: /)
})
