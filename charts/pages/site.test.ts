/** Checks the Pages site: every link on it leads somewhere. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { before, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { siteFiles } from './site.ts'

const REPOSITORY = 'https://github.com/OWNER/NAME/blob/main/'

let site: Map<string, string>

before(() => {
  site = siteFiles('OWNER/NAME', REPOSITORY.slice(0, -1))
})

const idsOf = (html: string) => new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))

/** Returns links that lead to no file or heading of the site, nor to a file of the repository. */
function deadLinks(path: string, html: string): string[] {
  const links = [...html.matchAll(/ (href|src|srcset)="([^"]*)"/g)].filter(([, , link = '']) => {
    if (link.startsWith(REPOSITORY))
      return !existsSync(join(ROOT, link.slice(REPOSITORY.length).replace(/#.*/, '')))
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', fragment] = link.split('#')
    const target = site.get(file === '' ? path : posix.join(posix.dirname(path), file))
    return (
      target === undefined ||
      (fragment !== undefined && !idsOf(target).has(decodeURIComponent(fragment)))
    )
  })
  return links.map(([, , link]) => `${path}: ${link}`)
}

test('every link of the site leads to a file and a heading, and every image is on the site', () => {
  const pages = [...site].filter(([path]) => path.endsWith('.html'))
  assert.ok(pages.length > 50)
  assert.deepEqual(
    pages.flatMap((page) => deadLinks(...page)),
    [],
  )
  for (const [path, html] of pages) assert.doesNotMatch(html, / src(set)?="https:\/\/github/, path)
})

test('a link to a missing page, heading or file of the repository is found', () => {
  const links = [
    'docs/method.html',
    'docs/no.html',
    'docs/method.html#no',
    `${REPOSITORY}no.md`,
    `${REPOSITORY}LICENSE`,
  ]
  const html = links.map((link) => `<a href="${link}">`).join('')
  assert.deepEqual(
    deadLinks('page.html', html),
    [1, 2, 3].map((i) => `page.html: ${links[i]}`),
  )
})

test('the report is the home, its links lead to pages, and its servers to their source', () => {
  const home = site.get('index.html') ?? ''
  for (const part of [
    'href="README.html"',
    'href="docs/method.html"',
    `data-source="${REPOSITORY.slice(0, -1)}"`,
  ])
    assert.ok(home.includes(part), part)
})

test('each page has its own title, a description, and a picture to share', () => {
  for (const [path, html] of site) {
    if (!path.endsWith('.html')) continue
    assert.match(html, /<title>[^<–]{3,}/, path)
    assert.match(html, /name="description" content="[^"]{20,}"/, path)
    assert.doesNotMatch(html, /name="description" content="[^"]*( {2}|&lt;!--)/, path)
    assert.match(html, /og:image" content="https:\/\/owner\.github\.io\/name\/preview\.png"/, path)
  }
})
