import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory, writeTree } from '../../../shared/basics/testing.ts'
import { steady } from '../../../shared/test/compare-fixtures.ts'
import { benchmarksOf } from '../../table/data.ts'
import { sampleVersions } from '../../test/versions.ts'
import { compareFiles } from '../compare.ts'
import { dataOf, instrumentFiles } from '../instrument.ts'
import { versionsStore, versionsToPublish } from './format.ts'
import versions from './instrument.ts'
import { type Case, readReplay, replay, replayText } from './replay.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950, 100_020, 99_980]
const stored = (versions: ReturnType<typeof sampleVersions>) => ({
  file: { ...versions, checksum: '' },
  path: 'results/versions/2026-11-22T10-00-00Z.json',
})

test('the page has each comparison, with its versions as heading and when they were released', async () => {
  const sample = sampleVersions({ counts: [BASE, BASE] })
  const [first, second] = [
    { ...sample.first, released: '2025-11-26' },
    { ...sample.second, released: null },
  ]
  const pair = stored({ ...sample, first, second })
  const page =
    instrumentFiles(versions, [pair]).get('charts/published/versions/README.md') ?? assert.fail()
  assert.match(
    page,
    /\n\nTwo versions .*\n\n## fastify 1\.0\.0 → 2\.0\.0, under fastify in update-user\n\n\| \| `fastify@1\.0\.0` \|/,
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
    { ...found, figure: 'schema, bytes' },
    { ...found, first: 'fastify@1.5.0', note: 'needs a library' },
  ]
  const outcomes = (changed: typeof slower) =>
    replay([stored(changed)], cases).map(({ outcome }) => outcome)
  assert.deepEqual(outcomes(slower), ['found', 'the opposite', 'not measured', 'not measured'])
  assert.equal(outcomes(sampleVersions({ counts: [BASE, BASE] }))[0], 'no difference')
  assert.deepEqual(
    [0.04, 0.06].map((least) => replay([stored(slower)], [{ ...found, least }])[0]?.outcome),
    ['found', 'hardly'],
  )
  const text = replayText(
    'Measured twice.',
    replay([stored(slower)], cases),
    () => 'fastify 1.0.0 → 2.0.0, under fastify',
  )
  assert.match(
    text,
    /^`versions` finds 1 of 2 changes on record; 2 more are not measured yet\..* Measured twice\. /,
  )
  assert.match(
    text,
    /\n\| \[fastify 1\.0\.0 → 2\.0\.0\]\(#fastify-100--200-under-fastify\) \| \[5% slower\]\(https:\/\/example\.com\/1\) \| instructions\/request \| \*\*found\*\* \| \+5\.0% \(\+4\.\d% to \+5\.\d%\) \| 0:00 \|\n/,
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
  const dated = ['2026-03-13', '2025-11-26', '2026-05-01'].map((released) => {
    const { first, ...file } = sampleVersions({ counts: [BASE, BASE], name: 'hono' })
    return { ...file, first: { ...first, released } }
  })
  const rated = sampleVersions({ rates: [steady(1_000, 8), steady(900, 8, 1)] })
  const line = versions.regions?.([counted, rated, ...dated].map(stored), []).versions ?? ''
  assert.match(
    line,
    /^\[Comparisons\]\(\S+\) include fastify 1\.0\.0 → 2\.0\.0: 9\.9% \(9\.\d to 10%\) fewer requests\/s and hono 1\.0\.0 \(2025-11-26\) → 2\.0\.0: no significant change in instructions\.$/,
  )
})

test('of the same versions under a server, the newest clean file is published', (t) => {
  const root = temporaryDirectory(t)
  const write = (startedAt: string, name: string, clean: boolean) => {
    const versions = sampleVersions({ counts: [BASE, BASE], name, startedAt })
    const path = join(
      root,
      'results/versions',
      `${startedAt.slice(0, 19).replaceAll(':', '-')}Z.json`,
    )
    versionsStore.write(path, { ...versions, source: { commit: 'abc', clean } })
  }
  write('2026-11-22T10:00:00.000Z', 'koa', true)
  write('2026-11-22T11:00:00.000Z', 'koa', true)
  write('2026-11-22T12:00:00.000Z', 'koa', false)
  write('2026-11-22T09:00:00.000Z', 'ajv', true)
  assert.deepEqual(
    versionsToPublish(root).map(({ file, path }) => [file.package, path]),
    [
      ['ajv', 'results/versions/2026-11-22T09-00-00Z.json'],
      ['koa', 'results/versions/2026-11-22T11-00-00Z.json'],
    ],
  )
  assert.deepEqual(versionsToPublish(join(root, 'nowhere')), [])
})

test('two files are compared by the cost of each figure, and exported: fewer requests/s cost more', () => {
  const of = (factor: number, name = 'fastify') => {
    const counts = [BASE, BASE.map((count) => count * factor)] as const
    return {
      ...sampleVersions({ counts, rates: [steady(1_000, 8), steady(900, 8, 1)], name }),
      checksum: '',
    }
  }
  const { figures, gate } = compareFiles(versions, of(1), of(1.1), 0.03)
  assert.deepEqual(
    figures.map(({ name, verdict }) => [name, verdict]),
    [
      ['instructions/request, fastify under fastify', 'worse'],
      ['requests/s, fastify under fastify', 'equal'],
    ],
  )
  assert.equal(gate?.failed.length, 1)
  assert.throws(() => compareFiles(versions, of(1), of(1, 'koa')), /no figures in common/)
  const [instructions, requests] = benchmarksOf(dataOf(versions, of(1.1)), 'lower')
  assert.equal(instructions?.name, 'instructions/request fastify under fastify: cost')
  assert.ok(instructions?.value && Math.abs(instructions.value - 1.1) < 1e-3)
  assert.ok(requests?.value && requests.value > 1.05 && requests.value < 1.15)
})
