import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { temporaryDirectory } from '../basics/testing.ts'
import { readMeasurement, writeMeasurement } from '../format/measurement-file.ts'
import type { Contents } from '../probe/probe.ts'
import { rejects, steady } from '../test/compare-fixtures.ts'
import { sampleVersions } from '../test/versions.ts'
import { outcomeLine, versions as probe, versionsNotes } from './versions.ts'
import {
  closureChanges,
  statusOf as statusOfVersions,
  type VersionsDetails,
  versionsIn,
} from './versions-file.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950, 100_020, 99_980]
const times = (factor: number) => BASE.map((count) => count * factor)
const counted = (factor: number) => sampleVersions({ counts: [BASE, times(factor)] })
const verdictsOf = (file: Contents) => versionsIn(file).verdicts
const verdictOf = (file: Contents) => verdictsOf(file)[0] ?? assert.fail()
const statusOf = (file: Contents) => statusOfVersions(versionsIn(file))

test('a verdict needs the whole interval on one side of the threshold, or within it', () => {
  const verdicts = [1, 1.01, 0.99, 1.003].map((factor) => verdictOf(counted(factor)).verdict)
  assert.deepEqual(verdicts, ['no difference', 'slower', 'faster', 'undecided'])
  const { old, new: recent, ratio, low, high } = verdictOf(counted(1.01))
  assert.ok(old === 100_000 && Math.abs(recent - 101_000) < 1)
  assert.ok(
    low !== null && high !== null && low > 1.008 && low < ratio && ratio < high && high < 1.012,
  )
  // 0.94 to 1.06 excludes no difference that matters.
  const wide = [94, 97, 100, 100, 100, 103, 106]
  assert.equal(
    verdictOf(sampleVersions({ counts: [wide, wide], failBelow: 0.03 })).verdict,
    'undecided',
  )
})

test('equal values are no difference, also where any is one', () => {
  const equal = Array(7).fill(3_460)
  assert.equal(
    verdictOf(sampleVersions({ counts: [equal, equal], failBelow: 0 })).verdict,
    'no difference',
  )
})

test('a comparison states the least difference that 95 of 100 like it call worse', () => {
  const random = createRandom(1)
  const sample = (factor: number) =>
    Array.from({ length: 7 }, () => factor * random.integer(99_700, 100_300))
  const compared = (factor: number) =>
    verdictOf(sampleVersions({ counts: [sample(1), sample(factor)] }))
  const finds = compared(1).finds ?? assert.fail()
  assert.ok(finds > 0.003 && finds < 0.01, String(finds))
  const found = Array.from({ length: 200 }, () => compared(1 + finds)).filter(
    ({ verdict }) => verdict === 'slower',
  )
  assert.ok(found.length > 0.9 * 200, String(found.length))
})

test('one outlying process of seven hides no difference, on either side and in either direction', () => {
  const seen = [102_081, 102_155, 102_240, 102_310, 102_402, 102_520]
  for (const outlier of [106_001, 98_500]) {
    const base = [...seen, outlier]
    const head = [...seen, 102_300].map((count) => count * 0.981)
    assert.equal(verdictOf(sampleVersions({ counts: [base, head] })).verdict, 'faster')
    assert.equal(verdictOf(sampleVersions({ counts: [head, base] })).verdict, 'slower')
  }
})

test('a comparison of three processes is undecided', () => {
  // Contents were equal, and 3 and 3 processes said -0.59%.
  const counts = [
    [100_000, 100_100, 100_050],
    [99_400, 99_450, 99_500],
  ] as const
  const versions = sampleVersions({ counts })
  const { verdict, finds } = verdictOf(versions)
  assert.deepEqual([verdict, finds, statusOf(versions)], ['undecided', null, 3])
})

test('in fewer than 1 of 100 comparisons of equal processes there is a difference, with outliers too', () => {
  const random = createRandom(1)
  const process = () =>
    100_000 +
    random.integer(-400, 400) +
    (random.integer(1, 8) === 1 ? random.integer(0, 4_000) : 0)
  const sample = () => Array.from({ length: 7 }, process)
  const verdicts = Array.from(
    { length: 500 },
    () => verdictOf(sampleVersions({ counts: [sample(), sample()] })).verdict,
  )
  assert.ok(verdicts.filter((verdict) => verdict === 'slower' || verdict === 'faster').length < 5)
})

test('an exact metric differs by any byte, and says larger', () => {
  const bundle = (second: number) =>
    sampleVersions({
      more: [
        {
          metric: 'bundle',
          threshold: 0,
          repeated: 'exact',
          worse: 'larger',
          rows: { bytes: [[10_000], [second]] },
        },
      ],
    })
  assert.deepEqual(
    [10_000, 10_001, 9_999].map((bytes) => [
      verdictOf(bundle(bytes)).verdict,
      statusOf(bundle(bytes)),
    ]),
    [
      ['no difference', 0],
      ['larger', 1],
      ['smaller', 0],
    ],
  )
})

