import assert from 'node:assert/strict'
import { test } from 'node:test'
import { likest } from './text.ts'

test('the likest words come first, whatever the case of their letters, and no more than are asked for', () => {
  const words = ['empty body', 'truncated JSON', 'malformed JSON', 'id: 5']
  assert.equal(likest('malformd json', words, 3)[0], 'malformed JSON')
  assert.deepEqual(likest('emptybody', words, 1), ['empty body'])
  assert.equal(likest('x', words, 9).length, 4)
})
