import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { writeMeasurement } from '../../shared/format/measurement-file.ts'
import { versions } from '../../shared/probes/versions.ts'
import { compare, steady } from '../../shared/test/compare-fixtures.ts'
import { sampleVersions } from '../../shared/test/versions.ts'
import { benchmarksOf } from '../table/data.ts'
import { probeData, probeText } from '../table/probe-table.ts'
import { unmeasurableMarkdown, versionsMarkdown } from '../table/versions-summary.ts'
import { probeFiles } from './probe-page.ts'
import { storedProbes } from './probes.ts'
import { type Case, readReplay, replay, replayText } from './replay.ts'
import { versionsAdditions } from './versions.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950, 100_020, 99_980]
const times = (factor: number) => BASE.map((count) => count * factor)
const stored = (file: ReturnType<typeof sampleVersions>) => ({
  file,
  path: 'results/versions/2026-11-22T10-00-00Z.json',
})

test('the page has each comparison, with its versions as heading and when they were released', async () => {
  const sides = [{ released: '2025-11-26' }, {}] as const
  const pair = stored(sampleVersions({ counts: [BASE, BASE], sides }))
  const page =
    probeFiles(versions, [pair], [], versionsAdditions).get(
      'charts/published/versions/README.md',
    ) ?? assert.fail()
  assert.match(
    page,
    /\n\nEach comparison .*\n\n## fastify 1\.0\.0 → 2\.0\.0, under fastify in update-user\n\n\| \| `fastify@1\.0\.0` \|/,
  )
  assert.match(page, /\n- released: `fastify@1\.0\.0` on 2025-11-26\n/)
  assert.ok(page.includes('(../../../results/versions/2026-11-22T10-00-00Z.json)'))
})

test('a replay says whether the gate finds what was reported, and links it', (t) => {
  const slower = sampleVersions({ counts: [BASE, BASE.map((count) => count * 1.05)] })
  const found: Case = {
    ...{
      first: 'fastify@1.0.0',
      second: 'fastify@2.0.0',
      server: 'fastify',
      scenario: 'update-user',
    },
    ...{
      reported: '5% slower',
      report: 'https://example.com/1',
      expected: 'worse',
      figure: 'instructions/request',
    },
  }
  const cases: Case[] = [
    found,
    { ...found, expected: 'better' },
    { ...found, figure: 'schema, used once, KB' },
    { ...found, first: 'fastify@1.5.0', note: 'needs a library' },
  ]
  const outcomes = (changed: typeof slower) =>
    replay([stored(changed)], cases).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes(slower), ['found', 'the opposite', 'not measured', 'not measured'])
  assert.equal(outcomes(sampleVersions({ counts: [BASE, BASE] }))[0], 'no difference')
  assert.deepEqual(
    [0.04, 0.06].map((least) => replay([stored(slower)], [{ ...found, least }])[0]?.outcome),
    ['found', 'smaller than reported'],
  )
  const text = replayText('Measured twice.', replay([stored(slower)], cases))
  assert.match(
    text,
    /^`versions` detected 1 of 2 documented changes; 2 more are not measured yet\..* Measured twice\. /,
  )
  assert.match(
    text,
    /\n\| \[fastify 1\.0\.0 → 2\.0\.0\]\(#fastify-100--200-under-fastify-in-update-user\) \| \[5% slower\]\(https:\/\/example\.com\/1\) \| instructions\/request \| \*\*found\*\* \| \+5\.0% \(\+4\.\d% to \+5\.\d%\) \| 0:00 \|\n/,
  )
  assert.match(text, /\n- fastify 1\.5\.0 → 2\.0\.0: needs a library$/)
  const root = temporaryDirectory(t)
  writeTree(root, {
    'results/replay.json': { about: '', cases: [{ ...found, report: 'no link' }] },
  })
  assert.throws(() => readReplay(root), /results\/replay\.json: cases\.0\.report: /)
})

test('README states the requests/s of a package, or instructions since a dated release', () => {
  const counted = sampleVersions({ counts: [BASE, BASE], name: 'koa' })
  const releases = { '1.1.0': '2026-03-13', '1.0.0': '2025-11-26', '1.2.0': '2026-05-01' }
  const dated = Object.entries(releases).map(([version, released]) =>
    sampleVersions({ counts: [BASE, BASE], name: 'hono', sides: [{ version, released }, {}] }),
  )
  const rated = sampleVersions({ rates: [steady(1_000, 8), steady(900, 8, 1)] })
  const line =
    versionsAdditions.regions?.([counted, rated, ...dated].map(stored), [])?.versions ?? ''
  assert.match(
    line,
    /^\[Comparisons\]\(\S+\) include fastify 1\.0\.0 → 2\.0\.0: 9\.9% \(9\.\d to 10%\) fewer requests\/s and hono 1\.0\.0 → 2\.0\.0: no significant change in instructions\.$/,
  )
  const slower = sampleVersions({
    counts: [BASE, times(1.02)],
    name: 'hono',
    sides: [{ released: '2026-06-01' }, {}],
  })
  assert.match(
    versionsAdditions.regions?.([...dated, slower].map(stored), [])?.versions ?? '',
    / in instructions; worse: hono 1\.0\.0 → 2\.0\.0: 2\.0%.* more instructions\.$/,
  )
})

