import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../../shared/basics/random.ts'
import { scenarios } from '../../shared/scenarios/scenarios.ts'
import { read } from './page-cells.ts'

/** Words of docs/verification.md for observed cases, by a pattern of their titles. */
const PERMITTED: readonly (readonly [word: string, title: RegExp])[] = [
  ['unknown keys', /an unknown key|`(__proto__|constructor)` key/],
  ['30 February', /30 February/],
  ['dates without a time or zone', /without a (time|zone)/],
  ['`"1"` for a number', /^`id`: `"1"`/],
  ['`5`, `true`, `null` or `["a"]` for a string', /^`name`: `(5|true|null|\["a"\])`/],
  ['a list of one date', /a list of one date/],
  ["a body's type, coding and size", /content type|a body (over|with)|byte order mark/],
]

/** No server accepts these, or they show how one rejects. */
const REJECTED = ['id: 1e999', 'leap second', 'invalid data', 'malformed JSON', 'two fields wrong']

test('the page on verification lists what servers may accept', () => {
  const [sentence = ''] = /^.*Servers may differ on .*$/m.exec(read('docs/verification.md')) ?? []
  const { observed = [] } = scenarios.get('update-user')?.contract(createRandom(1)) ?? {}
  const missing = observed
    .filter(({ id }) => !REJECTED.includes(id))
    .map(({ title }) => title)
    .filter((title) => {
      const word = PERMITTED.find(([, pattern]) => pattern.test(title))?.[0]
      return word === undefined || !sentence.includes(word)
    })
  assert.deepEqual(missing, [])
})
