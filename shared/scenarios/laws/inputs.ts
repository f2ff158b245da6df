/** Laws 1 and 2: inputs of single scenarios that are no values of the model, or at the end of what is. */
import type { Random } from '../../basics/random.ts'
import { Counted, type Scenario, type ValidCase } from '../scenario.ts'
import { expectedAccount } from '../update-account.ts'
import { expectedUser } from '../update-user.ts'
import { expectedUserList } from '../user-list.ts'
import { jsonWith, word } from '../values.ts'
import type { Call } from '../wire.ts'
import { hostileCases } from './hostile.ts'
import { anyValid, type LawCase, lawful, refused, right, single } from './law-case.ts'

/** The cases that only this scenario has. */
export function inputCases(scenario: Scenario, random: Random): LawCase[] {
  return (byFile[scenario.file]?.(scenario, random) ?? []).concat(
    scenario.route.method === 'GET' ? [] : prototypeCases(scenario, random),
  )
}

type Cases = (scenario: Scenario, random: Random) => LawCase[]

const byFile: Record<string, Cases> = {
  'update-user': userCases,
  'update-account': accountCases,
  'user-list': listCases,
  'validate-order': orderCases,
  'route-params': parameterCases,
  'middleware-chain': chainCases,
  'rich-user': hostileCases,
}

/** Makes cases of a scenario's valid JSON with one place changed. */
function changing(scenario: Scenario, random: Random) {
  const make = (path: string, json: string): Call => ({
    id: `${path}: ${json}`,
    json: jsonWith(JSON.parse(anyValid(scenario, random).json), path, json),
  })
  return {
    refused: (path: string, json: string) => single(`${path} is ${json}`, 1, refused(make(path, json))),
    lawful: (path: string, json: string) => single(`${path} is ${json}`, 1, lawful(make(path, json))),
  }
}

/** Numbers that JSON carries and `JSON.stringify` does not, and texts that `Number` makes such of. */
const INFINITE = ['1e999', '-1e999', '"1e999"', '"Infinity"', '"-Infinity"', '"NaN"']
/** Dates that a server may take or refuse, but whose month after cannot be written, or that no calendar has. */
const ENDS_OF_TIME = [
  '"+275760-09-13T00:00:00Z"',
  '"+275760-08-31T00:00:00Z"',
  '"-271821-04-20T00:00:00Z"',
  '8640000000000000',
  '-8640000000000000',
  '"8640000000000000"',
  '8640000000000001',
  '1e999',
  '"2016-12-31T23:59:60Z"',
  '"2020-01-05T00:00:00+01"',
  '"2020-01-05T00:00:00+0100"',
  '"2021-02-30T00:00:00Z"',
  '"2020-05-05T10:20:30"',
  '"0000-00-00T00:00:00Z"',
]
const NO_ZONES = ['+24:00', '+14:60', '+99:99', '-24:00', '-99:00'].map((zone) => `"2020-01-05T00:00:00${zone}"`)
/** An object that no text can be made of. */
const NO_TEXT = '{"toString":1}'
/** A text whose letters are all in Latin-1, and not all in ASCII. */
const LATIN_1 = 'Zo\u00eb'
/** A date of the model whose month after has a year of five digits. */
const LAST_YEAR = '9999-12-31T23:59:59Z'

function userCases(scenario: Scenario, random: Random): LawCase[] {
  const change = changing(scenario, random)
  const taken = (id: string, change: object) => {
    const user = { ...JSON.parse(anyValid(scenario, random).json), ...change }
    return single(id, 3, right({ id, json: JSON.stringify(user), expected: expectedUser(user) }))
  }
  return [
    ...INFINITE.map((json) => change.lawful('id', json)),
    ...ENDS_OF_TIME.map((json) => change.lawful('lastUpdate', json)),
    ...NO_ZONES.map((json) => change.refused('lastUpdate', json)),
    taken(`lastUpdate is "${LAST_YEAR}"`, { lastUpdate: LAST_YEAR }),
    taken('a text of Latin-1', { name: LATIN_1 }),
    change.refused('name', '{"length":3}'),
    change.refused('name', NO_TEXT),
    change.refused('lastUpdate', '{"$date":"2020-01-05T00:00:00Z"}'),
  ]
}

