import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { twoFlaws } from '../contract/observed-cases.ts'
import { parseAccount } from '../models/account.ts'
import { Invalid } from '../models/invalid.ts'
import { parseOrder } from '../models/order.ts'
import { parseUser } from '../models/user.ts'
import { parseUserList } from '../models/user-list.ts'
import { scenarios } from './scenarios.ts'

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

test('is observed where fields are validated, and the hand-written validators report both errors', () => {
  const parsers = {
    'update-user': parseUser,
    'update-account': parseAccount,
    'user-list': parseUserList,
    'validate-order': parseOrder,
  }
  for (const [name, parse] of Object.entries(parsers)) {
    const { observed } = scenarios.get(name)?.contract(createRandom(1)) ?? assert.fail(name)
    const flawed = observed.find(({ id }) => id === 'two fields wrong') ?? assert.fail(name)
    const parsed = parse(JSON.parse(flawed.json))
    assert.equal(parsed instanceof Invalid && parsed.fields.length, 2, name)
  }
})
