import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Account, type AccountJson, deserializeAccount, parseAccount } from './account.ts'
import { Invalid } from './invalid.ts'

const date = '2024-01-31T10:20:30.400Z'

const valid: AccountJson = {
  id: 1,
  email: 'ada@example.com',
  status: 'active',
  createdAt: date,
  updatedAt: date,
  lastLogin: date,
  profile: {
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthDate: date,
    phones: ['1', '2'],
    address: { street: 's', city: 'c', zip: 'z', country: 'UK' },
  },
  preferences: { language: 'en', newsletter: true, tags: ['a'] },
  payment: { kind: 'bank', iban: 'i' },
  orders: [{ id: 1, total: 2, items: ['a', 'b'] }],
}

describe('parseAccount', () => {
  test('converts dates, and equals deserializeAccount', () => {
    const account = parseAccount(valid) as Account
    assert.ok(account.profile.birthDate instanceof Date)
    assert.deepEqual(JSON.parse(JSON.stringify(account)), valid)
    assert.deepEqual(deserializeAccount(valid), account)
  })

  test('strips unknown keys at every depth, as deserializeAccount does', () => {
    const { profile, preferences, payment, orders } = valid
    const extra = { extra: 1 }
    const more = {
      ...valid,
      ...extra,
      profile: { ...profile, ...extra, address: { ...profile.address, ...extra } },
      preferences: { ...preferences, ...extra },
      payment: { ...payment, ...extra, number: '1' },
      orders: orders.map((order) => ({ ...order, ...extra })),
    }
    assert.deepEqual(parseAccount(more), parseAccount(valid))
    assert.deepEqual(deserializeAccount(more), deserializeAccount(valid))
  })

  const { profile, preferences, orders } = valid
  const flaws: [change: object, ...fields: string[]][] = [
    [{ id: Number.POSITIVE_INFINITY, nickname: null }, 'id', 'nickname'],
    [{ status: 'unknown', updatedAt: '2024-01-31' }, 'status', 'updatedAt'],
    [
      { profile: { ...profile, birthDate: 0, phones: ['1', 2, 3] } },
      'profile.birthDate',
      'profile.phones.1',
      'profile.phones.2',
    ],
    [{ profile: { ...profile, address: { ...profile.address, zip: 5 } } }, 'profile.address.zip'],
    [{ profile: { ...profile, address: [] } }, 'profile.address'],
    [{ preferences: { ...preferences, theme: 'blue' } }, 'preferences.theme'],
    [{ payment: { iban: 'i' } }, 'payment.kind'],
    [{ payment: { kind: 'card', holder: 'h', number: 5 } }, 'payment.number', 'payment.expires'],
    [{ orders: { length: 0 } }, 'orders'],
    [{ orders: [...orders, null, { id: 1, total: 2, items: { 0: 'a', length: 1 } }] }, 'orders.1', 'orders.2.items'],
    [{ orders: [...orders, { id: 1, total: '2', items: ['a', 5] }] }, 'orders.1.total', 'orders.1.items.1'],
  ]
  for (const [change, ...fields] of flaws) {
    test(`names ${fields.join(', ')}`, () => {
      assert.deepEqual(parseAccount({ ...valid, ...change }), new Invalid(fields))
    })
  }

  test('rejects values that are not objects', () => {
    for (const value of [null, [], 'text', 5]) assert.deepEqual(parseAccount(value), new Invalid(['account']))
  })
})