function listCases(scenario: Scenario, random: Random): LawCase[] {
  const change = changing(scenario, random)
  const list = JSON.parse(anyValid(scenario, random).json)
  const user = JSON.stringify(list.users[0])
  const last = list.users.at(-1)
  const taken = (id: string, change: object) => {
    const value = { users: [...list.users.slice(0, -1), { ...last, ...change }] }
    return single(id, 3, right({ id, json: JSON.stringify(value), expected: expectedUserList(value) }))
  }
  return [
    ...INFINITE.map((json) => change.lawful('users.57.id', json)),
    ...ENDS_OF_TIME.map((json) => change.lawful('users.57.lastUpdate', json)),
    ...NO_ZONES.map((json) => change.refused('users.57.lastUpdate', json)),
    taken(`the last lastUpdate is "${LAST_YEAR}"`, { lastUpdate: LAST_YEAR }),
    taken('a text of Latin-1', { name: LATIN_1 }),
    change.refused('users.99.name', NO_TEXT),
    ...['{"length":0}', '{"length":1}', '{}'].map((json) => change.refused('users', json)),
    single('users are array-like', 1, refused(changed(scenario, random, 'users', `{"0":${user},"length":1}`))),
    single(
      'a user comes from its prototype',
      1,
      refused(changed(scenario, random, 'users.57', `{"__proto__":${user}}`)),
    ),
    single('a user is in a list', 1, refused(changed(scenario, random, 'users.57', `[${user},${user}]`))),
  ]
}

function accountCases(scenario: Scenario, random: Random): LawCase[] {
  const change = changing(scenario, random)
  const taken = (id: string, change: object) => {
    const account = { ...JSON.parse(anyValid(scenario, random).json), ...change }
    return single(id, 3, right({ id, json: JSON.stringify(account), expected: expectedAccount(account) }))
  }
  const arrayLikes = ['{"length":0}', '{"0":"a","length":1}', '{}']
  return [
    ...['id', 'orders.0.id', 'orders.1.total'].flatMap((path) => INFINITE.map((json) => change.lawful(path, json))),
    ...['updatedAt', 'lastLogin', 'profile.birthDate'].flatMap((path) => [
      ...ENDS_OF_TIME.map((json) => change.lawful(path, json)),
      ...NO_ZONES.map((json) => change.refused(path, json)),
    ]),
    taken(`updatedAt is "${LAST_YEAR}"`, { updatedAt: LAST_YEAR, lastLogin: LAST_YEAR }),
    taken('a text of Latin-1', { nickname: LATIN_1 }),
    change.refused('profile.lastName', NO_TEXT),
    ...['orders', 'profile.phones', 'preferences.tags', 'orders.0.items'].flatMap((path) =>
      arrayLikes.map((json) => change.refused(path, json)),
    ),
    ...['profile', 'profile.address', 'preferences', 'payment'].map((path) => {
      const value = path.split('.').reduce((at, key) => at[key], JSON.parse(anyValid(scenario, random).json))
      const json = `{"__proto__":${JSON.stringify(value)}}`
      const whole = jsonWith(JSON.parse(anyValid(scenario, random).json), path, json)
      const id = `${path} comes from its prototype`
      return single(id, 1, refused({ id, json: whole }))
    }),
  ]
}

function orderCases(scenario: Scenario, random: Random): LawCase[] {
  const change = changing(scenario, random)
  const [first] = JSON.parse(anyValid(scenario, random).json).items
  const item = JSON.stringify(first)
  return [
    ...['discount', 'items.0.price', 'items.1.quantity'].flatMap((path) =>
      INFINITE.map((json) => change.refused(path, json)),
    ),
    change.refused('items', '{"length":1}'),
    single('items are array-like', 1, refused(changed(scenario, random, 'items', `{"0":${item},"length":1}`))),
    single(
      'an item comes from its prototype',
      1,
      refused(changed(scenario, random, 'items.1', `{"__proto__":${item}}`)),
    ),
    change.refused('id', '"ORD-1234567890123456\\n"'),
    change.refused('customer', NO_TEXT),
    change.refused('address.zip', '"12345\\n"'),
  ]
}

function changed(scenario: Scenario, random: Random, path: string, json: string): Call {
  return { id: path, json: jsonWith(JSON.parse(anyValid(scenario, random).json), path, json) }
}

