/** The report in a real browser, from the disk: what a reader does with it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { cellsOf, data, first, inBrowser, PHONE } from './in-browser.ts'
import { ratioInTable } from './pairs.ts'

/** Elements of the page at first, which is about twice what it has. */
const MOST_NODES = 3000

const { look, check } = inBrowser()

check('the page is small once it is drawn, and nothing moves after that', () =>
  look('', {}, async (page) => {
    const shown = (await page.evaluate(`new Promise((resolve) => {
      let moved = 0
      new PerformanceObserver((list) => { for (const each of list.getEntries()) moved += each.value })
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve({ moved, nodes: document.querySelectorAll('*').length }), 500)
    })`)) as { moved: number; nodes: number }
    assert.equal(shown.moved, 0)
    assert.ok(shown.nodes < MOST_NODES, `${shown.nodes} elements`)
    assert.equal((await cellsOf(page, 'ratio')).length, first.servers.length)
  }),
)

check('every scenario can be chosen, on a phone too', () =>
  look('', { viewport: PHONE }, async (page) => {
    for (const { name, title, servers } of data.scenarios) {
      await page.selectOption('#scenario', name)
      assert.equal((await cellsOf(page, 'ratio')).length, servers.length, title)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, title)
    }
  }),
)

check('a row that is open shows every figure on a phone too', () =>
  look('#open=fastify&pick=fastify&only=1', { viewport: PHONE }, async (page) => {
    const figures = page.locator('.details .plain tbody .figure, .details dd')
    const number = await figures.count()
    assert.ok(number > 20, `${number} figures`)
    for (let i = 0; i < number; i++) assert.ok(await figures.nth(i).isVisible(), await figures.nth(i).innerText())
  }),
)

check('a column is sorted by its heading, and turned round by a second click', () =>
  look('', {}, async (page) => {
    const values = async () => (await cellsOf(page, 'p99')).map(([, text]) => Number(text.replaceAll(',', '')))
    const ratios = new Map(await cellsOf(page, 'ratio'))
    await page.click('#sort-p99')
    const rising = await values()
    assert.deepEqual(
      rising,
      rising.toSorted((a, b) => a - b),
    )
    assert.equal(await page.getAttribute('th.p99', 'aria-sort'), 'ascending')
    await page.click('#sort-p99')
    const falling = await values()
    assert.deepEqual(
      falling,
      falling.toSorted((a, b) => b - a),
    )
    assert.equal(await page.getAttribute('th.p99', 'aria-sort'), 'descending')
    assert.deepEqual(new Map(await cellsOf(page, 'ratio')), ratios)
  }),
)

check('one click shows only what is chosen, and no number changes by it', () =>
  look('', {}, async (page) => {
    const all = new Map(await cellsOf(page, 'ratio'))
    const bars = () => page.$$eval('tr.picked .fill', (fills) => fills.map((fill) => fill.getAttribute('width')))
    await page.check('#pick-fastify')
    await page.check('#pick-express')
    const drawn = await bars()
    await page.click('#only')
    const shown = await cellsOf(page, 'ratio')
    assert.deepEqual(shown.map(([server]) => server).sort(), ['express', 'fastify'])
    for (const [server, text] of shown) assert.equal(text, all.get(server))
    assert.deepEqual(await bars(), drawn)
    await page.click('#only')
    await page.click('#more-controls')
    await page.fill('#search', 'hono')
    const found = await cellsOf(page, 'ratio')
    assert.ok(found.length > 1 && found.every(([server]) => server.includes('hono')))
    for (const [server, text] of found) assert.equal(text, all.get(server))
    await page.click('#reset')
    assert.deepEqual(new Map(await cellsOf(page, 'ratio')), all)
  }),
)

check('any server can be what others are compared with', () =>
  look('', {}, async (page) => {
    await page.selectOption('#base', 'express')
    const { servers, loads, instructions } = first
    const base = servers.findIndex(({ name }) => name === 'express')
    const expected = (pairs: Parameters<typeof ratioInTable>[0], server: string) => {
      const place = servers.findIndex(({ name }) => name === server)
      return ratioInTable(pairs, servers.length, place, base)?.ratio.toFixed(3)
    }
    for (const [server, text] of await cellsOf(page, 'ratio')) {
      assert.equal(text.split(' ')[0], expected((loads[0] as (typeof loads)[number]).pairs, server), server)
    }
    for (const [server, text] of await cellsOf(page, 'instructionsRatio')) {
      const ratio = instructions ? expected(instructions.pairs, server) : undefined
      assert.equal(text.split(' ')[0], ratio ?? '–', server)
    }
  }),
)

