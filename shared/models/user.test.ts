import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Invalid } from './invalid.ts'
import { deserializeUser, parseUser, type User } from './user.ts'

const valid = { id: 1, name: 'Ada', surname: 'Lovelace', lastUpdate: '2024-01-31T10:20:30.400Z' }

const isUser = (value: unknown) => !(parseUser(value) instanceof Invalid)
const parsed = (value: unknown) => parseUser(value) as User

describe('parseUser', () => {
  test('accepts a user, also with unknown keys', () => {
    assert.equal(isUser(valid), true)
    assert.equal(isUser({ ...valid, extra: 1 }), true)
    assert.equal(isUser({ ...valid, name: '', surname: '' }), true)
    assert.equal(isUser({ ...valid, id: 0 }), true)
    assert.equal(isUser({ ...valid, id: Number.MIN_SAFE_INTEGER }), true)
  })

  test('rejects values that are not objects', () => {
    for (const value of [null, undefined, [], ['a', 1], 'text', 5, true]) assert.equal(isUser(value), false)
  })

  for (const field of ['id', 'name', 'surname', 'lastUpdate'] as const) {
    test(`refuses a user without ${field}, or with one of another type`, () => {
      const { [field]: _, ...rest } = valid
      assert.deepEqual(parseUser(rest), new Invalid([field]))
      const wrong = [null, true, {}, [], ['a', 'b'], { length: 0 }, field === 'id' ? '1' : 5]
      for (const value of wrong) {
        assert.deepEqual(parseUser({ ...valid, [field]: value }), new Invalid([field]), JSON.stringify(value))
      }
    })
  }

  test('names all invalid fields', () => {
    assert.deepEqual(parseUser({ surname: 'b', lastUpdate: 'now' }), new Invalid(['id', 'name', 'lastUpdate']))
    assert.deepEqual(parseUser(5), new Invalid(['user']))
  })

  test('rejects fields in a __proto__ key', () => {
    assert.equal(isUser(JSON.parse(`{"__proto__":${JSON.stringify(valid)}}`)), false)
  })

  test('rejects numbers that JSON cannot represent, such as 1e999', () => {
    for (const id of [Number.NaN, Number.POSITIVE_INFINITY]) assert.equal(isUser({ ...valid, id }), false)
    assert.equal(isUser(JSON.parse(JSON.stringify(valid).replace('"id":1', '"id":1e999'))), false)
  })

  const right = [
    '2024-02-29T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
    '0001-01-01T00:00:00Z',
    '2024-06-01T10:20:30+05:30',
    '2024-06-01T10:20:30.4-08:00',
    '2024-06-01T10:20:30.123456789Z',
    '2024-06-01T24:00:00Z',
  ]
  for (const lastUpdate of right) test(`accepts ${lastUpdate}`, () => assert.ok(isUser({ ...valid, lastUpdate })))

  const wrong = [
    '',
    'not-a-date',
    '2020-13-45',
    '2020-05-05',
    '2020-05-05T10:20:30',
    '2020-05-05 10:20:30Z',
    '2020-05-05T10:20Z',
    '2020-05-05T10:20:30z',
    '2020-13-01T00:00:00Z',
    '2020-00-01T00:00:00Z',
    '2020-01-00T00:00:00Z',
    '2020-01-32T00:00:00Z',
    '2020-01-01T25:00:00Z',
    '2020-01-01T24:00:01Z',
    '2020-01-01T23:60:00Z',
    '2020-01-01T23:59:60Z',
    '2020-01-01T00:00:00+24:00',
    '2020-01-01T00:00:00+14:60',
    '2020-01-01T00:00:00-99:99',
    '2020-01-01T00:00:00+01',
    '+275760-09-13T00:00:00Z',
    '-271821-04-20T00:00:00Z',
    '2020-01-01T00:00:00+0530',
    '+012020-01-01T00:00:00Z',
    ' 2020-01-01T00:00:00Z',
    '2020-01-01T00:00:00Z\n',
    'Wed, 01 Jan 2020 00:00:00 GMT',
    '0',
  ]
  for (const lastUpdate of wrong) {
    test(`rejects the date ${JSON.stringify(lastUpdate)}`, () => assert.equal(isUser({ ...valid, lastUpdate }), false))
  }

  test('accepts 30 February as JavaScript does: 1 or 2 March', () => {
    const { lastUpdate } = parsed({ ...valid, lastUpdate: '2021-02-30T00:00:00Z' })
    assert.equal(lastUpdate.toISOString(), '2021-03-02T00:00:00.000Z')
  })

  test('returns a valid Date to which a month can be added, at both ends of the range', () => {
    const ends = {
      '0000-01-01T00:00:00+23:59': '0000-01-31T00:01:00.000Z',
      '9999-12-31T23:59:59Z': '+010000-01-31T23:59:59.000Z',
      '9999-12-31T23:59:59-23:59': '+010000-02-01T23:58:59.000Z',
    }
    for (const [lastUpdate, later] of Object.entries(ends)) {
      const date = parsed({ ...valid, lastUpdate }).lastUpdate
      date.setUTCMonth(date.getUTCMonth() + 1)
      assert.equal(date.toISOString(), later)
    }
  })

  test('equals deserializeUser, and strips unknown keys', () => {
    const json = JSON.parse('{"id":1,"name":"a","surname":"b","lastUpdate":"2024-01-31T10:20:30+05:30","extra":1}')
    const user = parsed(json)
    assert.deepEqual(Object.keys(user), ['id', 'name', 'surname', 'lastUpdate'])
    assert.ok(user.lastUpdate instanceof Date)
    assert.equal(user.lastUpdate.getTime(), Date.UTC(2024, 0, 31, 4, 50, 30))
    assert.deepEqual(deserializeUser(json), user)
  })

  test('returns a new Date each time', () => {
    parsed(valid).lastUpdate.setTime(0)
    assert.equal(parsed(valid).lastUpdate.toISOString(), valid.lastUpdate)
  })
})
