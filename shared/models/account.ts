/** The model of `update-account`, with the hand-written validator for servers whose framework brings none. */
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

/** An account as JSON carries it: its four dates are ISO 8601 dates and times with a zone. */
export type AccountJson = Omit<Account, 'createdAt' | 'updatedAt' | 'lastLogin' | 'profile'> & {
  createdAt: string
  updatedAt: string
  lastLogin: string
  profile: Omit<Account['profile'], 'birthDate'> & { birthDate: string }
}

/** What the endpoint does with an account: a month later, a day later, and the address in lower case. */
export function touchAccount(account: Account): Account {
  account.updatedAt.setMonth(account.updatedAt.getMonth() + 1)
  account.lastLogin.setDate(account.lastLogin.getDate() + 1)
  account.email = account.email.toLowerCase()
  return account
}

/** Whether a parsed JSON value is an account: every field of its type, every date one that `Date` can read. */
export function isAccount(value: unknown): value is AccountJson {
  if (!isRecord(value)) return false
  const { status, orders } = value
  return (
    Number.isFinite(value.id) &&
    isText(value.email) &&
    isOptional(value.nickname, isText) &&
    (status === 'active' || status === 'suspended' || status === 'closed') &&
    isDate(value.createdAt) &&
    isDate(value.updatedAt) &&
    isDate(value.lastLogin) &&
    isProfile(value.profile) &&
    isPreferences(value.preferences) &&
    isPayment(value.payment) &&
    Array.isArray(orders) &&
    orders.every(isOrder)
  )
}

function isProfile(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.address)) return false
  const { street, city, zip, country, state } = value.address
  return (
    isText(value.firstName) &&
    isText(value.lastName) &&
    isDate(value.birthDate) &&
    isTextList(value.phones) &&
    isText(street) &&
    isText(city) &&
    isText(zip) &&
    isText(country) &&
    isOptional(state, isText)
  )
}

function isPreferences(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { language, newsletter, theme, tags } = value
  return (
    (language === 'en' || language === 'de' || language === 'es' || language === 'fr') &&
    typeof newsletter === 'boolean' &&
    (theme === undefined || theme === 'light' || theme === 'dark') &&
    isTextList(tags)
  )
}

function isPayment(value: unknown): boolean {
  if (!isRecord(value)) return false
  switch (value.kind) {
    case 'card':
      return isText(value.holder) && isText(value.number) && isText(value.expires)
    case 'bank':
      return isText(value.iban) && isOptional(value.bic, isText)
    case 'wallet': {
      const { provider, email } = value
      return (provider === 'paypal' || provider === 'apple' || provider === 'google') && isText(email)
    }
    default:
      return false
  }
}

function isOrder(value: unknown): boolean {
  return isRecord(value) && Number.isFinite(value.id) && Number.isFinite(value.total) && isTextList(value.items)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isOptional(value: unknown, is: (value: unknown) => boolean): boolean {
  return value === undefined || is(value)
}

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function isDate(value: unknown): boolean {
  return typeof value === 'string' && ISO_DATE_TIME.test(value) && !Number.isNaN(Date.parse(value))
}

/** Turns a valid account's dates into `Date`s. */
export function deserializeAccount(json: AccountJson): Account {
  const { profile } = json
  return {
    ...json,
    createdAt: new Date(json.createdAt),
    updatedAt: new Date(json.updatedAt),
    lastLogin: new Date(json.lastLogin),
    profile: { ...profile, birthDate: new Date(profile.birthDate) },
  }
}
