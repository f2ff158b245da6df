/** Compares the contract of `rich-user` with the model that servers use. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '../basics/random.ts'
import { roundTripOutcome, typesSent } from '../contract/fidelity.ts'
import { firstSerial } from '../contract/scenario.ts'
import { Invalid } from '../models/invalid.ts'
import { updateRichUser } from '../models/rich-user.ts'
import { decodeRichUser, encodeRichUser, parseRichUser } from '../models/rich-user-fields.ts'
import { flatten, notate, revive } from '../wires/notation.ts'
import { richUser } from './rich-user.ts'

const contracts = [1, 2, 3].map((seed) => richUser.contract(createRandom(seed)))

/** Readers of a user in the notation: as decoded values, and through plain JSON. */
const readers = {
  values: (json: string) => parseRichUser(revive(JSON.parse(json))),
  'plain JSON': (json: string) =>
    decodeRichUser(JSON.parse(JSON.stringify(flatten(JSON.parse(json))))),
}

for (const [name, read] of Object.entries(readers)) {
  test(`${name}: what is valid is read and changed as expected`, () => {
    for (const { id, json, expected } of contracts.flatMap(({ valid }) => valid)) {
      const user = read(json)
      assert.ok(!(user instanceof Invalid), `${id}: ${user}`)
      assert.deepEqual(notate(updateRichUser(user)), expected, id)
    }
  })

  test(`${name}: what is invalid breaks one field, the one that a rejection must name`, () => {
    for (const { id, json, body, mentions } of contracts.flatMap(({ invalid }) => invalid)) {
      if (body) continue
      const user = read(json)
      assert.ok(user instanceof Invalid, id)
      if (mentions) assert.equal(user.fields.length, 1, `${id}: ${user.fields}`)
      if (mentions)
        assert.ok(user.fields[0]?.split('.').includes(mentions), `${id}: ${user.fields}`)
    }
  })
}

test('the codec for plain JSON equals the flattened notation', () => {
  for (const { json } of contracts.flatMap(({ valid }) => valid)) {
    const user = parseRichUser(revive(JSON.parse(json)))
    assert.ok(!(user instanceof Invalid))
    assert.deepEqual(JSON.parse(JSON.stringify(encodeRichUser(user))), flatten(JSON.parse(json)))
  }
})

test('notation survives a round trip through values', () => {
  const notations = [
    ...contracts.flatMap(({ valid }) => valid.map(({ json }) => json)),
    ...typesSent.map(({ json = '1' }) => json),
  ]
  for (const json of notations) assert.deepEqual(notate(revive(JSON.parse(json))), JSON.parse(json))
  assert.deepEqual(notate(new Date(Number.NaN)), { $date: null })
  assert.deepEqual(notate([Number.NaN, Buffer.from('a')]), [{ $number: 'NaN' }, { $bytes: 'YQ==' }])
  assert.deepEqual(Object.keys(revive(JSON.parse('{"__proto__":1}')) as object), ['__proto__'])
})

test('a value is valid in either form, and in no other', () => {
  for (const { expected } of contracts.flatMap(({ valid }) => valid)) {
    assert.equal(richUser.errorOf(expected), null)
    assert.equal(richUser.errorOf(flatten(expected)), null)
  }
  const [valid] = contracts[0]?.valid ?? []
  assert.match(
    richUser.errorOf({ ...(valid?.expected as object), id: { $date: null } }) ?? '',
    /^id/,
  )
})

test('a request of the load has a unique serial number of 16 digits', () => {
  const random = createRandom(1)
  const serial = firstSerial(random)
  const { json, expected } = richUser.validCase(random, serial)
  assert.equal(json.split(String(serial)).length, 2)
  assert.ok((expected as { name: string }).name.endsWith(` ${serial}`))
})

test('the outcome of a type is named after what came back', () => {
  const [date] = typesSent
  assert.ok(date?.type === 'Date')
  const became = (verifiedAt: unknown) => roundTripOutcome(date, { contact: { verifiedAt } })
  assert.equal(became(JSON.parse(date.json ?? '')), 'kept')
  assert.equal(became({ $date: null }), 'another Date')
  assert.equal(became('2020-01-31T10:20:30.456Z'), 'string')
  assert.equal(became([]), 'array')
  assert.equal(became({ a: 1 }), 'object')
  assert.equal(became(null), 'null')
  assert.equal(roundTripOutcome(date, { contact: {} }), 'absent')
  const absent = typesSent.find(({ json }) => json === undefined)
  assert.ok(absent)
  assert.equal(roundTripOutcome(absent, {}), 'kept')
  assert.equal(roundTripOutcome(absent, { nickname: { $undefined: true } }), 'undefined')
})
