/** Helpers for browser tests: open the published report from disk, or pages of the site, in one browser per test file. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import { type Browser, chromium, type Page } from 'playwright-core'
import { onPath } from '../../shared/basics/on-path.ts'
import { ROOT } from '../../shared/basics/root.ts'
import type { ReportData, ScenarioData } from '../report/data.ts'
import { REPORT_PATH } from '../text/paths.ts'

export const PHONE = { width: 360, height: 780 }
export const DESKTOP = { width: 1280, height: 900 }

const html = readFileSync(join(ROOT, REPORT_PATH), 'utf8')

/** The page's data. */
export const data: ReportData = JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '')
/** The scenario shown by default. */
export const first = data.scenarios[0] as ScenarioData

interface Look {
  viewport?: typeof PHONE
  colorScheme?: 'light' | 'dark'
}

/** Opens the report at a hash, or a page of a site, and fails on console errors and on requests that leave it. */
type Looking = (place: string, options: Look, see: (page: Page) => Promise<void>) => Promise<void>

/** Defines a test that is skipped if no browser is installed. */
type Check = (name: string, run: () => Promise<void>) => void

/**
 * Starts a browser before the tests of a file, and closes it afterwards.
 * @param site contents by path; default: the report from disk
 */
export function inBrowser(site?: ReadonlyMap<string, string>): { look: Looking; check: Check } {
  const executable = BROWSERS.map(onPath).find((path) => path !== undefined)
  const skip = !executable && 'no Chromium is installed: apt-get install chromium'
  let browser: Browser | undefined
  before(async () => {
    if (executable)
      browser = await chromium.launch({ executablePath: executable, timeout: 120_000 })
  })
  after(async () => {
    await browser?.close()
  })
  return {
    look: (place, options, see) => lookAt(browser as Browser, { site, place }, options, see),
    check: (name, run) => test(name, { skip, timeout: 600_000 }, run),
  }
}

const BROWSERS = ['chromium', 'chromium-browser', 'google-chrome']

const HOST = 'http://site.test/'
const REPORT = pathToFileURL(join(ROOT, REPORT_PATH)).href

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function serve(page: Page, site: ReadonlyMap<string, string>): Promise<void> {
  await page.route(`${HOST}**`, (route) => {
    const path = new URL(route.request().url()).pathname.slice(1)
    const [body, contentType] = [site.get(path), TYPES[extname(path)]]
    return body === undefined ? route.abort() : route.fulfill({ body, contentType })
  })
}

async function lookAt(
  browser: Browser,
  { site, place }: { site: ReadonlyMap<string, string> | undefined; place: string },
  options: Look,
  see: (page: Page) => Promise<void>,
) {
  const page = await browser.newPage({ viewport: DESKTOP, colorScheme: 'light', ...options })
  page.setDefaultTimeout(120_000)
  const complaints: string[] = []
  const requested: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requested.push(request.url()))
  try {
    if (site) await serve(page, site)
    await page.goto((site ? HOST : REPORT) + place)
    await see(page)
    assert.deepEqual(complaints, [])
    const others = requested.filter(
      (each) => !/^data:/.test(each) && !each.startsWith(site ? HOST : REPORT),
    )
    assert.deepEqual(others, [])
  } finally {
    await page.close()
  }
}

/** Fails if axe finds something, the page scrolls sideways, or the keyboard visits controls in another order than the eye. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {}
  assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, what)
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
  const found = violations.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html}`)
  assert.deepEqual(found, [])
  assert.deepEqual(await page.evaluate(MISPLACED), [], what)
}

/** Controls that come by keyboard after one that is wholly below them, or that ask for a place of their own. */
const MISPLACED = `(() => {
  scrollTo(0, 0)
  const controls = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
    .filter((each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }))
  const isAbove = (one, other) =>
    other && one.getBoundingClientRect().bottom <= other.getBoundingClientRect().top
  return controls
    .filter((each, i) => each.tabIndex > 0 || isAbove(each, controls[i - 1]))
    .map((each) => each.outerHTML)
})()`

type Cells = [server: string, text: string][]

/** Returns the server and the text of a column's cell, for each row shown. */
export async function cellsOf(page: Page, column: string): Promise<Cells> {
  return (await blocksOf(page, column)).flat()
}

/** The same by block of the table. */
export function blocksOf(page: Page, column: string): Promise<Cells[]> {
  return page.$$eval(
    'tbody',
    (blocks, name) =>
      blocks
        .map((block) => [...block.querySelectorAll('tr.server')])
        .map((rows) =>
          rows.map((row) => [
            row.getAttribute('data-server') ?? '',
            row.querySelector(`.${name}`)?.textContent ?? '',
          ]),
        ),
    column,
  ) as Promise<Cells[]>
}

/** Shows the choice of a run, which is folded. */
export const openRuns = (page: Page): Promise<void> =>
  page.locator('details.more').evaluate((details) => details.setAttribute('open', ''))
