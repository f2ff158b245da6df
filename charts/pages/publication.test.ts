import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { instrumentFiles } from '../instruments/instrument.ts'
import profile from '../instruments/profile/instrument.ts'
import { sampleProfiles } from '../test/profile.ts'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { INDEX_PATH, pagePath } from '../text/paths.ts'
import { publication } from './publication.ts'
import { regionsOf, withRegions } from './regions.ts'

const empty = (regions: string[]) =>
  [
    '# Title',
    ...regions.map((name) => `<!-- bench:${name}:begin --><!-- bench:${name}:end -->`),
    'End',
  ].join('\n\n')
const pages = {
  'README.md': empty([
    'headline',
    'report',
    'table',
    'transfer',
    'reasons',
    'with-zod',
    'instruments',
    'scenarios',
  ]),
  'docs/caveats.md': empty(['caveats']),
  'docs/statistics.md': empty(['assumption']),
}
const updateUser = publishedAs(inventedResult(threeServers))
const hello = publishedAs(inventedResult(threeServers, { scenario: 'hello' }))
const pathOf = ({ result }: typeof hello) => result.runs[0]?.path ?? ''

test('text outside the markers is kept, and a second time changes nothing', () => {
  const updated = (page: string, ...published: (typeof updateUser)[]) =>
    withRegions(page, regionsOf(published))
  const once = updated(pages['README.md'], updateUser)
  assert.ok(once.startsWith('# Title\n\n<!-- bench:headline:begin -->\n**Fastest'))
  assert.ok(once.endsWith('<!-- bench:scenarios:end -->\n\nEnd'))
  assert.equal(updated(once, updateUser), once)
  assert.equal(updated(once), updated(pages['README.md']))
})

const NONE_FOUND = { present: [], past: [] }

test('every published scenario has a page beside its charts, which uses every picture', () => {
  const files = publication([updateUser, hello], pages, NONE_FOUND)
  for (const published of [updateUser, hello]) {
    const { result } = published
    const place = pagePath(result.scenario)
    const page = files.get(place) ?? ''
    assert.equal(place, `charts/published/${result.scenario}/README.md`)
    assert.ok(page.includes(`](../../../${pathOf(published)})`))
    const pictures = [...files.keys()].filter(
      (name) => name.startsWith(posix.dirname(place)) && name.endsWith('.svg'),
    )
    assert.equal(pictures.length, 4)
    for (const picture of pictures) {
      assert.ok(page.includes(`="${posix.basename(picture)}"`), picture)
      assert.match(files.get(picture) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
    }
  }
})

test('an instrument fills its region if a page has one', () => {
  const instrument = {
    path: pagePath('profile'),
    title: 'x',
    sentence: 'x',
    regions: { found: 'figures' },
  }
  const regions = regionsOf([], [instrument])
  assert.ok(!withRegions(pages['README.md'], regions).includes('figures'))
  assert.match(withRegions(`${pages['README.md']}${empty(['found'])}`, regions), /\nfigures\n/)
})

test('README and the index link every page, and every link has a target', () => {
  const profiles = sampleProfiles({
    express: { parts: { router: 9 } },
    'http-node': { parts: { runtime: 4 } },
  })
  const stored = { file: { ...profiles, checksum: '' }, path: 'results/profile/update-user/a.json' }
  const results = [updateUser, hello]
  const instruments = [
    {
      path: pagePath('profile'),
      title: 'Profiles',
      sentence: 'parts',
      files: instrumentFiles(profile, [stored]),
    },
  ]
  const files = publication(results, pages, NONE_FOUND, instruments)
  assert.ok(files.get('README.md')?.includes('[Hello](charts/published/hello/README.md)'))
  const index = files.get(INDEX_PATH)
  for (const link of ['[Update user](update-user/README.md)', '](profile/README.md): ']) {
    assert.ok(index?.includes(link), link)
  }
  const known = new Set([
    ...files.keys(),
    pathOf(updateUser),
    pathOf(hello),
    stored.path,
    'SECURITY.md',
    'docs/profile.md',
    pagePath('workarounds'),
  ])
  for (const [place, page] of files) {
    if (!place.endsWith('.md')) continue
    for (const [, link, picture] of page.matchAll(/\]\(([^)]+)\)|src(?:set)?="([^"]+)"/g)) {
      if (link?.startsWith('https://')) continue
      const [file = ''] = (link ?? picture ?? '').split('#')
      const target = posix.join(posix.dirname(place), file)
      // A link to a folder shows its README.
      assert.ok(
        known.has(target) || known.has(`${target}/README.md`) || target.startsWith('docs/'),
        `${place}: ${target}`,
      )
    }
  }
})

test('a page starts with its finding and a chart, and has no heading without contents', () => {
  const files = publication([updateUser, hello], pages, NONE_FOUND)
  for (const { result } of [updateUser, hello]) {
    const page = files.get(pagePath(result.scenario)) ?? ''
    assert.match(
      page,
      /^# .+\n\n\*\*[^*]+: 3 ranked servers, from [^*]+ of http-node\.\*\* On each request `(GET|POST) \/\S+` a server .+ 3 servers were measured in 1 run on 1 machine, on 2026-01-02;.+\n\n<picture>/,
    )
    assert.doesNotMatch(page, /\n## [^\n]+\n\n(##|$)/)
    assert.equal(page.includes('| validates |'), result.scenario === 'update-user')
  }
})
