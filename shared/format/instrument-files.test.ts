import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '../basics/errors.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { countsStore } from '../results/instructions.ts'
import { sampleCounts } from '../test/counts-fixtures.ts'

test('files are read as written, and never overwritten', (t) => {
  const path = join(temporaryDirectory(t), 'counts.json')
  const counts = sampleCounts({ fastify: [90_000, 90_300] })
  countsStore.write(path, counts)
  const { checksum, ...rest } = countsStore.read(path)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.deepEqual(rest, counts)
  assert.throws(() => countsStore.write(path, counts), { code: 'EEXIST' })
})

test('an edited, a foreign and a missing file are errors of one line', (t) => {
  const directory = temporaryDirectory(t)
  const path = join(directory, 'counts.json')
  countsStore.write(path, sampleCounts({ fastify: [90_000, 90_300] }))
  writeFileSync(path, readFileSync(path, 'utf8').replace('90300', '90200'))
  assert.throws(() => countsStore.read(path), /has been edited/)
  assert.throws(() => countsStore.read(join(directory, 'none')), UsageError)
  const foreign: [object, RegExp][] = [
    [{ metric: 'memory', schemaVersion: 1 }, /is a result of memory, not of instructions$/],
    [{ schemaVersion: 1 }, /is a result of run, not of instructions$/],
    [{ metric: 'instructions' }, /it has no schema version$/],
    [{ metric: 'instructions', schemaVersion: 99 }, /has schema version 99, .*: update the suite$/],
    [{ metric: 'instructions', schemaVersion: 0 }, /has schema version 0, .*: measure again$/],
  ]
  for (const [json, message] of foreign) {
    writeFileSync(path, JSON.stringify(json))
    assert.throws(() => countsStore.read(path), message)
  }
})

test('the published file is clean and has most servers, or else is the newest, whatever the figures', (t) => {
  const root = temporaryDirectory(t)
  const write = (day: number, names: string[], clean: boolean) => {
    const path = join(root, 'results/instructions', 'hello', `2026-11-0${day}T10-00-00Z.json`)
    mkdirSync(dirname(path), { recursive: true })
    const counts = sampleCounts(Object.fromEntries(names.map((name) => [name, [1000 + day]])), {
      scenario: 'hello',
    })
    countsStore.write(path, { ...counts, source: { commit: null, clean } })
  }
  write(1, ['a', 'b'], true)
  write(2, ['a', 'b'], true)
  write(3, ['a'], true)
  write(4, ['a', 'b', 'c'], false)
  assert.deepEqual(
    countsStore.mostComplete({ root }).map(({ path }) => path),
    ['results/instructions/hello/2026-11-02T10-00-00Z.json'],
  )
  assert.deepEqual(countsStore.mostComplete({ root: temporaryDirectory(t) }), [])
})

test('files of the same runtimes are pooled, also those of servers that need fewer of them, without withdrawn figures', (t) => {
  const root = temporaryDirectory(t)
  const write = (day: number, names: string[], runtimes: Record<string, string>) => {
    const path = join(root, 'results/instructions', 'hello', `2026-11-0${day}T10-00-00Z.json`)
    mkdirSync(dirname(path), { recursive: true })
    const counts = sampleCounts(Object.fromEntries(names.map((name) => [name, [1000 + day]])), {
      scenario: 'hello',
    })
    countsStore.write(path, { ...counts, environment: { ...counts.environment, runtimes } })
  }
  write(1, ['a', 'b', 'c'], { node: '24.0.0', bun: '1.4.5' })
  write(2, ['a', 'b', 'd'], { node: '26.0.0', bun: '1.4.5' })
  write(3, ['c'], { node: '26.0.0' })
  write(4, ['e'], { node: '24.0.0' })
  const [{ file } = assert.fail()] = countsStore.pooled({ root })
  assert.deepEqual(file.servers.map(({ name }) => name).sort(), ['a', 'b', 'c', 'd'])
  writeFileSync(
    join(root, 'results/withdrawn.json'),
    JSON.stringify({ d: { before: '2026-12-31T00:00:00Z', reason: 'it read half a body' } }),
  )
  const [{ file: left } = assert.fail()] = countsStore.pooled({ root })
  assert.deepEqual(left.servers.map(({ name }) => name).sort(), ['a', 'b', 'c'])
})
