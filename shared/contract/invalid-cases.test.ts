import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { schemaCases, wrongAt } from './invalid-cases.ts'
import { isoDate } from './schema.ts'

test('objects and arrays are mistaken for a string or a boolean, never for a date', () => {
  const value = { name: 'x', box: { open: true, tags: ['a'] }, at: '2020-01-01T00:00:00.000Z' }
  const mistaken = (path: string, json: string | undefined) =>
    wrongAt(() => value, path, json).mistaken
  assert.deepEqual(mistaken('name', '{"a":1}'), ['objects', 'a string'])
  assert.deepEqual(mistaken('box.tags.0', '["a"]'), ['arrays', 'a string'])
  assert.deepEqual(mistaken('box.open', '[]'), ['arrays', 'a boolean'])
  for (const [path, json] of [
    ['name', '5'],
    ['name', undefined],
    ['at', '{}'],
    ['box', '[]'],
  ] as const) {
    assert.equal(mistaken(path, json), undefined, path)
  }
})

test('a schema yields the cases of its required fields, types and limits, of nested values too', () => {
  const Model = z.looseObject({
    count: z.int().min(1).max(9),
    share: z.number().max(1).optional(),
    kind: z.enum(['a', 'b']),
    note: z.string().min(1).max(2).optional(),
    list: z.array(z.looseObject({ on: z.boolean() })).max(2),
    box: z.looseObject({ at: isoDate }),
  })
  const value = { count: 1, share: 0, kind: 'a', note: 'x', list: [{ on: true }], box: { at: '' } }
  const cases = schemaCases(Model, () => value)
  const ids = cases.map(({ id }) => id).filter((id) => !id.startsWith('box.at: '))
  assert.deepEqual(ids, [
    'missing count',
    'count: "abc"',
    'count: 0',
    'count: 10',
    'count: 1.5',
    'share: "abc"',
    'share: 1.01',
    'missing kind',
    'kind: "unknown"',
    'note: 0 characters',
    'note: 3 characters',
    'missing list',
    'list: {"a":1}',
    'list: 3 items',
    'missing list.0.on',
    'missing box',
    'box: []',
    'missing box.at',
  ])
  for (const { id, json } of cases) assert.ok(!Model.safeParse(JSON.parse(json)).success, id)
  const dates = cases.filter(({ mistaken }) => mistaken?.[1] === 'a date')
  assert.ok(dates.some(({ id, mentions }) => id === 'box.at: null' && mentions === 'at'))
})
