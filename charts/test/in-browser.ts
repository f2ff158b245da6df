/** Helpers for browser tests of the report: open the published page from disk, in one browser per test file. */
import assert from 'node:assert/strict'
import { accessSync, constants, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
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

/** Opens the page, and fails on console errors and requests. */
type Looking = (hash: string, options: Look, see: (page: Page) => Promise<void>) => Promise<void>

/** Defines a test that is skipped if no browser is installed. */
type Check = (name: string, run: () => Promise<void>) => void

/** Starts a browser before the tests of a file, and closes it afterwards. */
export function inBrowser(): { look: Looking; check: Check } {
  const executable = findBrowser()
  const skip = executable === null && 'no Chromium is installed: apt-get install chromium'
  let browser: Browser | undefined
  before(async () => {
    if (executable !== null)
      browser = await chromium.launch({ executablePath: executable, timeout: 120_000 })
  })
  after(async () => {
    await browser?.close()
  })
  return {
    look: (hash, options, see) => lookAt(browser as Browser, hash, options, see),
    check: (name, run) => test(name, { skip, timeout: 600_000 }, run),
  }
}

async function lookAt(
  browser: Browser,
  hash: string,
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
    const url = pathToFileURL(join(ROOT, REPORT_PATH)).href
    await page.goto(url + hash)
    await see(page)
    assert.deepEqual(complaints, [])
    assert.deepEqual(
      requested.filter((each) => !each.startsWith('data:')).map((each) => each.replace(/#.*/, '')),
      [url],
    )
  } finally {
    await page.close()
  }
}

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

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** Returns the browser's path; null if there is none on `PATH`. */
function findBrowser(path = process.env.PATH ?? ''): string | null {
  const places = path.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return places.find(isExecutable) ?? null
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
