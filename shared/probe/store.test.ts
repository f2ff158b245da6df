import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import type { Contents } from '../format/measurement.ts'
import { measurementPath, readMeasurement, writeMeasurement } from '../format/measurement-file.ts'
import { footprint } from '../probes/footprint.ts'
import { instructions } from '../probes/instructions.ts'
import { startup } from '../probes/startup.ts'
import { sampleCounts, sampleMeasurement, sampleSubject } from '../test/measurements.ts'
import { whyTooSmall } from './protocol.ts'
import { publishedMeasurements, whyUnpublished } from './store.ts'

const read = (path: string) => readMeasurement(instructions, path)

test('files are read as written, and never overwritten', (t) => {
  const path = join(temporaryDirectory(t), 'counts.json')
  const { checksum: _, ...counts } = sampleCounts({ fastify: [90_000, 90_300] })
  writeMeasurement(instructions, path, counts)
  const { checksum, ...rest } = read(path)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.deepEqual(rest, counts)
  assert.throws(() => writeMeasurement(instructions, path, counts), { code: 'EEXIST' })
})

test('an edited, a foreign and a missing file are errors of one line', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'counts.json')
  writeMeasurement(instructions, path, sampleCounts({ fastify: [90_000, 90_300] }))
  writeFileSync(path, readFileSync(path, 'utf8').replace('90300', '90200'))
  assert.throws(() => read(path), /has been edited/)
  assert.throws(() => read(join(directory, 'none')), UsageError)
  const foreign: [object, RegExp][] = [
    [{ probe: 'heap', schemaVersion: 1 }, /is a result of heap, not of instructions$/],
    [{ schemaVersion: 1 }, /it names no probe, as older ones: measure again$/],
    [{ probe: 'instructions' }, /it has no schema version$/],
    [{ probe: 'instructions', schemaVersion: 99 }, /has schema version 99, .*: update the suite$/],
    [{ probe: 'instructions', schemaVersion: 0 }, /has schema version 0, .*: measure again$/],
  ]
  for (const [json, message] of foreign) {
    writeFileSync(path, JSON.stringify(json))
    assert.throws(() => read(path), message)
  }
})

/** Returns a repository with a function that stores counts of servers there on a day. */
function repository(t: TestContext) {
  const root = temporaryDirectory(t)
  function store(day: number, names: string[], more: Partial<Contents>) {
    const counts = {
      ...sampleCounts(Object.fromEntries(names.map((name) => [name, [1000 + day]]))),
      startedAt: `2026-11-0${day}T10:00:00.000Z`,
      ...more,
    }
    const path = measurementPath(instructions, counts, root)
    mkdirSync(dirname(path), { recursive: true })
    writeMeasurement(instructions, path, counts)
  }
  return { root, store }
}

test('the published file is clean, not cut down and has most servers, or else is the newest, whatever the figures', (t) => {
  const { root, store } = repository(t)
  const newest = {
    ...instructions,
    publish: 'newest' as const,
    whyUnpublished: whyTooSmall({ processes: 3 }),
  }
  assert.deepEqual(publishedMeasurements(newest, root), [])
  const source = (clean: boolean) => ({ source: { commit: null, clean } })
  store(1, ['a', 'b'], source(true))
  store(2, ['a', 'b'], source(true))
  store(3, ['a'], source(true))
  store(4, ['a', 'b', 'c'], source(false))
  const { protocol } = sampleCounts({})
  store(5, ['a', 'b', 'c'], { protocol: { ...protocol, processes: 1 } })
  assert.deepEqual(
    publishedMeasurements(newest, root).map(({ path }) => path),
    ['results/instructions/update-user/2026-11-02T10-00-00Z.json'],
  )
})

