/** The page makes no requests, whatever its data are. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { ROOT } from '../../shared/basics/root.ts'
import { REPORT_PATH } from '../text/paths.ts'
import { reportPage } from './build.ts'
import type { ReportData } from './data.ts'

/** Limit of GitHub Pages' sizes, and of loading on a phone. */
const MOST_BYTES = 1_000_000
/** Limit of the script, without the data. */
const MOST_SCRIPT = 100_000

const LOADS = [
  /\ssrc\s*=/i,
  /<link(?![^>]*href="data:,")[^>]*>/i,
  /@import/i,
  /url\(/i,
  /\b(?:fetch|XMLHttpRequest|WebSocket|EventSource|sendBeacon|importScripts)\b/,
]

/** Text that would end the data element, or the page. */
const hostile: ReportData = {
  scenarios: [],
  servers: [],
  properties: [],
  costs: {},
  abouts: [],
  lists: [
    [['</SCRIPT><img src=x onerror=alert(1)>']],
    [['</script><script src="https://example.com/a.js"></script><!--']],
  ],
  caveats: {},
  pages: [],
}

const dataOf = (page: string) =>
  /<script type="application\/json" id="data">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''
const scriptOf = (page: string) => /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? ''
const styleOf = (page: string) => /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
const withoutData = (page: string) => page.replace(dataOf(page), '')

let page: string

before(async () => {
  page = await reportPage(hostile)
})

test('the data are embedded unchanged, whatever they contain', () => {
  assert.deepEqual(JSON.parse(dataOf(page)), hostile)
  assert.equal(page.match(/<\/script>/gi)?.length, 2)
})

test('the same data make the same page', async () => {
  assert.equal(await reportPage(structuredClone(hostile)), page)
})

test('nothing is loaded, and the page’s policy allows only its own content', () => {
  for (const load of LOADS) assert.doesNotMatch(withoutData(page), load)
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? ''
  const directives = policy.split('; ')
  assert.ok(directives.includes("default-src 'none'"))
  assert.ok(directives.includes(`script-src ${hash(scriptOf(page))}`))
  assert.ok(directives.includes(`style-src ${hash(styleOf(page))}`))
})

test('a page that loads something is detected', () => {
  for (const faulty of [
    '<script src="https://example.com/a.js"></script>',
    '<link rel="stylesheet" href="https://example.com/a.css">',
    '<style>body{background:url(https://example.com/a.png)}</style>',
    '<script>fetch("https://example.com")</script>',
  ]) {
    assert.ok(
      LOADS.some((load) => load.test(withoutData(page.replace('</body>', `${faulty}</body>`)))),
      faulty,
    )
  }
})

test('the published page and its script are within their size limits', () => {
  const published = readFileSync(join(ROOT, REPORT_PATH), 'utf8')
  assert.ok(Buffer.byteLength(published) < MOST_BYTES, `${Buffer.byteLength(published)} bytes`)
  assert.ok(
    Buffer.byteLength(scriptOf(published)) < MOST_SCRIPT,
    `${Buffer.byteLength(scriptOf(published))} bytes`,
  )
})
