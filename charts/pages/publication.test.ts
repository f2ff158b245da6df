import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { inventedResult, threeServers } from '../specs/fixture.ts'
import { INDEX_PATH, pagePath } from './pages.ts'
import { publication } from './publication.ts'
import { updateReadme } from './readme.ts'

const empty = (regions: string[]) =>
  ['# Title', ...regions.map((name) => `<!-- bench:${name}:begin --><!-- bench:${name}:end -->`), 'End'].join('\n\n')
const pages = {
  'README.md': empty(['headline', 'table', 'reasons', 'matter', 'full-run', 'compare-example', 'scenarios']),
  'METHODOLOGY.md': empty(['verdicts', 'reference', 'time', 'design', 'disturbances', 'evidence', 'instructions']),
}
const result = inventedResult(threeServers)
const updateUser = { result, path: 'results/update-user/a.json' }
const hello = { result: { ...result, scenario: 'hello' }, path: 'results/hello/a.json' }

test('what stands outside the markers is left alone, and a second time changes nothing', () => {
  const once = updateReadme(pages['README.md'], [updateUser])
  assert.ok(once.startsWith('# Title\n\n<!-- bench:headline:begin -->\n**The fastest'))
  assert.ok(once.endsWith('<!-- bench:scenarios:end -->\n\nEnd'))
  assert.equal(updateReadme(once, [updateUser]), once)
  assert.equal(updateReadme(once, []), updateReadme(pages['README.md'], []))
})

test('the example of compare is of two servers of the result, and of none where there are not two', () => {
  const example = (count: number) =>
    updateReadme(pages['README.md'], [{ ...updateUser, result: inventedResult(threeServers.slice(0, count)) }])
  assert.match(example(3), /\$ npm run bench -- compare (\S+) (\S+) --in results\/\S+\n.*: \2 over \1\n/)
  assert.match(example(1), /<!-- bench:compare-example:begin -->\n\n<!-- bench:compare-example:end -->/)
})

test('every published scenario has a page of its own beside its charts, in which every picture is used', async () => {
  const files = await publication([updateUser, hello], pages, [])
  for (const { result, path } of [updateUser, hello]) {
    const place = pagePath(result.scenario)
    const page = files.get(place) ?? ''
    assert.equal(place, `charts/published/${result.scenario}/README.md`)
    assert.ok(page.includes(`[\`${path}\`](../../../${path})`))
    const pictures = [...files.keys()].filter((name) => name.startsWith(posix.dirname(place)) && name.endsWith('.svg'))
    assert.equal(pictures.length, 10)
    for (const picture of pictures) {
      assert.ok(page.includes(`="${posix.basename(picture)}"`), picture)
      assert.match(files.get(picture) ?? '', /^<svg [\s\S]+<\/svg>\n$/)
    }
  }
  for (const theme of ['light', 'dark']) assert.match(files.get(`charts/published/summary.${theme}.svg`) ?? '', /^<svg/)
})

test('README and the index lead to every page, and every link leads somewhere', async () => {
  const files = await publication([updateUser, hello], pages, [])
  assert.ok(files.get('README.md')?.includes('[Hello](charts/published/hello/README.md)'))
  assert.ok(files.get(INDEX_PATH)?.includes('[Update user](update-user/README.md)'))
  const known = new Set([...files.keys(), updateUser.path, hello.path, 'SECURITY.md'])
  for (const [place, page] of files) {
    if (!place.endsWith('.md')) continue
    for (const [, link, picture] of page.matchAll(/\]\(([^)]+)\)|src(?:set)?="([^"]+)"/g)) {
      const [file = ''] = (link ?? picture ?? '').split('#')
      const target = posix.join(posix.dirname(place), file)
      assert.ok(known.has(target), `${place}: ${target}`)
    }
  }
})

test('a page opens with what was measured and a chart, and holds no heading without contents', async () => {
  const files = await publication([updateUser, hello], pages, [])
  for (const { result } of [updateUser, hello]) {
    const page = files.get(pagePath(result.scenario)) ?? ''
    assert.match(
      page,
      /^# .+\n\nOn each request `(GET|POST) \/\S+` a server .+ 3 servers were measured on 2026-01-31;.+\n\n<picture>/,
    )
    assert.ok(page.indexOf('| rank |') < page.indexOf('## More charts'))
    assert.doesNotMatch(page, /\n## [^\n]+\n\n(##|$)/)
    assert.equal(page.includes('## How each server validates'), result.scenario === 'update-user')
  }
})