test('files of the same runtimes are pooled, also those of servers that need fewer of them, without withdrawn figures', (t) => {
  const { root, store } = repository(t)
  const on = (runtimes: Record<string, string>) => ({
    environment: { ...sampleCounts({}).environment, runtimes },
  })
  store(1, ['a', 'b', 'c'], on({ node: '24.0.0', bun: '1.4.5' }))
  store(2, ['a', 'b', 'd'], on({ node: '26.0.0', bun: '1.4.5' }))
  store(3, ['c'], on({ node: '26.0.0' }))
  store(4, ['e'], on({ node: '24.0.0' }))
  const published = () =>
    publishedMeasurements(instructions, root).map(({ file }) =>
      file.subjects.map(({ name }) => name).sort(),
    )
  assert.deepEqual(published(), [['a', 'b', 'c', 'd']])
  writeFileSync(
    join(root, 'results/withdrawn.json'),
    JSON.stringify({ d: { before: '2026-12-31T00:00:00Z', reason: 'it read half a body' } }),
  )
  assert.deepEqual(published(), [['a', 'b', 'c']])
})

test('withdrawn figures of any probe are on no page, which names them', (t) => {
  const root = temporaryDirectory(t)
  const { checksum: _, ...file } = sampleMeasurement(
    startup,
    ['a', 'b'].map((name) => sampleSubject(name, [{ instructions: 2 }])),
    { routes: [], counted: 0, counter: null },
  )
  const path = measurementPath(startup, file, root)
  mkdirSync(dirname(path), { recursive: true })
  writeMeasurement(startup, path, file)
  const entry = { before: '2999-01-01T00:00:00Z', reason: 'wrong' }
  writeFileSync(join(root, 'results/withdrawn.json'), JSON.stringify({ b: entry }))
  const [stored] = publishedMeasurements(startup, root)
  assert.deepEqual(
    stored?.file.subjects.map(({ name }) => name),
    ['a'],
  )
  assert.deepEqual(stored?.withdrawn, new Map([['b', 'wrong']]))
})

test('evidence that violates the schema of its probe is an error', (t) => {
  const path = join(temporaryDirectory(t), '1.json')
  const samples = [{ round: 1, values: { bytes: 2 }, evidence: { framework: 1 } }]
  const file = sampleMeasurement(footprint, [sampleSubject('a', [], { samples })])
  assert.throws(() => writeMeasurement(footprint, path, file), /evidence\.framework: .*number/)
})

test('times are of one file, counts of several; what a newer file disqualifies keeps its figures', (t) => {
  const root = temporaryDirectory(t)
  const store = (day: number, timed: boolean, subjects: Contents['subjects']) => {
    const protocol = { routes: [], counted: 0, counter: null, ...(timed && { polling: true }) }
    const file = sampleMeasurement(startup, subjects, protocol)
    const { checksum: _, ...contents } = { ...file, startedAt: `2026-11-0${day}T10:00:00.000Z` }
    const path = measurementPath(startup, contents, root)
    mkdirSync(dirname(path), { recursive: true })
    writeMeasurement(startup, path, contents)
  }
  for (const timed of [true, false]) {
    const values = (figure: number) => ({ [timed ? 'seconds' : 'instructions']: figure })
    const day = timed ? 1 : 4
    store(day, timed, [sampleSubject('a', [values(1)]), sampleSubject('b', [values(1)])])
    store(day + 1, timed, [sampleSubject('a', [values(2)])])
    const failed = { disqualified: 'it broke' }
    store(day + 2, timed, [sampleSubject('a', [values(3)], failed)])
  }
  const shown = publishedMeasurements(startup, root).map(({ file }) =>
    file.subjects.map(({ samples }) => Object.values(samples[0]?.values ?? {})[0]),
  )
  assert.deepEqual(shown, [
    [1, 1],
    [2, 1],
  ])
})

test('counts by callgrind are not published', () => {
  const { checksum: _, ...counted } = sampleMeasurement(footprint, [])
  const { environment } = counted
  assert.equal(whyUnpublished(footprint, counted), null)
  const byCallgrind = { ...environment, generatorVersion: 'callgrind of valgrind-3.19.0' }
  assert.match(
    whyUnpublished(footprint, { ...counted, environment: byCallgrind }) ?? '',
    /^was counted by callgrind/,
  )
})
