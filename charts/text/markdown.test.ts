import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escaped, inline, list, picture, replaceRegion } from './markdown.ts'

test('text is escaped within a line or cell; code stays code', () => {
  assert.equal(inline('a | b <b>\n& `Map<a|b>`'), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
})

test('a package with its version is code, not a mail address', () => {
  assert.equal(
    inline('fastify@5.11.0, @hono/node-server@2.0.0 & `zod@4.3.6`'),
    '`fastify@5.11.0`, `@hono/node-server@2.0.0` &amp; `zod@4.3.6`',
  )
})

test('text is escaped within a picture’s attribute', () => {
  assert.match(
    picture(['l.svg', 'd.svg'], '"x"<i> & y'),
    /<img alt="&quot;x&quot;&lt;i> &amp; y" src="l\.svg">/,
  )
})

test('a mark at the start of an item starts neither a list nor a heading', () => {
  assert.equal(
    list([`${escaped('*')} outlier`, `${escaped('#')} logs`]),
    '- \\* outlier\n- \\# logs',
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
