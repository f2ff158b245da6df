/** Pages in a browser: on the site on a phone, and as wide as GitHub shows them. */
import assert from 'node:assert/strict'
import { assertAccessible, DESKTOP, inBrowser, PHONE } from '../test/in-browser.ts'
import { siteFiles } from './site.ts'

/** Width of GitHub’s column, px. */
const COLUMN = 932

/** GitHub’s rules for tables. */
const GITHUB = `
  main { width: ${COLUMN}px; font: 16px/1.5 Arial, 'Liberation Sans'; }
  table { display: block; width: max-content; max-width: 100%; overflow: auto; border-spacing: 0; }
  th, td { padding: 6px 13px; border: 1px solid; border-left: 0; }
  code { padding: 0.2em 0.4em; font: 85% 'Liberation Mono', monospace; white-space: break-spaces; }`

const site = siteFiles('OWNER/NAME', 'https://github.com/OWNER/NAME/blob/main')
const { look, check } = inBrowser(new Map(site).set('github.html', '<main></main>'))

for (const path of [
  'index.html',
  'charts/published/findings/README.html',
  'charts/published/memory/README.html',
  'charts/published/rich-user/README.html',
  'charts/published/types/README.html',
  'docs/method.html',
])
  check(
    `on a phone nothing scrolls sideways, axe finds nothing, and the keyboard follows ${path}`,
    () =>
      look(path, { viewport: { ...PHONE, width: 390 } }, (page) => assertAccessible(page, path)),
  )

check('no table is wider than GitHub’s column', () =>
  look('github.html', { viewport: DESKTOP }, async (page) => {
    await page.addStyleTag({ content: GITHUB })
    const tables = [...site].flatMap(([path, html]) =>
      /^(index|docs|charts)\b.*html$/.test(path)
        ? (html.match(/<table>.*?<\/table>/gs) ?? []).map((table) => ({ path, table }))
        : [],
    )
    assert.ok(tables.length > 50)
    const widths = await page.$eval(
      'main',
      (main, all) => {
        main.innerHTML = all.join('')
        return [...main.children].map((table) => table.scrollWidth)
      },
      tables.map(({ table }) => table),
    )
    const wide = tables.flatMap(({ path }, i) =>
      Number(widths[i]) > COLUMN ? [`${path}: ${widths[i]}`] : [],
    )
    assert.deepEqual(wide, [])
  }),
)