/** Whole values whose fields are not their own. */
function prototypeCases(scenario: Scenario, random: Random): LawCase[] {
  const { json } = anyValid(scenario, random)
  const [firstKey = '', first] = Object.entries(JSON.parse(json))[0] ?? []
  const rest = jsonWith(JSON.parse(json), firstKey, undefined)
  const place = JSON.stringify({ [firstKey]: first })
  const cases: [id: string, json: string][] = [
    ['all fields come from the prototype', `{"__proto__":${json}}`],
    ['one field comes from the prototype', jsonWith(JSON.parse(rest), '__proto__', place)],
    ['all fields come from constructor.prototype', `{"constructor":{"prototype":${json}}}`],
    ['the value is in a list', `[${json},${json}]`],
  ]
  return cases.map(([id, text]) => single(id, 1, refused({ id, json: text })))
}

function parameterCases(_scenario: Scenario, random: Random): LawCase[] {
  const id = () => String(random.integer(1e15, 8e15))
  const headers = { 'x-tenant': word(random, 8), 'accept-language': 'fr' }
  const context = { tenant: headers['x-tenant'], language: headers['accept-language'] }
  const taken = (name: string, query: string, fields: string[]) => {
    const own = id()
    const expected = { id: Number(own), fields, ...context }
    return single(`${name}`, 3, right({ id: name, json: '', path: `/users/${own}${query}`, headers, expected }))
  }
  const asked = (query: string) =>
    single(`query ${query}`, 2, lawful({ id: query, json: '', path: `/users/${id()}?${query}`, headers }))
  const refusedId = (parameter: string) =>
    single(`id ${parameter}`, 1, refused({ id: parameter, json: '', path: `/users/${parameter}`, headers }))
  return [
    taken('an empty list of fields', '?fields=', []),
    taken('a text of Latin-1', `?fields=${encodeURIComponent(LATIN_1)}`, [LATIN_1]),
    taken('an unknown query key', '?fields=name,email&unknown=1', ['name', 'email']),
    taken('an unknown query key alone', '?unknown=1', []),
    taken('an empty query', '?', []),
    ...[
      'fields=a&fields=b',
      'fields[]=a',
      'fields[0]=a&fields[1]=b',
      'fields[a]=b',
      'fields',
      'fields=%',
      'fields=%ff',
    ].map(asked),
    ...['__proto__[fields]=a', 'fields[__proto__]=a', 'fields[length]=1e9', 'fields[1000000]=a', 'constructor=a'].map(
      asked,
    ),
    ...['Infinity', '1e999', 'NaN', '9007199254740993', '-9007199254740993', '5%0a', '%005', '5%00'].map(refusedId),
  ]
}

function chainCases(scenario: Scenario, random: Random): LawCase[] {
  const part = (text: string) => Buffer.from(text).toString('base64url')
  const token = (payload: string) => `Bearer ${part('{"alg":"HS256"}')}.${part(payload)}.unchecked`
  const refusedToken = (payload: string) =>
    single(
      `a token of ${payload}`,
      2,
      refused({ id: payload, json: '', headers: { authorization: token(payload), 'x-request-id': word(random, 12) } }),
    )
  const path = (id: string, path: string): LawCase =>
    single(`${id}`, 2, refused({ id, json: '', path, headers: {} }), { wires: ['plain', 'trpc'] })
  const item = anyValid(scenario, random)
  const requestId = word(random, 12)
  const latin1: ValidCase = {
    id: 'Latin-1',
    json: '',
    headers: { authorization: token(JSON.stringify({ sub: LATIN_1, tier: 'paid' })), 'x-request-id': requestId },
    expected: new Counted('entry', (entry) => ({ user: LATIN_1, requestId, entry })),
  }
  const longId: Call = { ...item, headers: { ...item.headers, 'x-request-id': 'a'.repeat(2_000) } }
  const strangeId: Call = { ...item, headers: { ...item.headers, 'x-request-id': 'Zo\u00eb "\\ %0d%0a' } }
  return [
    path('`/me/` without a token', '/me/'),
    path('`/me?x` without a token', '/me?x'),
    path('`/%6de` without a token', '/%6de'),
    path('`/ME` without a token', '/ME'),
    ...[
      'null',
      '[]',
      '5',
      '{"sub":5,"tier":"paid"}',
      '{"sub":"a","tier":"toString"}',
      '{"__proto__":{"sub":"a","tier":"paid"}}',
    ].map(refusedToken),
    single('a text of Latin-1', 3, right(latin1)),
    single('a request id of 2,000 characters', 2, lawful(longId)),
    single('a request id of Latin-1', 2, lawful(strangeId)),
  ]
}
