import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marked } from 'marked'
import { inline, picture, replaceRegion, table } from './markdown.ts'

test('text is escaped within a line or cell; code stays code', () => {
  assert.equal(
    inline('a | b <b>\n& `Map<a|b>`, `Set<a>` of __proto__ in a_b'),
    'a &#124; b &lt;b> &amp; <code>Map&lt;a&#124;b></code>, `Set<a>` of \\_\\_proto\\_\\_ in a_b',
  )
  assert.deepEqual(
    ['# a', '- a', '12. a', '> a', '---', '-1', '~~~', '    a'].map((text) => inline(text)),
    ['\\# a', '\\- a', '12\\. a', '\\> a', '\\---', '-1', '\\~\\~\\~', 'a'],
  )
})

/** Each would be a link, an element, or a formula of GitHub's. */
const HOSTILE = [
  '``<img src=x onerror=alert(1)>` [click](javascript:alert(1)) ```',
  '`a\\|<img src=x onerror=alert(1)>` | [click](javascript:alert(1))',
  '\\`<img src=x onerror=alert(1)>\\` \\[click](javascript:alert(1))',
  '`\n\n<img src=x onerror=alert(1)>\n\n` <javascript:alert(1)>',
  '[a]: javascript:alert(1) "b"',
  '![a](https://evil.example/a.png) https://evil.example www.evil.example mailto:a@evil.example',
]

test('hostile text is neither HTML nor a link, in a line and in a cell', () => {
  for (const text of HOSTILE) {
    for (const page of [
      inline(text),
      `- ${inline(text)}`,
      table(['a', 'b'], [[inline(text), 'c']], []),
    ]) {
      const html = String(marked.parse(page)).replaceAll(
        /<\/?(?:p|ul|li|code|table|thead|tbody|tr|t[hd])>/g,
        '',
      )
      assert.doesNotMatch(html, /<|href/, page)
      assert.equal(page.includes('| c'), html.includes('\nc\n'), page)
    }
  }
})

test('a package with its version is code, not a mail address', () => {
  assert.equal(
    inline('fastify@5.11.0, @hono/node-server@2.0.0 & `zod@4.3.6`'),
    '`fastify@5.11.0`, `@hono/node-server@2.0.0` &amp; `zod@4.3.6`',
  )
})

test('text is escaped within a picture’s attribute', () => {
  assert.match(
    picture('"x"<i> & y', (theme, layout) => `${layout}.${theme}.svg`),
    /<img alt="&quot;x&quot;&lt;i> &amp; y" src="wide\.light\.svg">/,
  )
})

const [begin, end] = ['<!-- bench:table:begin -->', '<!-- bench:table:end -->']
const page = `before ${begin}old${end} after`

test('a region is replaced, and the text around it is kept', () => {
  assert.equal(replaceRegion(page, 'table', 'new'), `before ${begin}\nnew\n${end} after`)
})

test('replacement patterns in the contents are literal', () => {
  assert.ok(replaceRegion(page, 'table', '$1 $$ $`').includes('\n$1 $$ $`\n'))
})

test('a marker that is missing, doubled or out of order is an error that names it', () => {
  const replace = (text: string) => () => replaceRegion(text, 'table', '')
  assert.throws(
    replace(page.replace(begin, '')),
    /"<!-- bench:table:begin -->" once, but contains it 0 times/,
  )
  assert.throws(
    replace(page.replace(end, '')),
    /"<!-- bench:table:end -->" once, but contains it 0 times/,
  )
  assert.throws(replace(page + end), /contains it 2 times/)
  assert.throws(replace(`${end}${begin}`), /"<!-- bench:table:end -->" before/)
})
