import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../basics/testing.ts'
import { middleOf } from './intervals.ts'
import { sampleStarts, sampleStartup } from './running-fixtures.ts'
import { readStartup, STARTUP_FOLDER, startupsToPublish, summarizeStarts, writeStartup } from './startup.ts'

const twenty = Array.from({ length: 20 }, (_, i) => 0.04 + i / 1000)

test('a file comes back as it was written, and an edited one does not', (t) => {
  const path = join(temporaryDirectory(t), 'starts.json')
  const startup = sampleStartup({ 'http-node': { starts: sampleStarts(twenty), routes: { 1: [0.04], 10: [0.05] } } })
  writeStartup(path, startup)
  const { checksum, ...read } = readStartup(path)
  assert.equal(JSON.stringify(read), JSON.stringify(startup))
  assert.match(checksum, /^[0-9a-f]{64}$/)
  writeFileSync(path, readFileSync(path, 'utf8').replace('0.041', '0.031'))
  assert.throws(() => readStartup(path), /has been edited/)
  assert.throws(() => writeStartup(path, startup), /EEXIST/)
})

test('the median and its interval are those of the processes; a slow one moves neither', () => {
  const { median, low, high, max } = middleOf([...twenty.slice(0, 19), 10])
  assert.equal(max, 10)
  assert.ok(Math.abs(median - 0.0495) < 1e-9)
  assert.ok(low !== null && high !== null && low > 0.04 && low < median && high > median && high < 0.06)
  assert.deepEqual([middleOf([1, 2]).low, middleOf([1, 2]).high], [null, null])
})

test('what one process does not know the summary does not', () => {
  const { processes, counted } = sampleStarts(twenty)
  const [first] = processes
  assert.ok(first)
  assert.equal(summarizeStarts({ processes: [...processes, { ...first, memory: null }], counted })?.memory, null)
  assert.equal(summarizeStarts({ processes, counted: [] })?.instructions, null)
  assert.equal(summarizeStarts({ processes, counted })?.instructions?.median, 400e6)
  assert.equal(summarizeStarts({ processes: [], counted }), null)
})

test('published are the newest of most servers from clean sources, whatever the figures', (t) => {
  const root = temporaryDirectory(t)
  mkdirSync(join(root, STARTUP_FOLDER), { recursive: true })
  const write = (day: string, servers: string[], clean: boolean, seconds = 0.04) =>
    writeStartup(join(root, STARTUP_FOLDER, `2026-11-${day}T10-00-00Z.json`), {
      ...sampleStartup(Object.fromEntries(servers.map((name) => [name, { starts: sampleStarts([seconds]) }]))),
      source: { commit: null, clean },
    })
  write('01', ['a', 'b'], true, 0.01)
  write('02', ['a', 'b'], true, 0.09)
  write('03', ['a'], true)
  write('04', ['a', 'b', 'c'], false)
  assert.deepEqual(
    startupsToPublish(root).map(({ path }) => path),
    [`${STARTUP_FOLDER}/2026-11-02T10-00-00Z.json`],
  )
  assert.deepEqual(startupsToPublish(temporaryDirectory(t)), [])
})
