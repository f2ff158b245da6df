/** The report in a browser, opened from disk: interactions, and checks by axe. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../shared/basics/root.ts'
import type { Costs } from '../../shared/stats/cost.ts'
import {
  assertAccessible,
  blocksOf,
  cellsOf,
  DESKTOP,
  data,
  first,
  inBrowser,
  openRuns,
  PHONE,
} from '../test/in-browser.ts'
import { answerTo, type Input, requestSentence, usualOf } from '../text/matter-text.ts'
import { pagePath } from '../text/paths.ts'
import { ratioInTable } from './pairs.ts'

/** Limit of elements, about twice the current number. */
const MOST_NODES = 3000

const { look, check } = inBrowser()

check('the page is small, and its layout does not shift', () =>
  look('', {}, async (page) => {
    const shown = (await page.evaluate(`new Promise((resolve) => {
      let moved = 0
      new PerformanceObserver((list) => { for (const each of list.getEntries()) moved += each.value })
        .observe({ type: 'layout-shift', buffered: true })
      setTimeout(() => resolve({ moved, nodes: document.querySelectorAll('*').length }), 500)
    })`)) as { moved: number; nodes: number }
    assert.equal(shown.moved, 0)
    assert.ok(shown.nodes < MOST_NODES, `${shown.nodes} elements`)
    assert.equal(await page.locator('tr.server').count(), data.servers.length)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), DESKTOP.width)
    const frame =
      '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".frame"))'
    assert.equal(await page.evaluate(frame), 0, 'all columns are seen')
  }),
)

check('every scenario can be chosen, on a phone too', () =>
  look('#view=results', { viewport: PHONE }, async (page) => {
    for (const { name, title, servers, runs } of data.scenarios) {
      await page.selectOption('#scenario', name)
      assert.equal((await cellsOf(page, 'ratio')).length, servers.length, title)
      for (const run of runs.slice(-1)) {
        await openRuns(page)
        await page.selectOption('#run', run.name)
        assert.equal((await cellsOf(page, 'ratio')).length, run.servers.length, run.title)
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), PHONE.width, title)
    }
  }),
)

check('a click on a heading sorts by its column, a second one reverses', () =>
  look('#view=results', {}, async (page) => {
    const values = async () => {
      const [ranked = []] = await blocksOf(page, 'p99_ms')
      return ranked.map(([, text]) => Number(text.replaceAll(',', '')))
    }
    const ratios = new Map(await cellsOf(page, 'ratio'))
    await page.click('#sort-p99_ms')
    const rising = await values()
    assert.deepEqual(
      rising,
      rising.toSorted((a, b) => a - b),
    )
    assert.equal(await page.getAttribute('th.p99_ms', 'aria-sort'), 'ascending')
    await page.click('#sort-p99_ms')
    const falling = await values()
    assert.deepEqual(
      falling,
      falling.toSorted((a, b) => b - a),
    )
    assert.equal(await page.getAttribute('th.p99_ms', 'aria-sort'), 'descending')
    assert.deepEqual(new Map(await cellsOf(page, 'ratio')), ratios)
  }),
)

check('one click shows only picked servers, without changing figures', () =>
  look('#view=results', {}, async (page) => {
    const all = new Map(await cellsOf(page, 'ratio'))
    await page.check('#pick-fastify')
    await page.check('#pick-express')
    await page.click('#only')
    const shown = await cellsOf(page, 'ratio')
    assert.deepEqual(shown.map(([server]) => server).sort(), ['express', 'fastify'])
    for (const [server, text] of shown) assert.equal(text, all.get(server))
    const bars = await page.$$eval('tr.picked .fill', (fills) =>
      fills.map((fill) => parseFloat(fill.getAttribute('width') ?? '')),
    )
    assert.ok(Math.max(...bars) > 80, 'the longest bar fills its column')
    await page.click('#only')
    await page.fill('#search', 'hono')
    const found = await cellsOf(page, 'ratio')
    assert.ok(found.length > 1 && found.every(([server]) => server.includes('hono')))
    for (const [server, text] of found) assert.equal(text, all.get(server))
    await page.click('#reset')
    assert.deepEqual(new Map(await cellsOf(page, 'ratio')), all)
  }),
)

check('any server can be the reference', () =>
  look('#view=results', {}, async (page) => {
    await page.selectOption('#base', 'express')
    const { servers, pairs } = first
    const base = servers.findIndex(({ name }) => name === 'express')
    const placeOf = (server: string) => servers.findIndex(({ name }) => name === server)
    for (const [server, text] of await cellsOf(page, 'ratio')) {
      const ratio = ratioInTable(pairs, placeOf(server), base)?.value
      assert.equal(text.split(' ')[0], ratio?.toFixed(3), server)
    }
    assert.equal(await page.locator('#sort-ratio_elsewhere').count(), 0)
  }),
)

