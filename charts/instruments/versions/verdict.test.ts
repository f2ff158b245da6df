import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { createRandom } from '../../../shared/basics/random.ts'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { refusal, steady, withCaveat } from '../../../shared/test/compare-fixtures.ts'
import { sampleVersions } from '../../test/versions.ts'
import { terminalText } from '../instrument.ts'
import { versionsStore } from './format.ts'
import instrument from './instrument.ts'
import { unmeasurableMarkdown, versionsMarkdown } from './summary.ts'
import { closureChanges, statusOf, versionsVerdicts } from './verdict.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950, 100_020, 99_980]
const times = (factor: number) => BASE.map((count) => count * factor)
const counted = (factor: number) => sampleVersions({ counts: [BASE, times(factor)] })
const verdictOf = (versions: ReturnType<typeof sampleVersions>) =>
  versions.verdicts[0] ?? assert.fail()

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
          ...{
            metric: 'bundle',
            threshold: 0,
            exact: true,
            larger: 'larger',
            how: 'bytes',
            notMeasured: null,
          },
          rows: [{ name: 'bytes', first: [10_000], second: [second] }],
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
  const parse = {
    ...({
      metric: 'validators',
      threshold: 0.02,
      exact: false,
      larger: 'slower',
      how: '',
      notMeasured: null,
    } as const),
    rows: [{ name: 'parse', first: BASE, second: times(1.6) }],
  }
  const versions = sampleVersions({ rates: [steady(1_000, 8), steady(980, 8, 1)], more: [parse] })
  assert.deepEqual(versions.verdicts.map(({ verdict }) => verdict).includes('slower'), true)
  assert.equal(statusOf(versions), 1)
  assert.equal(statusOf({ ...versions, verdicts: versions.verdicts.slice(0, 1) }), 0)
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
  const requests = {
    ...{ metric: 'requests', threshold: 0.03, exact: false, larger: 'slower', rows: [] },
    ...{ how: '', notMeasured: 'base: load: answered no request' },
  } as const
  const status = (factor: number, more = {}) =>
    statusOf(sampleVersions({ counts: [BASE, times(factor)], ...more }))
  assert.deepEqual([status(1), status(1.05), status(0.9), status(1.003)], [0, 1, 0, 0])
  assert.deepEqual([status(1, { more: [requests] }), status(1.05, { more: [requests] })], [3, 1])
  assert.equal(status(1.05, { rates, failBelow: 0.2 }), 0)
  assert.equal(statusOf(sampleVersions({ equal: true })), 0)
  assert.match(
    versionsMarkdown(sampleVersions({ equal: true })),
    /\*\*equal contents: nothing to measure\*\*/,
  )
})

test('other changes in the closure are named', () => {
  const versions = sampleVersions({
    counts: [BASE, BASE],
    packages: ['new-one@1.0.0', '@a/b@2.0.0'],
  })
  assert.deepEqual(closureChanges(versions), ['@a/b none → 2.0.0', 'new-one none → 1.0.0'])
  const other = {
    ...versions,
    second: { ...versions.second, packages: ['ajv@8.0.0', 'ajv@9.0.0', 'fastify@2.0.0'] },
  }
  assert.deepEqual(closureChanges(other), ['ajv 8.0.0 → 8.0.0, 9.0.0'])
})

test('a terminal and a pull request get the same text', () => {
  const rates = [steady(1_000, 8), steady(1_001, 8, 1)] as const
  const both = sampleVersions({ counts: [BASE, times(1.05)], rates })
  const verdict = { kind: 'noisy', message: 'x' } as const
  const versions = {
    ...both,
    run: both.run && { ...both.run, ...withCaveat(both.run, 'fastify@2.0.0', verdict, 3) },
  }
  const [text, markdown] = [terminalText(instrument, versions), versionsMarkdown(versions)]
  for (const line of [
    'worse: instructions/request slower, +5.00% (limit 0.3%)',
    'fastify@2.0.0: noisy in 3 of 8 trials',
    'to repeat it: npm run bench -- versions fastify@1.0.0 fastify@2.0.0',
  ]) {
    assert.ok(text.includes(line), text)
    assert.ok(markdown.replaceAll('`', '').includes(line), markdown)
  }
  assert.match(
    markdown,
    /^### fastify: `fastify@2\.0\.0` against `fastify@1\.0\.0`, under fastify in update-user\n\n\*\*worse: /,
  )
  assert.match(
    text,
    /│ instructions\/request │ +100,000 │ +105,000 │ 1\.0500 \(1\.04\d+–1\.05\d+\) │ slower, \+5\.00% +│/,
  )
  assert.match(markdown, /\| requests\/s +\|.*\| no difference larger than 3% +\|/)
})

test('a pull request has one sentence and a table per metric, and names siblings', () => {
  const rows = [1.1, 1.4, 1.2, 1.3].map((factor, i) => ({
    ...{ name: `step ${i}`, first: BASE, second: times(factor) },
  }))
  const steps = {
    metric: 'validators',
    threshold: 0.02,
    exact: false,
    larger: 'slower',
    how: '',
    rows,
  } as const
  const versions = sampleVersions({
    counts: [BASE, BASE],
    more: [{ ...steps, notMeasured: null, rows }],
  })
  const second = { ...versions.second, siblings: ['@polka/url@1.0.0'] }
  const markdown = versionsMarkdown({ ...versions, second })
  assert.match(
    markdown,
    /\*\*worse: step 1 slower, .*; step 3 slower, .*; step 2 slower, .*; 1 more\*\*\n/,
  )
  assert.match(markdown, /\n\| instructions \|.+\n\n\| validators \|.+\| step 3 \|/s)
  assert.ok(markdown.includes('`fastify@2.0.0` is with `@polka/url@1.0.0` of its repository'))
})

test('names are escaped in a pull request', () => {
  const versions = sampleVersions({ counts: [BASE, BASE] })
  const label = '<img src=x>|[a](b)'
  const odd = { ...versions, second: { ...versions.second, label, version: label } }
  const markdown = versionsMarkdown(odd)
  assert.ok(!/(?<!\\)[<|[]\w*img|(?<!\\)\[a/.test(markdown), markdown)
  assert.ok(unmeasurableMarkdown('<b> `x`').includes('\\<b\\> \\`x\\`'))
})

test('a written file can be read, an edited one is rejected', (t) => {
  const path = join(temporaryDirectory(t), 'versions.json')
  const versions = sampleVersions({
    counts: [BASE, times(1.01)],
    rates: [steady(1_000), steady(1_000, 5, 1)],
  })
  versionsStore.write(path, versions)
  const { checksum, ...read } = versionsStore.read(path)
  assert.match(checksum, /^[0-9a-f]{64}$/)
  assert.deepEqual(versionsVerdicts(read), versionsVerdicts(versions))
  writeFileSync(path, readFileSync(path, 'utf8').replace('"2.0.0"', '"2.0.1"'))
  refusal(() => versionsStore.read(path), 'has been edited')
})
