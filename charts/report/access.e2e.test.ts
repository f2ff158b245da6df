/**
 * The report for all who read it: axe finds nothing, and nothing is wider than a phone, in both themes. Pictures of every panel
 * are kept in `artefacts/report/`.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import axe from 'axe-core'
import { ROOT } from '../../shared/basics/root.ts'
import { DESK, inBrowser, PHONE } from './in-browser.ts'

const PICTURES = join(ROOT, 'artefacts/report')

/** Of every panel, and of an open row. */
const VIEWS = {
  results: '',
  details: '#open=fastify&pick=fastify&only=1',
  servers: '#view=servers&pick=fastify,express',
  matter: '#view=matter',
  runs: '#view=runs',
  time: '#view=time',
}

const { look, check } = inBrowser()

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries({ desk: DESK, phone: PHONE })) {
    check(`axe finds nothing, and nothing is wider than the window: ${colorScheme}, ${size}`, async () => {
      for (const [view, hash] of Object.entries(VIEWS)) {
        await look(hash, { colorScheme, viewport }, async (page) => {
          await page.screenshot({ path: join(PICTURES, `${view}-${size}-${colorScheme}.png`), fullPage: true })
          const width = await page.evaluate('document.documentElement.scrollWidth')
          assert.ok(Number(width) <= viewport.width, `${view} is ${width} wide`)
          await page.evaluate(axe.source)
          const { violations } = (await page.evaluate('axe.run()')) as axe.AxeResults
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${view}: ${id}: ${nodes[0]?.html}`),
            [],
          )
        })
      }
    })
  }
}
