import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../../shared/basics/testing.ts'
import { steady } from '../../../shared/results/compare-fixtures.ts'
import { sampleVersions } from '../../test/versions.ts'
import { compareFiles } from '../compare.ts'
import { benchmarksOf } from '../data.ts'
import { dataOf, instrumentFiles } from '../instrument.ts'
import { versionsStore, versionsToPublish } from './format.ts'
import versions, { versionsFinding } from './instrument.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950, 100_020, 99_980]
const stored = (versions: ReturnType<typeof sampleVersions>) => ({
  file: { ...versions, checksum: '' },
  path: 'results/versions/2026-11-22T10-00-00Z.json',
})

test('a finding states the change, its interval, and other changed packages', () => {
  const counts = [BASE, BASE.map((count) => count * 1.05)] as const
  const rates = [steady(1_000, 8), steady(1_000, 8, 1)] as const
  const finding = versionsFinding(sampleVersions({ counts, rates, packages: ['pino@9.0.0'] }))
  assert.match(
    finding,
    /^\*\*fastify\*\* 1\.0\.0 → 2\.0\.0, fastify in update-user: slower, \+5\.0% \(\+4\.\d% to \+5\.\d%\) instructions\/request, and no difference larger than 3% in requests\/s \(.+\); one other package changed with it\.$/,
  )
})

test('the page starts with the findings and has each comparison; README has those that settled', async () => {
  const pair = stored(sampleVersions({ counts: [BASE, BASE] }))
  const page = (await instrumentFiles(versions, [pair])).get('charts/published/versions/README.md') ?? assert.fail()
  assert.match(
    page,
    /\n- \*\*fastify\*\* 1\.0\.0 → .*\n\nTwo versions .*\n\n## fastify, under fastify in update-user\n\n\| \| fastify@1\.0\.0 \|/,
  )
  assert.ok(page.includes('(../../../results/versions/2026-11-22T10-00-00Z.json)'))
  const readme = (file: typeof pair.file) => versions.regions?.([{ ...pair, file }], []).versions
  assert.match(readme(pair.file) ?? '', /^- \*\*fastify\*\* 1\.0\.0 → 2\.0\.0/)
  const unsettled = sampleVersions({ counts: [[], BASE], unsettled: [BASE, []] })
  assert.equal(readme({ ...unsettled, checksum: '' }), '')
})

test('for a package and server, the newest clean file is published', (t) => {
  const root = temporaryDirectory(t)
  const write = (startedAt: string, name: string, clean: boolean) => {
    const versions = sampleVersions({ counts: [BASE, BASE], name, startedAt })
    const path = join(root, 'results/versions', `${startedAt.slice(0, 19).replaceAll(':', '-')}Z.json`)
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
    return { ...sampleVersions({ counts, rates: [steady(1_000, 8), steady(900, 8, 1)], name }), checksum: '' }
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
