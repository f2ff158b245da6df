/**
 * The report for all who read it: axe finds nothing in either theme, and nothing is wider than a phone. Pictures of every
 * panel are kept in `artefacts/report/`.
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

// Colours depend on the theme alone and room on the width alone, so that two of four combinations show both.
for (const [colorScheme, size, viewport] of [
  ['light', 'desk', DESK],
  ['dark', 'phone', PHONE],
] as const) {
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
