/** Checks every page as the site shows it: links lead somewhere, code names existing headings, and the docs stay short. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { readSources } from '../../charts/publish/publish.ts'
import { serverPages } from '../../charts/publish/server-page.ts'
import { siteFiles } from '../../charts/publish/site.ts'
import { REPORT_PATH } from '../../charts/text/paths.ts'
import { ROOT } from '../../shared/basics/root.ts'
import { temporaryDirectory, writeTree } from '../../shared/basics/testing.ts'
import { repositoryResults } from '../../shared/test/published-fixture.ts'
import { repositoryFiles } from './testing.ts'

const SOURCE = 'https://github.com/OWNER/NAME/blob/main'
const site = siteFiles('OWNER/NAME', SOURCE, serverPages(readSources(repositoryResults())))
const pages = [...site].filter(([path]) => path.endsWith('.html'))
const files = repositoryFiles()
const skip = files.length === 0 && 'no git'
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns whether a link of a page leads to a file and heading of the site, or to a file of the repository. */
function leads(from: string, link: string): boolean {
  if (link.startsWith(SOURCE))
    return existsSync(join(ROOT, link.slice(SOURCE.length).replace(/#.*/, '')))
  if (/^[a-z]+:/.test(link)) return true
  const [file = '', fragment] = link.split('#')
  const target = site.get(file === '' ? from : posix.join(posix.dirname(from), file))
  if (fragment === undefined) return target !== undefined
  return target?.includes(` id="${decodeURIComponent(fragment)}"`) ?? false
}

/** Returns the dead links of a page. */
const deadLinks = ([path, html]: readonly [path: string, html: string]) =>
  [...html.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)]
    .map(([, link = '']) => link)
    .filter((link) => !leads(path, link))

test('every link of a page leads to a file and a heading, and every image is on the site', () => {
  assert.ok(pages.length > 100)
  for (const page of pages) {
    assert.deepEqual(deadLinks(page), [], page[0])
    assert.doesNotMatch(page[1], / src(set)?="https:\/\/github/, page[0])
  }
})

test('a link to a missing page, heading or file of the repository is found', () => {
  const dead = ['docs/no.html', 'docs/method.html#no', `${SOURCE}/no.md`]
  const links = [...dead, 'docs/method.html', `${SOURCE}/LICENSE`]
  const html = links.map((link) => `<a href="${link}">`).join('')
  assert.deepEqual(deadLinks(['page.html', html]), dead)
})

test('README is the home, the report leads to pages of servers and to their source, and all pages can be reached', () => {
  assert.match(site.get('index.html') ?? '', /<h1 id="rpc-validation-benchmarks">/)
  const [, source, servers] =
    /data-source="(\S+)" data-servers="(\S+)"/.exec(site.get('report.html') ?? '') ?? []
  assert.equal(source, SOURCE)
  assert.ok(site.has(`${servers}/express/README.html`))
  const reached = new Set(['index.html'])
  for (const path of reached)
    for (const [, link = ''] of site.get(path)?.matchAll(/ href="([^":#]+)/g) ?? [])
      reached.add(posix.join(posix.dirname(path), link))
  assert.deepEqual(
    pages.map(([path]) => path).filter((path) => !reached.has(path)),
    [],
  )
})

test('each page has its own title, a description, and a picture to share', () => {
  for (const [path, html] of pages) {
    assert.match(html, /<title>[^<–]{3,}/, path)
    assert.match(html, /name="description" content="[^"]{20,}"/, path)
    assert.doesNotMatch(html, /name="description" content="[^"]*( {2}|&lt;!--)/, path)
    assert.match(html, /og:image" content="https:\/\/owner\.github\.io\/name\/preview\.png"/, path)
  }
})

test('a page runs nothing, and shows what a result file made of it as text', (t) => {
  const root = temporaryDirectory(t)
  writeTree(root, {
    [REPORT_PATH]: '<title>a</title>',
    'README.md': [
      '# a',
      '<img src=x onerror=alert(1)><a href="java&#115;cript:alert(1)">b</a>',
      '<picture><img alt="> x" src="a.svg" onerror="alert(1)"></picture>',
      '[c](javascript:alert(1)) [d](java&#115;cript:alert(1)) [e](http://evil.example) [f](https://a.example)',
      '![g](data:text/html,x) [h](docs/h.md)',
    ].join('\n\n'),
  })
  const html = siteFiles('OWNER/NAME', SOURCE, new Map(), root).get('index.html') ?? ''
  assert.match(html, /Content-Security-Policy" content="default-src 'none'; style-src 'self';/)
  const [, main = ''] = /<main>(.*)<\/main>/s.exec(html) ?? []
  assert.deepEqual(main.match(/<(?!\/?p>)[^>]+>/g), [
    '<h1 id="a">',
    '</h1>',
    '</a>',
    '<picture>',
    '</picture>',
    '<a href="https://a.example">',
    '</a>',
    `<a href="${SOURCE}/docs/h.md">`,
    '</a>',
  ])
})

test('code and workflows name existing pages and headings', { skip }, () => {
  const named = files
    .filter((file) => /\.(ts|mjs|yml|yaml|json)$/.test(file) && !file.startsWith('results/'))
    .filter((file) => file !== 'bench/test/site.test.ts')
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/])docs\/[a-z-]+\.md(#[\w-]+)?/g)].map(([link]) => link),
    )
  assert.ok(named.length > 10)
  const dead = named.filter((link) => !leads('index.html', link.replace('.md', '.html')))
  assert.deepEqual(dead, [])
})

test('README is short enough to be read, and docs: 80 KB in all, and 10,240 bytes per page', {
  skip,
}, () => {
  const sizes = files
    .filter((file) => /^(README|docs\/(?!articles\/).*)\.md$/.test(file))
    .map((path) => [path, Buffer.byteLength(read(path))] as const)
  for (const [path, size] of sizes)
    assert.ok(size <= (path === 'README.md' ? 12_288 : 10_240), `${path} has ${size} bytes`)
  const whole = sizes.reduce((sum, [, size]) => sum + size, 0)
  assert.ok(whole <= 80 * 1024, `README.md and docs/ have ${whole} bytes`)
})
