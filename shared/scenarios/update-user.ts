import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Random } from '../basics/random.ts'
import { bodyCases, schemaCases, wrongAt } from '../contract/invalid-cases.ts'
import { observedAt, twoFlaws, unknownKeyAt } from '../contract/observed-cases.ts'
import { oracleOf } from '../contract/oracle.ts'
import type {
  Contract,
  InvalidCase,
  InvariantCase,
  ObservedCase,
  Scenario,
  ValidCase,
} from '../contract/scenario.ts'
import { errorIn, isoDate } from '../contract/schema.ts'
import { dateTime, jsonWith, safeInteger, word } from '../contract/values.ts'
import { acceptedCase, changing, LAST_YEAR, LATIN_1, NO_TEXT } from '../invariants/inputs.ts'
import { anyValid } from '../invariants/invariant-case.ts'
import type { UserJson } from '../models/user.ts'

export const User = z.looseObject({
  id: z.number(),
  name: z.string(),
  surname: z.string(),
  lastUpdate: isoDate,
})

/** `update-user`: parses a user, validates it, makes `lastUpdate` a `Date`, adds a month, serializes the user. */
export const updateUser: Scenario = {
  name: 'update-user',
  title: 'Update user',
  position: 1,
  description:
    'parses the body, validates it, converts `lastUpdate` to a `Date`, adds a month and serializes the user',
  validates: true,
  file: 'update-user',
  route: {
    method: 'POST',
    path: '/updateUser',
    procedure: 'updateUser',
    dates: ['lastUpdate'],
    document:
      'mutation ($argument: UserInput!) { updateUser(user: $argument) { id name surname lastUpdate } }',
  },
  validCase: loadCase,
  contract,
  errorOf: errorIn(User),
  invariantCases,
  fuzz: { from: 'model', model: { oracle: oracleOf(User), expected: expectedUser } },
}

/** Returns the expected response, by JavaScript's date arithmetic in UTC. */
export function expectedUser(user: UserJson): UserJson {
  const lastUpdate = new Date(user.lastUpdate)
  lastUpdate.setUTCMonth(lastUpdate.getUTCMonth() + 1)
  return {
    id: user.id,
    name: user.name,
    surname: user.surname,
    lastUpdate: lastUpdate.toISOString(),
  }
}

function validCase(id: string, user: UserJson): ValidCase {
  return { id, json: JSON.stringify(user), expected: expectedUser(user) }
}

const names = [
  'Ada',
  'Alan',
  'Barbara',
  'Dennis',
  'Edsger',
  'Frances',
  'Grace',
  'John',
  'Ken',
  'Margaret',
  'Niklaus',
]

/**
 * Returns a valid call. It is fast, since a load has tens of thousands. Names are ASCII, so that all servers see the same number
 * of characters; the contract covers the rest of Unicode.
 */
function loadCase(random: Random, id: number): ValidCase {
  const name = `${random.pick(names)} ${random.integer(0, 1e9).toString(36)}`
  const surname = `${random.pick(names)}son ${random.integer(0, 1e9).toString(36)}`
  const date = new Date(random.integer(31_536_000_000, 2_145_916_800_000))
  const json = JSON.stringify({ id, name, surname, lastUpdate: date })
  date.setUTCMonth(date.getUTCMonth() + 1)
  return { id: 'load', json, expected: { id, name, surname, lastUpdate: date.toISOString() } }
}

export function userOf(random: Random, change: Partial<UserJson> = {}): UserJson {
  const [id, name, surname] = [safeInteger(random), word(random, 8), word(random, 12)]
  return { id, name, surname, lastUpdate: dateTime(random), ...change }
}

function contract(random: Random): Contract {
  const user: UserFactory = (change) => userOf(random, change)
  return {
    valid: validCases(random, user),
    invalid: invalidCases(user),
    observed: observedCases(user),
  }
}

type UserFactory = (change?: Partial<UserJson>) => UserJson

function validCases(random: Random, user: UserFactory): ValidCase[] {
  const year = () => random.integer(1972, 2036)
  const leapYear = () => 4 * random.integer(493, 509)
  const time = () => dateTime(random).slice(10)
  const names: Record<string, string> = {
    unicode: `Zoë ${word(random, 4)} 李小龙 👩🏽‍💻 Ωмега`,
    'quotes and backslashes': `"${word(random, 4)}" \\ \\" '/' ${word(random, 2)}`,
    'control characters': `tab\tline\nreturn\rnull\u0000 ${word(random, 4)}`,
    'line separators': `\u2028${word(random, 4)}\u2029`,
    'markup and a percent sign': `<b>${word(random, 4)}</b>&amp; 100% %s`,
    'spaces at both ends': `  ${word(random, 6)} `,
    empty: '',
    long: word(random, 4_000),
  }
  const dates: Record<string, string> = {
    'end of January': `${year()}-01-31${time()}`,
    'end of August': `${year()}-08-31${time()}`,
    'leap day': `${leapYear()}-02-29${time()}`,
    'end of January in a leap year': `${leapYear()}-01-31${time()}`,
    'end of the year': `${year()}-12-31T23:59:59.999Z`,
    'start of the year': `${year()}-01-01T00:00:00.000Z`,
    'before 1970': dateTime(random, random.integer(1902, 1969)),
    'last moment before 1970': '1969-12-31T23:59:59.999Z',
    'offset east': `${dateTime(random).slice(0, 19)}+05:30`,
    'offset west': `${dateTime(random).slice(0, 23)}-08:00`,
    'offset that changes the month': `${year()}-02-01T00:30:00.000+01:00`,
    'without milliseconds': `${dateTime(random).slice(0, 19)}Z`,
  }
  return [
    ...Array.from({ length: 4 }, () => validCase('ordinary user', user())),
    validCase('id zero', user({ id: 0 })),
    validCase('largest safe id', user({ id: Number.MAX_SAFE_INTEGER })),
    validCase('smallest safe id', user({ id: Number.MIN_SAFE_INTEGER })),
    ...Object.entries(names).map(([what, name]) => validCase(`name: ${what}`, user({ name }))),
    ...Object.entries(names).map(([what, surname]) =>
      validCase(`surname: ${what}`, user({ surname })),
    ),
    ...Object.entries(dates).map(([what, lastUpdate]) =>
      validCase(`date: ${what}`, user({ lastUpdate })),
    ),
  ]
}

