/** The panels that answer the reader's own question, in a real browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { ROOT } from '../../shared/basics/root.ts'
import { matterOf } from '../../shared/result/matter.ts'
import { findBrowser, launchBrowser } from './browser.ts'
import { type Asked, requestSentence } from './client/matter-text.ts'
import type { ReportData, ScenarioData } from './data.ts'
import { type Ratio, ratioInTable } from './pairs.ts'
import { REPORT_PATH } from './path.ts'

const executable = findBrowser()
const skip = executable === null && 'no Chromium is installed: apt-get install chromium'
const path = join(ROOT, REPORT_PATH)
const data: ReportData = JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(readFileSync(path, 'utf8'))?.[1] ?? '')
const scenario = data.scenarios[0] as ScenarioData

let browser: Browser

before(async () => {
  if (executable !== null) browser = await launchBrowser(executable)
})

after(async () => {
  await browser?.close()
})

/** Opens the page, and fails afterwards where its program did. */
const look = (name: string, hash: string, see: (page: Page) => Promise<void>) =>
  test(name, { skip, timeout: 300_000 }, async () => {
    const page = await browser.newPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    await page.goto(pathToFileURL(path).href + hash)
    await see(page)
    await page.close()
    assert.deepEqual(errors, [])
  })

/** What is to be said of fastify against express, from the page's own data. */
function sentence(change: Partial<Asked> = {}): string {
  const asked: Asked = {
    first: 'fastify',
    second: 'express',
    work: 2,
    kind: 'waits',
    rate: 100,
    price: null,
    ...change,
  }
  const [first, second] = ['fastify', 'express'].map((name) =>
    scenario.servers.findIndex((server) => server.name === name),
  ) as [number, number]
  const load = scenario.loads[0] as (typeof scenario.loads)[number]
  const { ratio, low, high } = ratioInTable(load.pairs, scenario.servers.length, first, second) as Ratio
  const [value, least, most] = load.servers[second]?.cpu ?? assert.fail()
  const cpu = { value, low: least, high: most }
  return requestSentence(matterOf({ ...asked, cpu, ratio: { value: ratio, low, high } }), asked)
}

look('fastify against express, with 2 ms of own work, is one click away from the opening', '', async (page) => {
  await page.click('#tab-matter')
  assert.equal(await page.innerText('.matter .answer'), sentence())
  assert.deepEqual(
    [await page.inputValue('#matter-first'), await page.inputValue('#matter-second')],
    ['fastify', 'express'],
  )
})

look(
  'the slider is moved by keys, says what it is at, and its answer is in the address',
  '#view=matter',
  async (page) => {
    await page.focus('#matter-work')
    await page.keyboard.press('End')
    assert.equal(await page.getAttribute('#matter-work', 'aria-valuetext'), '50 ms')
    assert.equal(await page.innerText('.matter .answer'), sentence({ work: 50 }))
    assert.equal(await page.evaluate('document.activeElement.id'), 'matter-work')
    await page.fill('#matter-rate', '200000')
    await page.fill('#matter-price', '0.05')
    await page.selectOption('#matter-kind', 'computes')
    const text = await page.innerText('.matter')
    for (const part of ['At 200,000 requests/s', 'Cost of these a month', 'Your work takes CPU time itself']) {
      assert.ok(text.includes(part), part)
    }
    const other = await browser.newPage()
    await other.goto(page.url())
    assert.equal(await other.innerText('.matter'), text)
    await other.close()
  },
)

look(
  'with 5 ms of other work the page says no, and two equals show no difference',
  '#view=matter&matter.work=5',
  async (page) => {
    assert.match(await page.innerText('.matter .verdict'), /^Does it matter\? No\./)
    await page.selectOption('#matter-first', 'express')
    assert.equal(await page.innerText('.matter .answer'), 'Choose two different servers.')
  },
)

look('a server over time: a picture with a text, and a table of the same points', '#view=time', async (page) => {
  for (const { id, servers, dates } of scenario.history) {
    const server = servers.find(({ name }) => name === 'express')
    if (!server) continue
    const shown = await browser.newPage()
    await shown.goto(`${pathToFileURL(path).href}#view=time&time.server=express&time.kind=${id}`)
    const rows = shown.locator('#panel tbody tr')
    assert.equal(await rows.count(), server.columns[0].length, id)
    assert.equal(await shown.locator('.timeline .dot').count(), server.columns[0].length)
    const label = (await shown.getAttribute('.timeline svg', 'aria-label')) ?? ''
    assert.ok(label.startsWith(await shown.innerText('.answer')), label)
    assert.ok((await rows.first().innerText()).includes((dates[server.columns[3]?.[0] ?? 0] ?? '?').slice(0, 10)))
    await shown.close()
  }
  await page.selectOption('#time-server', 'koa')
  assert.match(await page.innerText('.answer'), /koa/)
  assert.match(page.url(), /time\.server=koa/)
})
