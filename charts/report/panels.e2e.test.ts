/** The panels that answer the reader's own question, in a real browser. */
import assert from 'node:assert/strict'
import { matterOf } from '../../shared/result/matter.ts'
import { type Asked, requestSentence } from './client/matter-text.ts'
import { inBrowser, first as scenario } from './in-browser.ts'
import { type Ratio, ratioInTable } from './pairs.ts'

const { look, check } = inBrowser()

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

check('fastify against express, with 2 ms of own work, is one click away from the opening', () =>
  look('', {}, async (page) => {
    await page.click('#tab-matter')
    assert.equal(await page.innerText('.matter .answer'), sentence())
    assert.deepEqual(
      [await page.inputValue('#matter-first'), await page.inputValue('#matter-second')],
      ['fastify', 'express'],
    )
  }),
)

check('the slider is moved by keys, says what it is at, and its answer is in the address', () =>
  look('#view=matter', {}, async (page) => {
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
    await look(new URL(page.url()).hash, {}, async (other) => assert.equal(await other.innerText('.matter'), text))
  }),
)

check('with 5 ms of other work the page says no, and two equals show no difference', () =>
  look('#view=matter&matter.work=5', {}, async (page) => {
    assert.match(await page.innerText('.matter .verdict'), /^Does it matter\? No\./)
    await page.selectOption('#matter-first', 'express')
    assert.equal(await page.innerText('.matter .answer'), 'Choose two different servers.')
  }),
)

check('a server over time: a picture with a text, and a table of the same points', () =>
  look('#view=time', {}, async (page) => {
    for (const { id, servers, dates } of scenario.history) {
      const server = servers.find(({ name }) => name === 'express')
      if (!server) continue
      await look(`#view=time&time.server=express&time.kind=${id}`, {}, async (shown) => {
        const rows = shown.locator('#panel tbody tr')
        assert.equal(await rows.count(), server.columns[0].length, id)
        assert.equal(await shown.locator('.timeline .dot').count(), server.columns[0].length)
        const label = (await shown.getAttribute('.timeline svg', 'aria-label')) ?? ''
        assert.ok(label.startsWith(await shown.innerText('.answer')), label)
        assert.ok((await rows.first().innerText()).includes((dates[server.columns[3]?.[0] ?? 0] ?? '?').slice(0, 10)))
      })
    }
    await page.selectOption('#time-server', 'koa')
    assert.match(await page.innerText('.answer'), /koa/)
    assert.match(page.url(), /time\.server=koa/)
  }),
)