test('of the same versions under a server, the newest clean file is published', (t) => {
  const root = temporaryDirectory(t)
  const write = (hour: string, name: string, clean: boolean) => {
    const startedAt = `2026-11-22T${hour}:00:00.000Z`
    const { checksum: _, ...file } = sampleVersions({ counts: [BASE, BASE], name, startedAt })
    const path = join(root, `results/versions/2026-11-22T${hour}-00-00Z.json`)
    writeMeasurement(versions, path, { ...file, source: { commit: 'abc', clean } })
  }
  write('10', 'koa', true)
  write('11', 'koa', true)
  write('12', 'koa', false)
  write('09', 'ajv', true)
  assert.deepEqual(
    storedProbes(root)
      .flatMap(({ stored }) => stored)
      .map(({ file, path }) => [file.protocol.package, path]),
    [
      ['ajv', 'results/versions/2026-11-22T09-00-00Z.json'],
      ['koa', 'results/versions/2026-11-22T11-00-00Z.json'],
    ],
  )
})

test('two files are compared by the cost of each figure, and exported: fewer requests/s cost more', () => {
  const of = (factor: number, name = 'fastify') => {
    const rates = [steady(1_000, 8), steady(900, 8, 1)] as const
    return sampleVersions({ counts: [BASE, times(factor)], rates, name })
  }
  const { figures, gate } = compare(of(1), of(1.1), { failBelow: 0.03 }, versions)
  assert.deepEqual(
    figures.map(({ name, verdict }) => [name, verdict]),
    [
      ['instructions/request, fastify under fastify', 'worse'],
      ['requests/s, fastify under fastify', 'equal'],
    ],
  )
  assert.equal(gate?.failed.length, 1)
  assert.throws(() => compare(of(1), of(1, 'koa'), {}, versions), /differ in package/)
  const [instructions, requests] = benchmarksOf(probeData(versions, of(1.1)), 'lower')
  assert.equal(
    instructions?.name,
    'instructions/request fastify under fastify: cost, second over first',
  )
  assert.ok(instructions?.value && Math.abs(instructions.value - 1.1) < 1e-3)
  assert.ok(requests?.value && requests.value > 1.05 && requests.value < 1.15)
})

test('a terminal and a pull request get the same text', () => {
  const rates = [steady(1_000, 8), steady(1_001, 8, 1)] as const
  const caveats = ['fastify@2.0.0: noisy in 3 of 8 trials']
  const file = sampleVersions({ counts: [BASE, times(1.05)], rates, caveats })
  const [text, markdown] = [probeText(versions, file), versionsMarkdown(file)]
  for (const line of [
    'worse: instructions/request slower, +5.00% (limit 0.3%)',
    'fastify@2.0.0: noisy in 3 of 8 trials',
    'repeat it with: npm run bench -- versions fastify@1.0.0 fastify@2.0.0',
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
  const rows = [1.1, 1.4, 1.2, 1.3].map(
    (factor, i) => [`step ${i}`, [BASE, times(factor)]] as const,
  )
  const file = sampleVersions({
    counts: [BASE, BASE],
    more: [{ metric: 'validators', rows: Object.fromEntries(rows) }],
    sides: [{}, { siblings: ['@polka/url@1.0.0'] }],
  })
  const markdown = versionsMarkdown(file)
  assert.match(
    markdown,
    /\*\*worse: step 1 slower, .*; step 3 slower, .*; step 2 slower, .*; 1 more\*\*\n/,
  )
  assert.match(markdown, /\n\| instructions \|.+\n\n\| validators \|.+\| step 3 \|/s)
  assert.ok(markdown.includes('`fastify@2.0.0` is with `@polka/url@1.0.0` of its repository'))
})

test('names are escaped in a pull request', () => {
  const label = '<img src=x>|[a](b)'
  const sides = [{}, { label, version: label }] as const
  const markdown = versionsMarkdown(sampleVersions({ counts: [BASE, BASE], sides }))
  assert.ok(!/(?<!\\)[<|[]\w*img|(?<!\\)\[a/.test(markdown), markdown)
  assert.ok(unmeasurableMarkdown('<b> `x`').includes('&lt;b> `x`'))
  assert.match(versionsMarkdown(sampleVersions({})), /\*\*equal contents: nothing to measure\*\*/)
})
