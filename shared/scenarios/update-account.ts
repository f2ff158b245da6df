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
import { errorIn, isoDate, tolerance } from '../contract/schema.ts'
import { dateTime, isMultiByte, jsonWith, safeInteger, valueAt, word } from '../contract/values.ts'
import { acceptedCase, changing, LAST_YEAR, LATIN_1, NO_TEXT } from '../invariants/inputs.ts'
import { anyValid } from '../invariants/invariant-case.ts'
import type { AccountJson, BankAccount, Card, Wallet } from '../models/account.ts'

const PaymentModel = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('card'),
    holder: z.string(),
    number: z.string(),
    expires: z.string(),
  }),
  z.looseObject({ kind: z.literal('bank'), iban: z.string(), bic: z.string().optional() }),
  z.looseObject({
    kind: z.literal('wallet'),
    provider: z.enum(['paypal', 'apple', 'google']),
    email: z.string(),
  }),
])

const Account = z.looseObject({
  id: z.number(),
  // Lowercasing of other letters depends on the Unicode version.
  email: z.string().register(tolerance, { isOpen: isMultiByte }),
  nickname: z.string().optional(),
  status: z.enum(['active', 'suspended', 'closed']),
  createdAt: isoDate,
  updatedAt: isoDate,
  lastLogin: isoDate,
  profile: z.looseObject({
    firstName: z.string(),
    lastName: z.string(),
    birthDate: isoDate,
    phones: z.array(z.string()),
    address: z.looseObject({
      street: z.string(),
      city: z.string(),
      zip: z.string(),
      country: z.string(),
      state: z.string().optional(),
    }),
  }),
  preferences: z.looseObject({
    language: z.enum(['en', 'de', 'es', 'fr']),
    newsletter: z.boolean(),
    theme: z.enum(['light', 'dark']).optional(),
    tags: z.array(z.string()),
  }),
  payment: PaymentModel,
  orders: z.array(z.looseObject({ id: z.number(), total: z.number(), items: z.array(z.string()) })),
})

/** `update-account`: like `update-user`, with a model of about 1 KB with nesting, optional fields and unions. */
export const updateAccount: Scenario = {
  name: 'update-account',
  title: 'Update account',
  position: 2,
  description:
    'parses a body of about 1 KB, validates it, converts four fields to `Date`s, changes two of them and a string, and serializes the account',
  validates: true,
  file: 'update-account',
  route: {
    method: 'POST',
    path: '/updateAccount',
    procedure: 'updateAccount',
    dates: ['createdAt', 'updatedAt', 'lastLogin', 'birthDate'],
  },
  validCase: (random, serial) => validCase('load', account(random, { id: serial })),
  contract,
  errorOf: errorIn(Account),
  invariantCases,
  fuzz: { from: 'model', model: { oracle: oracleOf(Account), expected: expectedAccount } },
}

/** Returns the expected response, by JavaScript's date arithmetic in UTC. */
export function expectedAccount(account: AccountJson): AccountJson {
  const updatedAt = new Date(account.updatedAt)
  updatedAt.setUTCMonth(updatedAt.getUTCMonth() + 1)
  const lastLogin = new Date(account.lastLogin)
  lastLogin.setUTCDate(lastLogin.getUTCDate() + 1)
  const { createdAt, profile } = account
  return {
    ...account,
    email: account.email.toLowerCase(),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: updatedAt.toISOString(),
    lastLogin: lastLogin.toISOString(),
    profile: { ...profile, birthDate: new Date(profile.birthDate).toISOString() },
  }
}

function validCase(id: string, account: AccountJson): ValidCase {
  return { id, json: JSON.stringify(account), expected: expectedAccount(account) }
}

