import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mistakenFor } from './values.ts'

test('objects and arrays are mistaken for a string or a boolean, never for a date', () => {
  const value = { name: 'x', box: { open: true, tags: ['a'] }, at: '2020-01-01T00:00:00.000Z' }
  const mistaken = (path: string, json: string | undefined) =>
    mistakenFor(value, path, json).mistaken
  assert.deepEqual(mistaken('name', '{"a":1}'), ['objects', 'a string'])
  assert.deepEqual(mistaken('box.tags.0', '["a"]'), ['arrays', 'a string'])
  assert.deepEqual(mistaken('box.open', '[]'), ['arrays', 'a boolean'])
  for (const [path, json] of [
    ['name', '5'],
    ['name', undefined],
    ['at', '{}'],
    ['box', '[]'],
    ['none', '{}'],
  ] as const) {
    assert.equal(mistaken(path, json), undefined, path)
  }
})
