import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDirectory } from '../../shared/basics/testing.ts'
import { steady } from '../../shared/result/compare-fixtures.ts'
import { versionsStore, versionsToPublish } from '../../shared/result/versions.ts'
import { sampleVersions } from '../../shared/result/versions-fixtures.ts'
import { VERSIONS_PATH } from '../text/paths.ts'
import { updateReadme } from './readme.ts'
import { VERSIONS_REGION, versionsFinding, versionsPages } from './versions.ts'

const BASE = [100_000, 100_100, 99_900, 100_050, 99_950]
const stored = (versions: ReturnType<typeof sampleVersions>) => ({
  file: { ...versions, checksum: '' },
  path: 'results/versions/2026-11-22T10-00-00Z.json',
})

test('a finding says by how much, by what, and what changed besides', () => {
  const counts = [BASE, BASE.map((count) => count * 1.05)] as const
  const rates = [steady(1_000, 8), steady(1_000, 8, 1)] as const
  const finding = versionsFinding(stored(sampleVersions({ counts, rates, packages: ['pino@9.0.0'] })))
  assert.match(
    finding,
    /^\*\*fastify\*\* 1\.0\.0 → 2\.0\.0, fastify in update-user: slower, \+5\.0% \(\+4\.\d% to \+5\.\d%\) instructions a request, and no difference shown in requests\/s \(.+\); one other package changed with it\.$/,
  )
})

test('the page has each pair, and README’s region where README has one', () => {
  const pair = stored(sampleVersions({ counts: [BASE, BASE] }))
  const page = versionsPages([pair]).get(VERSIONS_PATH) ?? assert.fail()
  assert.match(page, /\n## fastify, under fastify in update-user\n\n\| \| fastify@1\.0\.0 \|/)
  assert.ok(page.includes('(../../../results/versions/2026-11-22T10-00-00Z.json)'))
  assert.equal(versionsPages([]).size, 0)
  const marked = (region: string) => `<!-- bench:${region}:begin -->\n<!-- bench:${region}:end -->\n`
  const names = ['scenarios', 'instruments', 'headline', 'table', 'reasons', 'matter']
  const readme = names.map(marked).join('')
  const instrument = { path: VERSIONS_PATH, title: 'x', sentence: 'x', regions: { [VERSIONS_REGION]: 'found' } }
  assert.ok(!updateReadme(readme, [], [instrument]).includes('found'))
  assert.ok(updateReadme(readme + marked(VERSIONS_REGION), [], [instrument]).includes('\nfound\n'))
})

test('of a package under a server the newest clean file is published', (t) => {
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