test('60% more of one operation fails, though it is 2% of a request', () => {
  const parse = { metric: 'validators', rows: { parse: [BASE, times(1.6)] } } as const
  const rates = [steady(1_000, 8), steady(980, 8, 1)] as const
  const versions = sampleVersions({ rates, more: [parse] })
  assert.deepEqual(
    verdictsOf(versions).map(({ verdict }) => verdict),
    ['no difference', 'slower'],
  )
  assert.deepEqual([versions, sampleVersions({ rates })].map(statusOf), [1, 0])
})

test('requests/s are compared in the same rounds', () => {
  const rated = (factor: number) =>
    sampleVersions({ rates: [steady(1_000, 8), steady(1_000 * factor, 8, 1)] })
  assert.deepEqual(
    [1, 0.9, 1.1].map((factor) => verdictOf(rated(factor)).verdict),
    ['no difference', 'slower', 'faster'],
  )
})

test('what is slower fails; what was not measured is no failure, unless nothing is slower', () => {
  const rates = [steady(1_000, 8), steady(1_000, 8, 1)] as const
  const requests = { metric: 'requests', rows: {}, failed: 'load: answered no request' }
  const status = (factor: number, more = {}) =>
    statusOf(sampleVersions({ counts: [BASE, times(factor)], ...more }))
  assert.deepEqual([status(1), status(1.05), status(0.9), status(1.003)], [0, 1, 0, 0])
  assert.deepEqual([status(1, { more: [requests] }), status(1.05, { more: [requests] })], [3, 1])
  assert.equal(status(1.05, { rates, failBelow: 0.2 }), 0)
  assert.equal(statusOf(sampleVersions({})), 0)
})

test('the outcome in one line is the verdict', () => {
  const counts = (factor: number) => [BASE, times(factor)] as const
  const line = (sample: Parameters<typeof sampleVersions>[0]) =>
    outcomeLine(versionsIn(sampleVersions(sample)))
  assert.equal(line({ counts: counts(1), failBelow: 0.01 }), 'no difference larger than 1%')
  assert.match(line({ counts: counts(1.003) }), /^undecided: finds 0\.\d+% or more$/)
  const more = [{ metric: 'validators', rows: { parse: counts(1), valid: counts(0.9) } }]
  assert.match(
    line({ counts: counts(1.02), failBelow: 0.02, more }),
    /^undecided: instructions\/request finds 2\.\d% or more; no difference larger than 2% in 1 figure; better: valid faster, -10\.00%$/,
  )
  assert.equal(
    line({ counts: counts(1.5), more }),
    'worse: instructions/request slower, +50.00% (limit 0.3%); better: valid faster, -10.00%',
  )
})

test('functions that changed share ten lines, those of the figure that changed most first', () => {
  const functions = Array.from({ length: 10 }, (_, i) => ({
    name: `f${i}, a/b.js`,
    first: 100,
    second: 1_000 - i,
  }))
  const counts = [BASE, times(1.05)] as const
  const linesOf = (figures: readonly string[]) => {
    const more = [{ metric: 'validators', rows: { parse: [BASE, times(0.5)] as const } }]
    const file = sampleVersions({ counts, more })
    const own = file.details as VersionsDetails
    own.functions = figures.map((figure) => ({ figure, functions }))
    return versionsNotes(versionsIn(file)).filter((line) => line.includes('a/b.js'))
  }
  const [request, parse] = ['instructions/request', 'parse']
  assert.deepEqual(linesOf([request, parse]).slice(4, 6), [
    'parse: +896 in f4, a/b.js (100 → 996)',
    'instructions/request: +900 in f0, a/b.js (100 → 1,000)',
  ])
  assert.deepEqual(
    [[], [request], [request, parse], Array(12).fill(parse)].map((each) => linesOf(each).length),
    [0, 10, 10, 10],
  )
})

test('other changes in the closure are named', () => {
  const versions = sampleVersions({
    counts: [BASE, BASE],
    packages: ['new-one@1.0.0', '@a/b@2.0.0'],
  })
  assert.deepEqual(closureChanges(versionsIn(versions)), [
    '@a/b none → 2.0.0',
    'new-one none → 1.0.0',
  ])
  const packages = ['ajv@8.0.0', 'ajv@9.0.0', 'fastify@2.0.0']
  const other = sampleVersions({ counts: [BASE, BASE], sides: [{}, { packages }] })
  assert.deepEqual(closureChanges(versionsIn(other)), ['ajv 8.0.0 → 8.0.0, 9.0.0'])
})

test('a written file can be read, an edited or incomplete one is rejected', (t) => {
  const path = join(temporaryDirectory(t), 'versions.json')
  const { checksum: _, ...versions } = sampleVersions({ counts: [BASE, times(1.01)] })
  writeMeasurement(probe, path, versions)
  assert.deepEqual(verdictsOf(readMeasurement(probe, path)), verdictsOf(versions))
  writeFileSync(path, readFileSync(path, 'utf8').replace('"2.0.0"', '"2.0.1"'))
  rejects(() => readMeasurement(probe, path), 'has been edited')
  const { repeat: __, ...details } = versions.details as VersionsDetails
  assert.throws(() => writeMeasurement(probe, `${path}.2`, { ...versions, details }), /details/)
})
