/** Checks that the repository's pages match its published results. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { CAVEATS } from '../../shared/results/caveats.ts'
import { readFindings } from '../../shared/results/findings.ts'
import { repositoryResults } from '../../shared/test/published-fixture.ts'
import { reportPage } from '../report/build.ts'
import { instrumentPages, reportOf, storedInstruments } from './instruments.ts'
import { publication } from './publication.ts'
import { leftovers } from './publish.ts'
import { PAGES } from './regions.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8').replaceAll('\r\n', '\n')

test('pages and charts are made from the published results', async () => {
  const published = repositoryResults()
  const instruments = await storedInstruments()
  const data = reportOf(published, instruments)
  for (const [i, property] of data.properties.entries())
    assert.ok(
      data.servers.some(({ properties }) => properties[i] !== null),
      `${property} is known of no server`,
    )
  const files = publication(
    published,
    Object.fromEntries(PAGES.map((path) => [path, read(path)])),
    readFindings(),
    instrumentPages(published, instruments),
    await reportPage(data),
  )
  for (const [path, contents] of files) {
    assert.ok(existsSync(new URL(path, root)), `${path} is missing: npm run bench -- publish`)
    assert.ok(read(path) === contents, `${path} does not match: npm run bench -- publish`)
  }
  assert.deepEqual(
    leftovers(files),
    [],
    'these files are no longer made: npm run bench -- publish removes them',
  )
})

test('a mark has the same meaning on every page', () => {
  const pages = readdirSync(new URL('charts/published/', root), {
    recursive: true,
    encoding: 'utf8',
  })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `charts/published/${path}`)
  const meanings = new Map<string, Set<string>>()
  for (const path of ['README.md', ...pages])
    for (const [, mark = '', kind = ''] of read(path).matchAll(
      /^- (?:In \S+: )?\\?([^\w\s[("`*]|\*(?=\s)) \**([\w-]+)/gm,
    ))
      meanings.set(mark, (meanings.get(mark) ?? new Set()).add(kind))
  for (const [mark, kinds] of meanings) {
    const own = Object.entries(CAVEATS).flatMap(([kind, caveat]) =>
      caveat.mark === mark ? [kind] : [],
    )
    assert.deepEqual([...kinds], own, mark)
  }
  assert.ok(meanings.size >= 5)
})
