import assert from 'node:assert/strict'
import { test } from 'node:test'
import { twoFlaws } from './observed-cases.ts'

const item = twoFlaws({ size: 1, box: { color: 'red' } }, ['size', '"x"'], ['box.color', '5'])
const said = (text: string) => item.describeRejection?.(text)

test('both fields are invalid', () =>
  assert.deepEqual(JSON.parse(item.json), { size: 'x', box: { color: 5 } }))

test('counts the fields that a rejection names', () => {
  assert.equal(said('{"error":"wrong"}'), 'names none')
  assert.equal(said('{"error":"size must be a number"}'), 'names one')
  assert.equal(said('{"errors":["/size","/box/color"]}'), 'names both')
})

test('ignores the call itself if a rejection repeats it', () => {
  assert.equal(said(`{"error":"wrong","found":${item.json}}`), 'names none')
  assert.equal(said(`{"error":"size","found":${item.json}}`), 'names one')
})
