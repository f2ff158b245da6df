/** Checks that links in pages and code lead to existing files and headings, and that the docs stay short. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { repositoryFiles } from './testing.ts'

/** Path and content. */
type Page = readonly [path: string, text: string]

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const pages = (files: readonly string[]) =>
  files.filter((file) => file.endsWith('.md')).map((path): Page => [path, read(path)])

/** Returns the anchors of a Markdown page, generated like GitHub's. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm)) {
    const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    const slug = plain
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-')
    const count = [...anchors].filter(
      (other) => other === slug || /^-\d+$/.test(other.slice(slug.length)),
    ).length
    anchors.add(anchors.has(slug) ? `${slug}-${count}` : slug)
  }
  return anchors
}

/** Returns dead links, each with its page. */
function deadLinks([path, text]: Page): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '')
  const markdown = path.endsWith('.md') ? [...prose.matchAll(/\]\(([^)\s]+)\)/g)] : []
  const attributes = [...prose.matchAll(/ (?:href|src|srcset)="([^"]+)"/g)]
  const relative = [...markdown, ...attributes].map(([, link = '']) => link)
  return relative
    .filter((link) => !/^(https?|mailto|data):/.test(link) && !leads(path, link))
    .map((link) => `${path}: ${link}`)
}

function leads(from: string, link: string): boolean {
  const [file = '', anchor] = link.split('#')
  const target = file === '' ? from : posix.join(posix.dirname(from), file)
  if (!existsSync(join(ROOT, target))) return false
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(read(target)).has(anchor)
}

const files = repositoryFiles()
const skip = files.length === 0 && 'no git'
const ARTICLES = 'docs/articles/'

test('every link in a page leads to an existing file and heading', { skip }, () => {
  const all = [
    ...pages(files),
    ['charts/published/report/index.html', read('charts/published/report/index.html')] as const,
  ]
  assert.ok(all.length > 30)
  assert.deepEqual(all.flatMap(deadLinks), [])
})

test('a link to a missing page or heading is found', () => {
  const links = [
    'method.md',
    'method.md#no-heading',
    'no-page.md',
    '#how-a-number-is-made',
    'statistics.md#ranks',
  ]
  const page = ['docs/method.md', links.map((link) => `[a](${link})`).join(' ')] as const
  assert.deepEqual(deadLinks(page), [
    'docs/method.md: method.md#no-heading',
    'docs/method.md: no-page.md',
  ])
})

test('code and workflows name existing pages and headings', { skip }, () => {
  const sources = files.filter(
    (file) => /\.(ts|mjs|yml|yaml|json)$/.test(file) && !file.startsWith('results/'),
  )
  const named = sources
    .filter((file) => file !== 'bench/test/links.test.ts')
    .flatMap((file) =>
      [...read(file).matchAll(/(?<![\w/])docs\/[a-z-]+\.md(#[\w-]+)?/g)].map(
        ([link]) => [file, link] as const,
      ),
    )
  assert.ok(named.length > 10)
  assert.deepEqual(
    named.filter(([, link]) => !leads('README.md', link)).map(([file, link]) => `${file}: ${link}`),
    [],
  )
})

test('README and docs are short: 80 KB in all, and 10,240 bytes per page', { skip }, () => {
  const docs = pages(files.filter((file) => file.startsWith('docs/') && !file.startsWith(ARTICLES)))
  const sizes = docs.map(([path, text]) => [path, Buffer.byteLength(text)] as const)
  for (const [path, size] of sizes) assert.ok(size <= 10_240, `${path} has ${size} bytes`)
  const whole = sizes.reduce((sum, [, size]) => sum + size, Buffer.byteLength(read('README.md')))
  assert.ok(whole <= 80 * 1024, `README.md and docs/ have ${whole} bytes`)
})
