import assert from 'node:assert/strict'
import { test } from 'node:test'
import { replaceRegion } from './regions.ts'

const [begin, end] = ['<!-- bench:table:begin -->', '<!-- bench:table:end -->']
const page = `before ${begin}old${end} after`

test('a region is replaced, and what stands around it stays', () => {
  assert.equal(replaceRegion(page, 'table', 'new'), `before ${begin}\nnew\n${end} after`)
})

test('replacement patterns in the contents mean nothing', () => {
  assert.ok(replaceRegion(page, 'table', '$1 $$ $`').includes('\n$1 $$ $`\n'))
})

test('a marker that is missing, doubled or out of order is an error that names it', () => {
  const replace = (text: string) => () => replaceRegion(text, 'table', '')
  assert.throws(replace(page.replace(begin, '')), /"<!-- bench:table:begin -->" once, and holds it 0 times/)
  assert.throws(replace(page.replace(end, '')), /"<!-- bench:table:end -->" once, and holds it 0 times/)
  assert.throws(replace(page + end), /holds it 2 times/)
  assert.throws(replace(`${end}${begin}`), /"<!-- bench:table:end -->" before/)
})
