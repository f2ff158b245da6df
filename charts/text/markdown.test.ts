import assert from 'node:assert/strict'
import { test } from 'node:test'
import { escaped, inline, list, picture } from './markdown.ts'

test('text cannot break out of its line or cell, and code stays code', () => {
  assert.equal(inline('a | b <b>\n& `Map<a|b>`'), 'a \\| b &lt;b> &amp; `Map<a\\|b>`')
})

test('text cannot break out of a picture’s attribute', () => {
  assert.match(picture('l.svg', 'd.svg', '"x"<i> & y'), /<img alt="&quot;x&quot;&lt;i> &amp; y" src="l\.svg">/)
})

test('an asterisk at the beginning of an item does not begin a list of its own', () => {
  assert.equal(list([`${escaped('*')} outlier`]), '- \\* outlier')
})