function account(random: Random, change: Partial<AccountJson> = {}): AccountJson {
  const [first, last] = [word(random, 6), word(random, 9)]
  return {
    id: safeInteger(random),
    email: `${first}.${last}@Example.COM`,
    nickname: word(random, 7),
    status: random.pick(['active', 'suspended', 'closed']),
    createdAt: dateTime(random),
    updatedAt: dateTime(random),
    lastLogin: dateTime(random),
    profile: {
      firstName: first,
      lastName: last,
      birthDate: dateTime(random),
      phones: [`+1-555-${random.integer(1e6, 9e6)}`, `+49-30-${random.integer(1e6, 9e6)}`],
      address: {
        street: `${random.integer(1, 999)} ${word(random, 12)} street`,
        city: word(random, 9),
        zip: String(random.integer(10_000, 99_999)),
        country: random.pick(['US', 'DE', 'ES', 'FR']),
        state: word(random, 8),
      },
    },
    preferences: {
      language: random.pick(['en', 'de', 'es', 'fr']),
      newsletter: random.pick([true, false]),
      theme: random.pick(['light', 'dark']),
      tags: [word(random, 5), word(random, 8), word(random, 6)],
    },
    payment: random.pick([card, bank, wallet])(random),
    orders: Array.from({ length: 4 }, () => ({
      id: random.integer(1, 1e9),
      total: random.integer(1, 1e6) / 100,
      items: [`${word(random, 10)}`, `${word(random, 14)}`],
    })),
    ...change,
  }
}

const card = (random: Random): Card => ({
  kind: 'card',
  holder: `${word(random, 6)} ${word(random, 9)}`,
  number: `${random.integer(1e15, 8e15)}`,
  expires: `0${random.integer(1, 9)}/${random.integer(30, 39)}`,
})

const bank = (random: Random): BankAccount => ({
  kind: 'bank',
  iban: `DE${random.integer(1e15, 8e15)}`,
  bic: word(random, 8).toUpperCase(),
})

const wallet = (random: Random): Wallet => ({
  kind: 'wallet',
  provider: random.pick(['paypal', 'apple', 'google']),
  email: `${word(random, 10)}@example.com`,
})

function contract(random: Random): Contract {
  const make = (change: Partial<AccountJson> = {}) => account(random, change)
  return {
    valid: validCases(random, make),
    invalid: invalidCases(random, make),
    observed: observedCases(random, make),
  }
}

type Payment = AccountJson['payment']

type AccountFactory = (change?: Partial<AccountJson>) => AccountJson

function validCases(random: Random, make: AccountFactory): ValidCase[] {
  const without = (...paths: string[]): AccountJson =>
    paths.reduce<AccountJson>((left, path) => JSON.parse(jsonWith(left, path, undefined)), make())
  const optional = ['nickname', 'profile.address.state', 'preferences.theme']
  const { iban, kind } = bank(random)
  const year = random.integer(1972, 2036)
  const { profile, preferences } = make()
  const changes: Record<string, Partial<AccountJson>> = {
    'payment by card': { payment: card(random) },
    'payment by bank': { payment: bank(random) },
    'payment by bank without bic': { payment: { kind, iban } },
    'without orders': { orders: [] },
    'empty lists': {
      profile: { ...profile, phones: [] },
      preferences: { ...preferences, tags: [] },
    },
    unicode: { nickname: `Zoë 李小龙 👩🏽‍💻 "${word(random, 3)}" \\` },
    'empty texts': { email: '', nickname: '' },
    'end of January': { updatedAt: `${year}-01-31T10:00:00.000Z` },
    'end of the year': {
      updatedAt: `${year}-12-31T23:59:59.999Z`,
      lastLogin: `${year}-12-31T23:00:00Z`,
    },
    offsets: {
      createdAt: `${year}-05-05T01:02:03+05:30`,
      lastLogin: `${year}-02-28T23:30:00-08:00`,
    },
    'before 1970': { profile: { ...profile, birthDate: '1931-06-15T00:00:00.000Z' } },
  }
  return [
    ...Array.from({ length: 3 }, () => validCase('ordinary account', make())),
    ...(['paypal', 'apple', 'google'] as const).map((provider) =>
      validCase(`payment by ${provider}`, make({ payment: { ...wallet(random), provider } })),
    ),
    ...(['active', 'suspended', 'closed'] as const).map((status) =>
      validCase(`status ${status}`, make({ status })),
    ),
    ...(['en', 'de', 'es', 'fr'] as const).map((language) =>
      validCase(`language ${language}`, make({ preferences: { ...preferences, language } })),
    ),
    ...optional.map((path) => validCase(`without ${path}`, without(path))),
    validCase('without anything optional', without(...optional)),
    ...Object.entries(changes).map(([id, change]) => validCase(id, make(change))),
  ]
}

