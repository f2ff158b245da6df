import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { inventedResult, publishedAs, threeServers } from '../test/run-fixture.ts'
import { INDEX_PATH, pagePath } from '../text/paths.ts'
import { publication } from './publication.ts'
import { regionsOf, withRegions } from './regions.ts'

const empty = (...regions: string[]) =>
  [
    '# Title',
    ...regions.map((name) => `<!-- bench:${name}:begin --><!-- bench:${name}:end -->`),
    'End',
  ].join('\n\n')
const readme = empty('headline', 'report', 'table', 'picks', 'transfer', 'scenarios')
const pages = {
  'README.md': readme,
  'docs/articles/claims.md': empty('their-settings'),
  'docs/articles/imports.md': empty('import-finding'),
  'docs/caveats.md': empty('caveats'),
  'docs/statistics.md': empty('assumption'),
}
const updateUser = publishedAs(inventedResult(threeServers))
const hello = publishedAs(inventedResult(threeServers, { scenario: 'hello' }))
const probe = {
  path: pagePath('profile'),
  title: 'Profiles',
  sentence: 'parts',
  regions: { found: 'figures' },
  files: new Map([[pagePath('profile'), '# Profiles']]),
}
const files = publication([updateUser, hello], pages, { present: [], past: [] }, [probe])

test('text outside the markers is kept, and a second time changes nothing', () => {
  const updated = (page: string, ...published: (typeof updateUser)[]) =>
    withRegions(page, regionsOf(published))
  const once = updated(readme, updateUser)
  assert.ok(once.startsWith('# Title\n\n<!-- bench:headline:begin -->\n<picture>'))
  assert.ok(once.endsWith('<!-- bench:scenarios:end -->\n\nEnd'))
  assert.equal(updated(once, updateUser), once)
  assert.equal(updated(once), updated(readme))
})

test('a probe fills its region if a page has one', () => {
  const regions = regionsOf([], [probe])
  assert.ok(!withRegions(readme, regions).includes('figures'))
  assert.match(withRegions(empty('found'), regions), /\nfigures\n/)
})

test('the report’s link leads to the site where the repository has one, else to the file', () => {
  const linkIn = (homepage?: string) =>
    /\[report\]\((.*?)\)/.exec(String(regionsOf([], [], homepage).report))?.[1]
  assert.equal(linkIn('https://example.com/'), 'https://example.com/report.html')
  assert.equal(linkIn(), 'charts/published/report/index.html')
})

test('README and the index list the pages of scenarios and probes', () => {
  assert.ok(files.get('README.md')?.includes('[Hello](charts/published/hello)'))
  const index = files.get(INDEX_PATH) ?? ''
  assert.ok(index.includes('[Update user](update-user/README.md)'))
  assert.ok(index.includes('](profile/README.md): '))
  assert.equal(files.get(pagePath('profile')), '# Profiles')
})

test('a scenario’s page starts with its finding and a chart of its own, each picture is on one page, and has no heading without contents', () => {
  for (const { result } of [updateUser, hello]) {
    const place = pagePath(result.scenario)
    const page = files.get(place) ?? ''
    assert.match(
      page,
      /^# .+\n\n\*\*[^*]+: 3 ranked servers handle [^*]+ of http-node\.\*\* For each request `(GET|POST) \/\S+`, a server .+ 3 servers were measured in 1 run on 1 machine, on 2026-01-02\..+\n\n<picture>/,
    )
    assert.ok(page.includes(`](../../../${result.runs[0]?.path})`))
    assert.doesNotMatch(page, /\n## [^\n]+\n\n(##|$)/)
    assert.equal(page.includes('| validates |'), result.scenario === 'update-user')
    const pictures = [...files].filter(
      ([path]) => path.startsWith(posix.dirname(place)) && path !== place,
    )
    assert.equal(pictures.length, result.scenario === 'update-user' ? 8 : 4)
    for (const [path, svg] of pictures) {
      const isInReadme = files.get('README.md')?.includes(`="${path}"`)
      assert.equal(page.includes(`="${posix.basename(path)}"`), !isInReadme, path)
      assert.match(svg, /^<svg [\s\S]+<\/svg>\n$/)
    }
  }
})
