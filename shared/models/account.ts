/** Model of `update-account`, and a hand-written validator for servers whose framework has none. */
import {
  isObject,
  type JsonObject,
  readBoolean,
  readDate,
  readList,
  readNumber,
  readObject,
  readOneOf,
  readText,
} from './fields.ts'
import { Invalid } from './invalid.ts'
import type { ReadonlyDeep } from './readonly-deep.ts'

export interface Account {
  id: number
  email: string
  nickname?: string
  status: 'active' | 'suspended' | 'closed'
  createdAt: Date
  updatedAt: Date
  lastLogin: Date
  profile: {
    firstName: string
    lastName: string
    birthDate: Date
    phones: string[]
    address: { street: string; city: string; zip: string; country: string; state?: string }
  }
  preferences: {
    language: 'en' | 'de' | 'es' | 'fr'
    newsletter: boolean
    theme?: 'light' | 'dark'
    tags: string[]
  }
  payment: Card | BankAccount | Wallet
  orders: { id: number; total: number; items: string[] }[]
}

export interface Card {
  kind: 'card'
  holder: string
  number: string
  expires: string
}

export interface BankAccount {
  kind: 'bank'
  iban: string
  bic?: string
}

export interface Wallet {
  kind: 'wallet'
  provider: 'paypal' | 'apple' | 'google'
  email: string
}

/** An account in JSON: its four dates are ISO 8601 strings with a time zone. */
export type AccountJson = Omit<Account, 'createdAt' | 'updatedAt' | 'lastLogin' | 'profile'> & {
  createdAt: string
  updatedAt: string
  lastLogin: string
  profile: Omit<Account['profile'], 'birthDate'> & { birthDate: string }
}

/** Fields that the endpoint changes. */
type Touched = Pick<Account, 'email' | 'updatedAt' | 'lastLogin'>

/** Adds a month to one date and a day to another, and lowercases the email address. */
export function touchAccount<T extends Touched>(account: T): T {
  account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
  account.lastLogin.setDate(account.lastLogin.getDate() + 1)
  account.email = account.email.toLowerCase()
  return account
}

const statuses = ['active', 'suspended', 'closed'] as const
const languages = ['en', 'de', 'es', 'fr'] as const
const themes = ['light', 'dark'] as const
const providers = ['paypal', 'apple', 'google'] as const

/**
 * Converts a parsed JSON value to an account with `Date`s; strips unknown keys. Returns the paths of all invalid fields if a
 * field is missing, has another type, or is a date that `Date` cannot parse.
 */
export function parseAccount(value: unknown): Account | Invalid {
  if (!isObject(value)) return new Invalid(['account'])
  const wrong: string[] = []
  const account = {
    id: readNumber(value.id, 'id', wrong),
    email: readText(value.email, 'email', wrong),
    nickname: value.nickname === undefined ? undefined : readText(value.nickname, 'nickname', wrong),
    status: readOneOf(statuses, value.status, 'status', wrong),
    createdAt: readDate(value.createdAt, 'createdAt', wrong),
    updatedAt: readDate(value.updatedAt, 'updatedAt', wrong),
    lastLogin: readDate(value.lastLogin, 'lastLogin', wrong),
    profile: readObject(value.profile, 'profile', wrong, readProfile),
    preferences: readObject(value.preferences, 'preferences', wrong, readPreferences),
    payment: readObject(value.payment, 'payment', wrong, readPayment),
    orders: readList(value.orders, 'orders', wrong, readOrder),
  }
  return wrong.length > 0 ? new Invalid(wrong) : account
}

function readProfile(profile: JsonObject, wrong: string[]): Account['profile'] {
  return {
    firstName: readText(profile.firstName, 'firstName', wrong),
    lastName: readText(profile.lastName, 'lastName', wrong),
    birthDate: readDate(profile.birthDate, 'birthDate', wrong),
    phones: readList(profile.phones, 'phones', wrong, readText),
    address: readObject(profile.address, 'address', wrong, readAddress),
  }
}

function readAddress(address: JsonObject, wrong: string[]): Account['profile']['address'] {
  return {
    street: readText(address.street, 'street', wrong),
    city: readText(address.city, 'city', wrong),
    zip: readText(address.zip, 'zip', wrong),
    country: readText(address.country, 'country', wrong),
    state: address.state === undefined ? undefined : readText(address.state, 'state', wrong),
  }
}

function readPreferences(preferences: JsonObject, wrong: string[]): Account['preferences'] {
  return {
    language: readOneOf(languages, preferences.language, 'language', wrong),
    newsletter: readBoolean(preferences.newsletter, 'newsletter', wrong),
    theme: preferences.theme === undefined ? undefined : readOneOf(themes, preferences.theme, 'theme', wrong),
    tags: readList(preferences.tags, 'tags', wrong, readText),
  }
}

function readPayment(payment: JsonObject, wrong: string[]): Account['payment'] {
  switch (payment.kind) {
    case 'card':
      return {
        kind: payment.kind,
        holder: readText(payment.holder, 'holder', wrong),
        number: readText(payment.number, 'number', wrong),
        expires: readText(payment.expires, 'expires', wrong),
      }
    case 'bank':
      return {
        kind: payment.kind,
        iban: readText(payment.iban, 'iban', wrong),
        bic: payment.bic === undefined ? undefined : readText(payment.bic, 'bic', wrong),
      }
    case 'wallet':
      return {
        kind: payment.kind,
        provider: readOneOf(providers, payment.provider, 'provider', wrong),
        email: readText(payment.email, 'email', wrong),
      }
    default:
      wrong.push('kind')
      return payment as never
  }
}

function readOrder(value: unknown, index: string, wrong: string[]): Account['orders'][number] {
  return readObject(value, index, wrong, (order) => ({
    id: readNumber(order.id, 'id', wrong),
    total: readNumber(order.total, 'total', wrong),
    items: readList(order.items, 'items', wrong, readText),
  }))
}

/** Converts an account that another validator accepted, in the same way. */
export function deserializeAccount(json: ReadonlyDeep<AccountJson>): Account {
  const { id, email, nickname, status, profile, preferences, orders } = json
  const { firstName, lastName, phones, address } = profile
  const { street, city, zip, country, state } = address
  const { language, newsletter, theme, tags } = preferences
  return {
    id,
    email,
    nickname,
    status,
    createdAt: new Date(json.createdAt),
    updatedAt: new Date(json.updatedAt),
    lastLogin: new Date(json.lastLogin),
    profile: {
      firstName,
      lastName,
      birthDate: new Date(profile.birthDate),
      // The parsed JSON has no other owner, so it may be changed.
      phones: phones as string[],
      address: { street, city, zip, country, state },
    },
    preferences: { language, newsletter, theme, tags: tags as string[] },
    payment: deserializePayment(json.payment),
    orders: orders.map(({ id, total, items }) => ({ id, total, items: items as string[] })),
  }
}

function deserializePayment(payment: ReadonlyDeep<Account['payment']>): Account['payment'] {
  switch (payment.kind) {
    case 'card':
      return { kind: payment.kind, holder: payment.holder, number: payment.number, expires: payment.expires }
    case 'bank':
      return { kind: payment.kind, iban: payment.iban, bic: payment.bic }
    case 'wallet':
      return { kind: payment.kind, provider: payment.provider, email: payment.email }
  }
}