function invalidCases(user: UserFactory): InvalidCase[] {
  const wrong: Partial<Record<keyof UserJson, string[]>> = {
    id: ['{"a":1}', '[1,2]'],
    name: ['{"a":"b"}', '["a","b"]'],
    surname: ['{"a":"b"}', '["a","b"]'],
    lastUpdate: ['""', '[]'],
  }
  return [
    ...schemaCases(User, user),
    ...Object.entries(wrong).flatMap(([field, jsons]) =>
      jsons.map((json) => wrongAt(user, field, json)),
    ),
    { id: 'user is ["a",1]', json: '["a",1]' },
    ...bodyCases('user', user),
  ]
}

/** Shared, since it takes longer than the rest of a contract. */
const OVER_1_MB = JSON.stringify('x'.repeat(1_100_000))

function observedCases(user: UserFactory): ObservedCase[] {
  const json = () => JSON.stringify(user())
  return [
    unknownKeyAt(user(), 'extra', { id: 'unknown key', title: 'an unknown key' }),
    unknownKeyAt(
      user(),
      '__proto__',
      { id: '__proto__ key', title: 'a `__proto__` key' },
      '{"name":"x","surname":"x","polluted":true}',
    ),
    unknownKeyAt(
      user(),
      'constructor',
      { id: 'constructor key', title: 'a `constructor` key' },
      '{"prototype":{"name":"x","polluted":true}}',
    ),
    observedAt(user(), 'id', '"1"', { id: 'id as a string' }),
    observedAt(user(), 'id', '1e999'),
    ...['5', 'true', 'null', '["a"]'].map((name) => observedAt(user(), 'name', name)),
    ...OBSERVED_DATES.map(([id, title, date]) =>
      observedAt(user(), 'lastUpdate', date, { id, title: `\`lastUpdate\`: ${title}` }),
    ),
    {
      id: 'wrong content type',
      title: 'content type `text/plain`',
      json: json(),
      headers: { 'content-type': 'text/plain' },
    },
    { id: 'no content type', title: 'no content type', json: json(), headers: {} },
    {
      id: 'byte order mark',
      title: 'a byte order mark before the JSON',
      json: json(),
      body: (encoded) => `\ufeff${encoded}`,
    },
    {
      id: 'gzip body',
      title: 'a body with `Content-Encoding: gzip`',
      json: json(),
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      bytes: (encoded) => gzipSync(encoded),
    },
    { id: '1 MB body', title: 'a body over 1 MB', json: jsonWith(user(), 'name', OVER_1_MB) },
    {
      id: 'invalid data',
      title: 'status for invalid data',
      json: jsonWith(user(), 'id', undefined),
    },
    { id: 'malformed JSON', title: 'status for malformed JSON', json: '{"id":1,' },
    twoFlaws(user(), ['surname', undefined], ['lastUpdate', '"not-a-date"']),
  ]
}

const OBSERVED_DATES = [
  ['date without a time', 'a date without a time', '"2020-05-05"'],
  ['date without a zone', 'a date and time without a zone', '"2020-05-05T10:20:30"'],
  ['30 February', '30 February', '"2021-02-30T00:00:00Z"'],
  ['leap second', 'a leap second', '"2016-12-31T23:59:60Z"'],
  ['date in a list', 'a list of one date', '["2020-05-05T10:20:30Z"]'],
] as const

function invariantCases(random: Random): InvariantCase[] {
  const change = changing(updateUser, random)
  const withChanges = (id: string, changes: Partial<UserJson>) =>
    acceptedCase(validCase(id, { ...JSON.parse(anyValid(updateUser, random).json), ...changes }))
  return [
    ...change.infinite('id'),
    ...change.dates('lastUpdate'),
    withChanges(`lastUpdate is "${LAST_YEAR}"`, { lastUpdate: LAST_YEAR }),
    withChanges('a text of Latin-1', { name: LATIN_1 }),
    change.rejected('name', '{"length":3}'),
    change.rejected('name', NO_TEXT),
    change.rejected('lastUpdate', '{"$date":"2020-01-05T00:00:00Z"}'),
  ]
}