check('what is seen is what the address says: sent to somebody else, it shows the same', () =>
  look('', {}, async (page) => {
    await page.selectOption('#scenario', 'hello')
    await page.check('#pick-fastify')
    await page.click('#sort-p99')
    await page.click('#open-fastify')
    await page.selectOption('#base', 'fastify')
    const text = await page.innerText('main')
    const hash = new URL(page.url()).hash
    await look(hash, {}, async (other) => assert.equal(await other.innerText('main'), text))
    await page.click('#tab-servers')
    await page.goBack()
    assert.equal(await page.innerText('main'), text)
    await page.goBack()
    assert.equal(await page.inputValue('#scenario'), first.name)
  }),
)

check('a row opens by the keyboard, and the focus stays where it was', () =>
  look('', {}, async (page) => {
    await page.focus('#open-fastify')
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'details of fastify', exact: true })
    const text = await details.innerText()
    const server = first.servers.find(({ name }) => name === 'fastify')
    for (const title of ['Figures', 'What it is', 'What it lets through', 'Where its CPU time goes', 'Its source']) {
      assert.ok(text.includes(title), title)
    }
    for (const place of server?.facts.flat() ?? [])
      assert.ok(text.includes(data.texts[place] ?? '?'), data.texts[place])
    assert.ok(text.includes(data.sources['servers/fastify/update-user.ts']?.split('\n')[0] ?? '?'))
    assert.equal(await page.evaluate('document.activeElement.id'), 'open-fastify')
    assert.equal(await page.getAttribute('#open-fastify', 'aria-expanded'), 'true')
    await page.keyboard.press('Space')
    assert.equal(await details.count(), 0)
    assert.equal(await page.getAttribute('#open-fastify', 'aria-expanded'), 'false')
  }),
)

check('two servers stand side by side, with the ratio of the data', () =>
  look('#view=servers', {}, async (page) => {
    await page.selectOption('#first', 'fastify')
    await page.selectOption('#second', 'express')
    const place = (server: string) => first.servers.findIndex(({ name }) => name === server)
    const { pairs } = first.loads[0] as (typeof first.loads)[number]
    const ratio = ratioInTable(pairs, first.servers.length, place('fastify'), place('express'))
    const answer = await page.innerText('.answer')
    assert.ok(answer.includes(`fastify has ${ratio?.ratio.toFixed(3)} (${ratio?.low?.toFixed(3)}–`), answer)
    await page.click('#swap')
    assert.ok((await page.innerText('.answer')).includes(`express has ${(1 / (ratio?.ratio ?? 0)).toFixed(3)}`))
  }),
)

check('two stored runs stand side by side, or the page says why not', () =>
  look('#view=runs', {}, async (page) => {
    const options = await page.$$eval('#run-old option', (list) => list.map((option) => option.getAttribute('value')))
    const shown = [true, false].flatMap(
      (refused) => first.comparisons.find((each) => (each.refusal !== null) === refused) ?? [],
    )
    for (const { old, new: recent, rows, refusal } of shown) {
      const names = [old, recent].map((place) => first.runs[place]?.file.replace(/^.*\/|\.json$/g, '') ?? '')
      assert.ok(names.every((name) => options.includes(name)))
      await look(`#view=runs&runs.old=${names[0]}&runs.new=${names[1]}`, {}, async (other) => {
        assert.equal(await other.locator('.runs tbody tr').count(), rows.length)
        if (refusal !== null) assert.ok((await other.innerText('.answer')).includes(refusal))
      })
    }
  }),
)

check('a stranger finds “fastify against express, with 2 ms of my own work” in three clicks', () =>
  look('', {}, async (page) => {
    await page.click('#pick-fastify')
    await page.click('#pick-express')
    await page.getByRole('link', { name: 'Does it matter?' }).click()
    const answer = await page.innerText('.matter')
    assert.ok(answer.includes('fastify') && answer.includes('express'), answer)
    assert.match(answer, /\b2(?:\.0+)? ms\b/)
    assert.match(answer, /Does it matter\? (?:No|A little|Yes)\./)
  }),
)

check('the switch shows the other theme, whichever the system has', async () => {
  const background = (page: Page) => page.evaluate('getComputedStyle(document.body).backgroundColor')
  for (const colorScheme of ['light', 'dark'] as const) {
    await look('', { colorScheme }, async (page) => {
      const before = await background(page)
      await page.click('#theme')
      assert.notEqual(await background(page), before)
      assert.match(page.url(), colorScheme === 'light' ? /theme=dark/ : /theme=light/)
      await page.click('#theme')
      assert.equal(await background(page), before)
    })
  }
})

check('on paper there is nothing to press', () =>
  look('#open=fastify', {}, async (page) => {
    await page.emulateMedia({ media: 'print' })
    for (const control of ['.controls', 'nav', '#theme', '#pick-fastify']) {
      assert.equal(await page.locator(control).isVisible(), false, control)
    }
    assert.equal(await page.locator('#results-table').isVisible(), true)
  }),
)