check('a shared address shows the same', () =>
  look('#view=results', {}, async (page) => {
    await page.selectOption('#scenario', 'hello')
    await page.check('#pick-fastify')
    await page.click('#sort-p99_ms')
    await page.click('#open-fastify')
    await page.selectOption('#base', 'fastify')
    const text = await page.innerText('main')
    const hash = new URL(page.url()).hash
    await look(hash, {}, async (other) => assert.equal(await other.innerText('main'), text))
    await page.click('#tab-matter')
    await page.goBack()
    assert.equal(await page.innerText('main'), text)
    await page.goBack()
    assert.equal(await page.inputValue('#scenario'), first.name)
  }),
)

check(
  'a preset shows the frameworks with zod as the page of update-user does, sorted by the scenario that most have',
  () =>
    look('', {}, async (page) => {
      await page.click('#preset-zod-everywhere')
      const names = await page.$$eval('tr.server', (rows) => rows.map((row) => row.dataset.server))
      assert.equal(names[0], 'fastify-zod')
      await page.click('#reset')
      await page.click('#tab-results')
      await page.click('#preset-zod-everywhere')
      const shown = await cellsOf(page, 'ratio')
      assert.ok(shown.length > 4)
      const region =
        readFileSync(join(ROOT, pagePath('update-user')), 'utf8')
          .split(/^## /m)
          .find((each) => each.startsWith('With zod')) ?? ''
      const onPage = new Map(
        [...region.matchAll(/^\| (\S+) \| [^|]+ \| ([^|]+) \|/gm)].map(([, server, ratio]) => [
          server,
          ratio,
        ]),
      )
      for (const [server, text] of shown) assert.equal(text, onPage.get(server) ?? text, server)
      assert.ok(shown.filter(([server]) => onPage.has(server)).length > 4)
      assert.equal(await page.getAttribute('#preset-zod-everywhere', 'aria-pressed'), 'true')
      await page.click('#preset-zod-everywhere')
      assert.ok((await cellsOf(page, 'ratio')).length > shown.length)
    }),
)

check('a row opens by keyboard, and keeps the focus', () =>
  look('#view=results', {}, async (page) => {
    await page.focus('#open-fastify')
    await page.keyboard.press('Enter')
    const details = page.getByRole('region', { name: 'details of fastify', exact: true })
    const text = await details.innerText()
    const server = first.servers.find(({ name }) => name === 'fastify')
    const about = data.abouts[server?.about ?? -1]
    for (const part of [
      'Figures',
      'Description',
      'What it accepts and rejects',
      'CPU time per request, by part',
      ...(data.lists[about?.facts ?? -1] ?? []).flat(),
    ])
      assert.ok(text.includes(part.replaceAll('`', '')), part)
    const links = await details
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    assert.equal(links[0], '../../../servers/fastify')
    assert.ok(links.includes('../latency/README.md'))
    assert.match(links.at(-1) ?? '', /\/index\.html#scenario=[a-z-]+&open=fastify$/)
    assert.equal(await page.evaluate('document.activeElement.id'), 'open-fastify')
    assert.equal(await page.getAttribute('#open-fastify', 'aria-expanded'), 'true')
    await page.keyboard.press('Space')
    assert.equal(await details.count(), 0)
    assert.equal(await page.getAttribute('#open-fastify', 'aria-expanded'), 'false')
  }),
)

check('the bar of views stays above the rows that scroll under it', () =>
  look('#view=results', {}, async (page) => {
    for (const top of [500, 600, 700]) {
      const above = await page.evaluate(`scrollTo(0, ${top}), Array.from({ length: 40 }, (_, i) =>
        document.elementFromPoint(30 + 30 * i, 20)?.closest('nav') !== null)`)
      assert.ok((above as boolean[]).every(Boolean), `${top}`)
    }
  }),
)

check('print has no controls', () =>
  look('#open=fastify', {}, async (page) => {
    await page.emulateMedia({ media: 'print' })
    for (const control of ['.controls', '.bar', '#pick-fastify']) {
      assert.equal(await page.locator(control).isVisible(), false, control)
    }
    assert.equal(await page.locator('#results-table').isVisible(), true)
  }),
)

const costs = data.costs[first.name] as Costs

/** Returns the expected sentence on fastify and express, from the page's data. */
function sentence(change: Partial<Input> = {}): string {
  const input: Input = {
    first: 'fastify',
    second: 'express',
    work: 2,
    kind: 'waits',
    rate: usualOf('rate', costs),
    ...change,
  }
  const found = answerTo(costs, ['fastify', 'express'], input)
  return typeof found === 'string' ? found : requestSentence(found.matter, input)
}

check('the reader’s figures are in the address, and invalid ones are rejected', () =>
  look('#view=matter', {}, async (page) => {
    await page.fill('#matter-work', '50')
    assert.equal(await page.innerText('.matter .answer'), sentence({ work: 50 }))
    assert.equal(await page.evaluate('document.activeElement.id'), 'matter-work')
    for (const rate of ['0', '-5', '1e20', '']) {
      await page.fill('#matter-rate', rate)
      assert.equal(await page.getAttribute('#matter-rate', 'aria-invalid'), 'true', rate)
      assert.notEqual(await page.innerText('#matter-rate-error'), '')
      assert.equal(await page.innerText('.matter'), '')
    }
    await page.fill('#matter-rate', '9000')
    await page.selectOption('#matter-kind', 'computes')
    const text = await page.innerText('.matter')
    for (const part of ['at 9,000 requests/s', 'with 50 ms of your own computation']) {
      assert.ok(text.includes(part), part)
    }
    await look(new URL(page.url()).hash, {}, async (other) =>
      assert.equal(await other.innerText('.matter'), text),
    )
  }),
)

check(
  'at a low rate beside 50 ms of other work it does not matter, and a server is not compared with itself',
  () =>
    look('#view=matter&matter.work=50&matter.rate=100', {}, async (page) => {
      assert.match(await page.innerText('.matter .verdict'), /^Does it matter\? No\./)
      await page.selectOption('#matter-first', 'express')
      assert.equal(await page.innerText('.matter .answer'), 'Choose two different servers.')
    }),
)

check(
  'a rate above a server’s maximum, a server without a curve and another scenario are not measured',
  () =>
    look('#view=matter&matter.rate=200000', {}, async (page) => {
      assert.match(
        await page.innerText('.matter .answer'),
        /^Not measured: fastify serves at most [\d,]+ requests\/s on one CPU; /,
      )
      await page.fill('#matter-rate', String(usualOf('rate', costs)))
      const unmeasured =
        first.servers.find(({ name }) => !costs.servers[name])?.name ?? assert.fail()
      await page.selectOption('#matter-first', unmeasured)
      assert.match(
        await page.innerText('.matter .answer'),
        /^Not measured: the CPU time of .+ below saturation\.$/,
      )
      const other = data.scenarios.find(({ name }) => !data.costs[name])?.name ?? assert.fail()
      await page.selectOption('#scenario', other)
      assert.match(await page.innerText('#panel .answer'), /has not been measured for/)
    }),
)

check('three clicks compare fastify with express at 2 ms of own work', () =>
  look('', {}, async (page) => {
    await page.click('#pick-fastify')
    await page.click('#pick-express')
    await page.getByRole('link', { name: 'Does it matter?' }).click()
    assert.equal(await page.innerText('.matter .answer'), sentence())
    assert.match(
      await page.innerText('.matter'),
      /Validation: fastify, .*ajv.*; express, hand-written\./,
    )
  }),
)

/** Views to check per theme and width: colours depend only on the theme, layout only on the width. */
const VIEWS = {
  light: ['#q=trpc', '#view=results', '#open=fastify&pick=fastify&only=1'],
  dark: ['#q=trpc', '#view=matter'],
}

for (const colorScheme of ['light', 'dark'] as const) {
  const viewport = colorScheme === 'light' ? DESKTOP : PHONE
  check(
    `axe finds nothing, nothing is wider than the window, and the keyboard follows the page: ${colorScheme}, ${viewport.width}`,
    async () => {
      for (const hash of VIEWS[colorScheme]) {
        await look(hash, { colorScheme, viewport }, async (page) => {
          await assertAccessible(page, hash)
        })
      }
    },
  )
}

check('a quick run of the reader’s machine switches the figures to it', () =>
  look('#view=results', {}, async (page) => {
    const choose = (text: string) =>
      page.setInputFiles('#yours', {
        name: 'quick.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      })
    await choose('{}')
    await page.locator('#yours-error', { hasText: /^not a file of run --quick/ }).waitFor()
    const stored = readFileSync(join(ROOT, first.files[0] as string), 'utf8')
    await choose(stored)
    await page.waitForFunction('location.hash.includes("run=yours")')
    assert.equal(await page.textContent('#yours-error'), '')
    assert.match(
      (await page.textContent('.finding')) ?? '',
      /expected on .* from your quick run\.\s*$/,
    )
    assert.equal((await cellsOf(page, 'ratio')).length, first.quick?.servers.length)
    await openRuns(page)
    await page.selectOption('#run', '')
    assert.equal((await cellsOf(page, 'p99_ms')).length, first.servers.length)
  }),
)
