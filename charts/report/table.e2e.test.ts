/** The report's tables in a browser: what they show, in which blocks and widths. */
import assert from 'node:assert/strict'
import {
  blocksOf,
  cellsOf,
  DESKTOP,
  data,
  first,
  inBrowser,
  openRuns,
  PHONE,
} from '../test/in-browser.ts'

const { look, check } = inBrowser()

const FIGURES = [
  'requests_per_second',
  'p50_ms',
  'p95_ms',
  'p99_ms',
  'throughput_mb_s',
  'peak_mb',
  'cpu_us_per_request',
]

check(
  'at 1280 px the table shows all figures, and at any width it is no wider than the window',
  () =>
    look('#view=results', {}, async (page) => {
      for (const { name, columns, runs } of data.scenarios) {
        await page.selectOption('#scenario', name)
        for (const [run, own] of [
          ['', columns] as const,
          ...runs.slice(0, 1).map((each) => [each.name, each.columns] as const),
        ]) {
          await openRuns(page)
          if (runs.length > 0) await page.selectOption('#run', run)
          for (const key of FIGURES.filter((each) => own.some((column) => column.key === each))) {
            const box = await page.locator(`th.${key}`).boundingBox()
            assert.ok(box && box.x + box.width <= DESKTOP.width, `${name}, ${run}: ${key}`)
          }
        }
      }
      for (const width of [1279, 1021, 1020, 701, 390]) {
        await page.setViewportSize({ ...DESKTOP, width })
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      }
    }),
)

check('two names give a phone the peak memory of two servers, without scrolling', () =>
  look('#q=restify hapi', { viewport: { ...PHONE, width: 390 } }, async (page) => {
    const shown = await cellsOf(page, 'peak_mb')
    assert.deepEqual(shown.map(([server]) => server).sort(), ['hapi', 'restify'])
    for (const [server, text] of shown) assert.match(text, /^[\d.]+$/, server)
    const box = await page.locator('th.peak_mb').boundingBox()
    assert.ok(box && box.x + box.width <= 390)
  }),
)

check('the line at 1× stays within the column of bars', () =>
  look('#view=results&q=nest', {}, async (page) => {
    const overflow = `[...document.querySelectorAll('td.bars')].map((cell) =>
      cell.querySelector('.mark').getBoundingClientRect().right - cell.getBoundingClientRect().right)`
    const all = (await page.evaluate(overflow)) as number[]
    assert.ok(all.length > 1 && Math.max(...all) <= 0, `${all}`)
  }),
)

check(
  'figures that vary with the machine have no whiskers: all servers change together there',
  () =>
    look('#view=results', {}, async (page) => {
      assert.ok((await page.locator('.whisker').count()) > 0)
      await page.click('#sort-requests_per_second')
      assert.equal(await page.locator('.whisker').count(), 0)
    }),
)

const namesOf = (servers: readonly { name: string }[]) => servers.map(({ name }) => name).sort()

check(
  'servers that accept invalid data are in the last block, without ranks, and in no headline',
  () =>
    look('', {}, async (page) => {
      const last = async (column: string) => (await blocksOf(page, column)).at(-1) ?? []
      const namesIn = (cells: readonly [string, string][]) => cells.map(([name]) => name).sort()
      const unranked = data.servers.filter(({ isUnranked }) => isUnranked)
      assert.ok(unranked.length > 0)
      for (const sort of ['#sort-name', '#sort-name', '#sort-hello']) {
        await page.click(sort)
        assert.deepEqual(namesIn(await last('name')), namesOf(unranked))
        assert.match(
          await page.locator('tr.group').last().innerText(),
          /^Unranked: accepts invalid data where marked ¬$/,
        )
      }
      await page.click('#tab-results')
      for (const { name, servers, compared, fastest } of data.scenarios) {
        await page.selectOption('#scenario', name)
        const own = servers.filter(({ ranks }) => ranks === '')
        const finding = await page.innerText('.finding')
        assert.equal(
          finding.includes(`Fastest of the ${compared} compared servers: `),
          fastest.length > 0,
        )
        const named = finding
          .split('compared servers: ')[1]
          ?.split('. Others')[0]
          ?.split(/, tied with |, | and /)
        for (const { about } of own)
          assert.ok(!named?.includes(data.abouts[about]?.displayName ?? assert.fail()))
        if (own.length === 0) assert.equal(await page.locator('tr.group').count(), 0)
        else {
          assert.deepEqual(namesIn(await last('rank')), namesOf(own))
          for (const [, rank] of await last('rank')) assert.equal(rank, '')
          const options = await page.locator('#base option').allInnerTexts()
          assert.ok(options.slice(-own.length).every((text) => text.endsWith(' (unranked)')))
        }
      }
    }),
)

check('open rows are no wider than a phone', async () => {
  const names = first.servers.map(({ name }) => name).join()
  for (const width of [390, PHONE.width]) {
    await look(`#open=${names}`, { viewport: { ...PHONE, width } }, async (page) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      const wide = `[...document.querySelectorAll('.detail')].filter((each) => each.scrollWidth > each.clientWidth).length`
      assert.equal(await page.evaluate(wide), 0)
    })
  }
})
