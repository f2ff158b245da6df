import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Trial } from '../format/format.ts'
import { sampleTrial } from '../test/samples.ts'
import { CAVEATS, type Circumstances, caveatsOfEnding, caveatsOfTrial } from './caveats.ts'

const busy = (meanPercent: number): Trial => {
  const trial = sampleTrial()
  return { ...trial, cpu: { ...trial.cpu, meanPercent } }
}
/** On a CPU of its own, under an event-driven generator. */
const alone: Circumstances = { pinned: true, polling: false, otherNode: null, logged: 0 }
const polled: Circumstances = { ...alone, polling: true }
const kinds = (trial: Trial, circumstances = alone) =>
  caveatsOfTrial(trial, circumstances).map(({ kind }) => kind)

test('nothing is held against a trial whose server was the limit', () => {
  assert.deepEqual(caveatsOfTrial(busy(99), alone), [])
})

test('logs: a server that writes for each request; a few lines in a whole load are no log', () => {
  assert.deepEqual(caveatsOfTrial(busy(99), { ...alone, logged: 1_234.5 }), [
    { kind: 'logs', message: 'wrote 1,235 bytes per request to stdout and stderr' },
  ])
  assert.deepEqual(kinds(busy(99), { ...alone, logged: 1 }), ['logs'])
  assert.deepEqual(kinds(busy(99), { ...alone, logged: 0.99 }), [])
})

const shared = (server: number, eventLoopPercent: number | null) => ({
  ...busy(server),
  generator: { cpuPercent: 96, eventLoopPercent },
})

test('idle: also under a generator that does not tell how busy it is', () => {
  for (const [eventLoop, circumstances] of [
    [70, alone],
    [null, polled],
  ] as const) {
    assert.deepEqual(kinds(shared(89.9, eventLoop), circumstances), ['idle'])
    assert.deepEqual(kinds(shared(90, eventLoop), circumstances), [], 'a busy server was the limit')
    assert.deepEqual(kinds(shared(10, eventLoop), { ...circumstances, pinned: false }), [])
  }
  assert.match(caveatsOfTrial(shared(88, 70), alone)[0]?.message ?? '', /88%.*96%/)
})

test('a generator that polls: idle, generator-limited, or neither', () => {
  const cases = [
    [85, 94, ['idle']],
    [90, 94, []],
    [85, 95, ['generator-limited']],
    [96, 99, ['generator-limited']],
    [97, 99, []],
    [99, 50, []],
  ] as const
  for (const [server, generator, expected] of cases) {
    assert.deepEqual(kinds(shared(server, generator), polled), expected, `${server} ${generator}`)
  }
  const unpinned = { ...polled, pinned: false }
  assert.deepEqual(kinds(shared(99, 95), unpinned), ['generator-limited'])
  assert.deepEqual(kinds(shared(10, 94), unpinned), [])
})

test('noisy: only where no slice was quiet', () => {
  const [quiet, other] = sampleTrial().slices
  assert.ok(quiet && other)
  const noisy = { ...other, noise: 'others ran' }
  assert.deepEqual(kinds({ ...busy(99), slices: [quiet, noisy] }), [])
  assert.deepEqual(caveatsOfTrial({ ...busy(99), slices: [noisy, noisy] }, alone), [
    { kind: 'noisy', message: 'no quiet slice: others ran' },
  ])
})

test('unsettled: by the warm-up’s own word', () => {
  const trial = { ...busy(99), warmUp: { settled: false, seconds: 6.04, rates: [] } }
  assert.deepEqual(caveatsOfTrial(trial, alone), [
    { kind: 'unsettled', message: 'not settled after 6.0 s of load' },
  ])
  const cold = { ...busy(99), warmUp: { settled: false, seconds: 0, rates: [] } }
  assert.deepEqual(caveatsOfTrial(cold, alone), [
    { kind: 'unsettled', message: 'it was not warmed up' },
  ])
})

test('caveats add up', () => {
  const [slice] = sampleTrial().slices
  assert.ok(slice)
  const trial = {
    ...busy(10),
    slices: [{ ...slice, noise: 'x' }],
    warmUp: { settled: false, seconds: 1, rates: [] },
  }
  assert.deepEqual(kinds(trial), ['idle', 'noisy', 'unsettled'])
})

test('how a server ended is held against it, where it had to be killed', () => {
  assert.deepEqual(caveatsOfEnding({ ignoredSeconds: null, left: 0 }), [])
  assert.deepEqual(caveatsOfEnding({ ignoredSeconds: 2, left: 1 }), [
    { kind: 'ignored-sigterm', message: 'ignored SIGTERM for 2 s and was killed' },
    { kind: 'left-processes', message: 'left 1 process behind, killed' },
  ])
})

test('each mark has one meaning: no two kinds share one, and no other code has any', () => {
  const marks = Object.values(CAVEATS).map(({ mark }) => mark)
  assert.equal(new Set(marks).size, marks.length)
  // Signs of code and Markdown cannot be distinguished from marks.
  const special = marks.filter((mark) => !['*', '#'].includes(mark))
  const root = new URL('../../', import.meta.url)
  const sources = ['charts', 'shared'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `${folder}/${file}`),
  )
  const marked = sources.filter((file) => {
    const text = readFileSync(new URL(file, root), 'utf8')
    return special.some((mark) => text.includes(mark))
  })
  assert.deepEqual(marked, ['shared/results/caveats.ts'])
})

test('unsettled: the least requests are those of the protocol, with the scenarios that need fewer', () => {
  assert.match(CAVEATS.unsettled.rule, /, or before 20,000 requests \(user-list: 3,000\)$/)
})

test('other-node: a server that did not run on the pinned Node, whatever its load', () => {
  const otherNode = 'addon does not load on Node 26.0.0'
  assert.deepEqual(caveatsOfTrial(busy(99), { ...alone, otherNode }), [
    { kind: 'other-node', message: otherNode },
  ])
})