/** No coercion turns these into the type of the field. */
const WRONG = [
  ['email', '{"a":1}'],
  ['nickname', '["a","b"]'],
  ['profile', '"text"'],
  ['profile.lastName', '{"a":1}'],
  ['profile.phones.1', '{"a":1}'],
  ['profile.address.zip', '{"a":1}'],
  ['profile.address.state', '{"a":1}'],
  ['preferences.newsletter', '{"a":1}'],
  ['preferences.tags.2', '["a","b"]'],
  ['orders', '[null]'],
  ['orders', '[[]]'],
  ['orders.1.items.0', '{"a":1}'],
] as const

function invalidCases(random: Random, make: AccountFactory): InvalidCase[] {
  // Not every validator can identify the intended branch of a union.
  const payment = (what: string, payment: Payment, path: string, json?: string): InvalidCase => ({
    ...wrongAt(() => make({ payment }), `payment.${path}`, json, `payment: ${what}`),
    mentions: 'payment',
  })
  return [
    ...schemaCases(Account, make),
    ...WRONG.map(([path, json]) => wrongAt(make, path, json)),
    payment('no kind', card(random), 'kind'),
    payment('an unknown kind', card(random), 'kind', '"cash"'),
    payment('the kind of another branch', card(random), 'kind', '"bank"'),
    payment('a card without number', card(random), 'number'),
    payment('a card whose holder is an object', card(random), 'holder', '{"a":1}'),
    payment('a bank account without iban', bank(random), 'iban'),
    payment('a bank account whose bic is an object', bank(random), 'bic', '{"a":1}'),
    payment('a wallet without email', wallet(random), 'email'),
    payment('a wallet of an unknown provider', wallet(random), 'provider', '"abc"'),
    ...bodyCases('account', make),
  ]
}

function observedCases(random: Random, make: AccountFactory): ObservedCase[] {
  const extra = (title: string, path: string, base: AccountJson = make()) =>
    unknownKeyAt(base, path, { id: `unknown key ${path}`, title })
  return [
    extra('an unknown key', 'extra'),
    extra('an unknown nested key', 'profile.extra'),
    extra('a key of another branch', 'payment.iban', make({ payment: card(random) })),
    observedAt(make(), 'nickname', 'null'),
    observedAt(make(), 'preferences.newsletter', '"true"', { title: '`newsletter`: `"true"`' }),
    observedAt(make(), 'profile.phones', '"a"'),
    observedAt(make(), 'orders.0.total', '"5"'),
    twoFlaws(make(), ['email', undefined], ['lastLogin', '"yesterday"']),
  ]
}

function invariantCases(random: Random): InvariantCase[] {
  const change = changing(updateAccount, random)
  const any = () => JSON.parse(anyValid(updateAccount, random).json)
  const withChanges = (id: string, changes: Partial<AccountJson>) =>
    acceptedCase(validCase(id, { ...any(), ...changes }))
  const arrayLikes = ['{"length":0}', '{"0":"a","length":1}', '{}']
  return [
    ...['id', 'orders.0.id', 'orders.1.total'].flatMap(change.infinite),
    ...['updatedAt', 'lastLogin', 'profile.birthDate'].flatMap(change.dates),
    withChanges(`updatedAt is "${LAST_YEAR}"`, { updatedAt: LAST_YEAR, lastLogin: LAST_YEAR }),
    withChanges('a text of Latin-1', { nickname: LATIN_1 }),
    change.rejected('profile.lastName', NO_TEXT),
    ...['orders', 'profile.phones', 'preferences.tags', 'orders.0.items'].flatMap((path) =>
      arrayLikes.map((json) => change.rejected(path, json)),
    ),
    ...['profile', 'profile.address', 'preferences', 'payment'].map((path) => {
      const json = `{"__proto__":${JSON.stringify(valueAt(any(), path))}}`
      return change.rejected(path, json, `${path} comes from its prototype`)
    }),
  ]
}
