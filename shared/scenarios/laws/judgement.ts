/** What the laws allow for an argument, whatever it is. */
import type { Order } from '../../models/order.ts'
import type { Scenario, ValidCase } from '../scenario.ts'
import { expectedAccount } from '../update-account.ts'
import { expectedUser } from '../update-user.ts'
import { expectedUserList } from '../user-list.ts'
import { expectedReceipt, isTie } from '../validate-order.ts'
import type { Call } from '../wire.ts'
import type { Allowed } from './law-case.ts'
import {
  boolean,
  dateTime,
  listOf,
  numberOf,
  type Oracle,
  objectOf,
  oneOf,
  optional,
  text,
  textOf,
  type Verdict,
} from './oracle.ts'

/** What a call may be answered with, by the JSON text that it sends as the scenario's argument. */
export function allowedFor(scenario: Scenario, call: Call): Allowed {
  const model = models[scenario.file]
  // A byte order mark may be taken or refused.
  if (!model || call.json.startsWith('\ufeff')) return { kind: 'lawful' }
  let value: unknown
  try {
    value = JSON.parse(call.json)
  } catch {
    return { kind: 'refused' }
  }
  const verdict = model.oracle(value)
  if (verdict === 'no') return { kind: 'refused' }
  if (verdict === 'open') return { kind: 'lawful' }
  const item: ValidCase = { ...call, expected: JSON.parse(JSON.stringify(model.expected(value))) }
  return { kind: 'right', item }
}

interface Model {
  oracle: Oracle
  /** The right answer to a value of the model. */
  expected(value: unknown): unknown
}

const user: Model = {
  oracle: objectOf({ id: numberOf(), name: text, surname: text, lastUpdate: dateTime }),
  expected: (value) => expectedUser(value as Parameters<typeof expectedUser>[0]),
}

const userList: Model = {
  oracle: objectOf({ users: listOf(user.oracle) }),
  expected: (value) => expectedUserList(value as Parameters<typeof expectedUserList>[0]),
}

/** Lower case of other letters depends on the version of Unicode. */
const ascii: Oracle = textOf((value) => (Buffer.byteLength(value) === value.length ? 'yes' : 'open'))

const card = objectOf({ kind: oneOf('card'), holder: text, number: text, expires: text })
const bank = objectOf({ kind: oneOf('bank'), iban: text, bic: optional(text) })
const wallet = objectOf({ kind: oneOf('wallet'), provider: oneOf('paypal', 'apple', 'google'), email: text })
const payments: Record<string, Oracle> = { card, bank, wallet }

/** The branch is that of the kind. */
const payment: Oracle = (value) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'kind')) return 'no'
  const { kind } = value as { kind: unknown }
  const name = Array.isArray(kind) && kind.length === 1 ? kind[0] : kind
  return typeof name === 'string' && Object.hasOwn(payments, name) ? (payments[name]?.(value) ?? 'no') : 'no'
}

const account: Model = {
  oracle: objectOf({
    id: numberOf(),
    email: ascii,
    nickname: optional(text),
    status: oneOf('active', 'suspended', 'closed'),
    createdAt: dateTime,
    updatedAt: dateTime,
    lastLogin: dateTime,
    profile: objectOf({
      firstName: text,
      lastName: text,
      birthDate: dateTime,
      phones: listOf(text),
      address: objectOf({ street: text, city: text, zip: text, country: text, state: optional(text) }),
    }),
    preferences: objectOf({
      language: oneOf('en', 'de', 'es', 'fr'),
      newsletter: boolean,
      theme: optional(oneOf('light', 'dark')),
      tags: listOf(text),
    }),
    payment,
    orders: listOf(objectOf({ id: numberOf(), total: numberOf(), items: listOf(text) })),
  }),
  expected: (value) => expectedAccount(value as Parameters<typeof expectedAccount>[0]),
}

/** Lengths may be counted in UTF-16 units or in code points. */
function lengthOf(shortest: number, longest: number): Oracle {
  const fits = (length: number) => length >= shortest && length <= longest
  return textOf((value) => {
    const counts = [fits(value.length), fits([...value].length)]
    return counts.every(Boolean) ? 'yes' : counts.some(Boolean) ? 'open' : 'no'
  })
}

const matching = (pattern: RegExp) => textOf((value) => (pattern.test(value) ? 'yes' : 'no'))

/** Rules on addresses differ beyond this. */
const email = textOf((value) => {
  if (/^[a-z0-9]+@[a-z0-9]+\.[a-z]{2,}$/.test(value)) return 'yes'
  return value.includes('@') ? 'open' : 'no'
})

const range = (least: number, greatest: number, rule: (value: number) => Verdict = () => 'yes') =>
  numberOf((value) => (value >= least && value <= greatest ? rule(value) : 'no'))

/** The total of what has more decimals depends on how it is rounded. */
const decimals =
  (factor: number) =>
  (value: number): Verdict =>
    Math.round(value * factor) / factor === value ? 'yes' : 'open'

const orderFields = objectOf({
  id: matching(/^ORD-\d{16}$/),
  customer: lengthOf(2, 60),
  email,
  currency: oneOf('EUR', 'USD', 'GBP'),
  priority: oneOf('low', 'normal', 'high'),
  discount: range(0, 50, decimals(10)),
  note: lengthOf(0, 200),
  address: objectOf({
    street: lengthOf(1, 100),
    city: lengthOf(1, 60),
    zip: matching(/^\d{5}$/),
    country: matching(/^[A-Z]{2}$/),
  }),
  items: listOf(
    objectOf({
      sku: matching(/^[A-Z]{3}-\d{4}$/),
      quantity: range(1, 100, (value) => (Number.isInteger(value) ? 'yes' : 'no')),
      price: range(0.01, 10_000, decimals(100)),
    }),
    1,
    20,
  ),
  gift: boolean,
})

const order: Model = {
  oracle: (value) => {
    const verdict = orderFields(value)
    return verdict === 'yes' && isTie(value as Order) ? 'open' : verdict
  },
  expected: (value) => expectedReceipt(value as Order),
}

const models: Record<string, Model> = {
  'update-user': user,
  'update-account': account,
  'user-list': userList,
  'validate-order': order,
}
