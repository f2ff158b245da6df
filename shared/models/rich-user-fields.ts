/** Hand-written validators of `rich-user`, and a codec for plain JSON, for servers whose framework has none. */
import { isObject, type JsonObject, readDate, readList, readObject, readText } from './fields.ts'
import { Invalid } from './invalid.ts'
import { LATEST_DATE } from './latest-date.ts'
import { type Contact, LARGEST, MOST_BYTES, MOST_SESSIONS, type RichUser, type Session } from './rich-user.ts'

/** Readers of types that JSON lacks, with the interface of `fields.ts`. */
interface Readers {
  bigint(value: unknown, field: string, wrong: string[]): bigint
  date(value: unknown, field: string, wrong: string[]): Date
  bytes(value: unknown, field: string, wrong: string[]): Uint8Array
  set(value: unknown, field: string, wrong: string[]): Set<unknown>
  map(value: unknown, field: string, wrong: string[]): Map<unknown, unknown>
}

/** For values that the wire's decoder has converted. */
const values: Readers = {
  bigint(value, field, wrong) {
    if (typeof value !== 'bigint' || value > LARGEST || value < -LARGEST) wrong.push(field)
    return value as bigint
  },
  date(value, field, wrong) {
    if (!(value instanceof Date && value <= LATEST_DATE)) wrong.push(field)
    return value as Date
  },
  bytes(value, field, wrong) {
    if (!(value instanceof Uint8Array && value.length <= MOST_BYTES)) wrong.push(field)
    return value as Uint8Array
  },
  set(value, field, wrong) {
    if (value instanceof Set) return value
    wrong.push(field)
    return new Set()
  },
  map(value, field, wrong) {
    if (value instanceof Map) return value
    wrong.push(field)
    return new Map()
  },
}

const DIGITS = /^-?\d{1,19}$/

/** For plain JSON: strings for `bigint`, dates and bytes (base64), arrays for sets and map entries. */
const inJson: Readers = {
  bigint(value, field, wrong) {
    if (typeof value === 'string' && DIGITS.test(value)) return values.bigint(BigInt(value), field, wrong)
    wrong.push(field)
    return 0n
  },
  date: readDate,
  bytes(value, field, wrong) {
    try {
      return values.bytes(Uint8Array.fromBase64(value as string), field, wrong)
    } catch {
      wrong.push(field)
      return new Uint8Array()
    }
  },
  set(value, field, wrong) {
    return new Set(readList(value, field, wrong, (item) => item))
  },
  map(value, field, wrong) {
    const isEntry = (item: unknown) => Array.isArray(item) && item.length === 2
    if (Array.isArray(value) && value.every(isEntry)) return new Map(value)
    wrong.push(field)
    return new Map()
  },
}

/** Reads a decoded value as a user and strips unknown keys; returns the paths of all invalid fields if there are any. */
export function parseRichUser(value: unknown): RichUser | Invalid {
  return userOf(value, values)
}

/** Reads plain JSON as a user and strips unknown keys; returns the paths of all invalid fields if there are any. */
export function decodeRichUser(json: unknown): RichUser | Invalid {
  return userOf(json, inJson)
}

function userOf(value: unknown, read: Readers): RichUser | Invalid {
  if (!isObject(value)) return new Invalid(['user'])
  const wrong: string[] = []
  const user: RichUser = {
    id: read.bigint(value.id, 'id', wrong),
    name: readText(value.name, 'name', wrong),
    lastUpdate: read.date(value.lastUpdate, 'lastUpdate', wrong),
    roles: rolesOf(value.roles, read, wrong),
    balances: mapOf(value.balances, 'balances', wrong, read, read.bigint),
    avatar: read.bytes(value.avatar, 'avatar', wrong),
    sessions: sessionsOf(value.sessions, read, wrong),
  }
  optional(value, user, 'nickname', wrong, readText)
  optional(value, user, 'contact', wrong, (contact, field, wrong) =>
    readObject(contact, field, wrong, (contact, wrong) => contactOf(contact, read, wrong)),
  )
  return wrong.length > 0 ? new Invalid(wrong) : user
}

function contactOf(value: JsonObject, read: Readers, wrong: string[]): Contact {
  const contact: Contact = {
    email: readText(value.email, 'email', wrong),
    keys: mapOf(value.keys, 'keys', wrong, read, read.bytes),
  }
  optional(value, contact, 'verifiedAt', wrong, read.date)
  return contact
}

function sessionOf(value: JsonObject, read: Readers, wrong: string[]): Session {
  const session: Session = {
    device: readText(value.device, 'device', wrong),
    startedAt: read.date(value.startedAt, 'startedAt', wrong),
  }
  optional(value, session, 'endedAt', wrong, read.date)
  return session
}

function sessionsOf(value: unknown, read: Readers, wrong: string[]): Session[] {
  // An array may be sparse, with more holes than a server has time to visit.
  const list = Array.isArray(value) && value.length > MOST_SESSIONS ? undefined : value
  return readList(list, 'sessions', wrong, (item, index, wrong) =>
    readObject(item, index, wrong, (session, wrong) => sessionOf(session, read, wrong)),
  )
}

function rolesOf(value: unknown, read: Readers, wrong: string[]): Set<string> {
  const roles = read.set(value, 'roles', wrong)
  for (const role of roles) {
    if (typeof role === 'string') continue
    wrong.push('roles')
    break
  }
  return roles as Set<string>
}

/** Reads a map with string keys; an entry's name is its key, after the field's name. */
function mapOf<T>(
  value: unknown,
  field: string,
  wrong: string[],
  read: Readers,
  readItem: (value: unknown, field: string, wrong: string[]) => T,
): Map<string, T> {
  const map = new Map<string, T>()
  for (const [key, item] of read.map(value, field, wrong)) {
    if (typeof key === 'string') map.set(key, readItem(item, `${field}.${key}`, wrong))
    else wrong.push(field)
  }
  return map
}

/** Reads an optional field; keeps the difference between absent and `undefined`. */
function optional<T extends object, K extends keyof T & string>(
  from: JsonObject,
  to: T,
  field: K,
  wrong: string[],
  read: (value: unknown, field: string, wrong: string[]) => T[K],
): void {
  if (!Object.hasOwn(from, field)) return
  to[field] = from[field] === undefined ? (undefined as T[K]) : read(from[field], field, wrong)
}

/** Encodes a user as plain JSON, where absent and `undefined` are the same. */
export function encodeRichUser(user: RichUser): unknown {
  const { contact } = user
  return {
    ...user,
    id: String(user.id),
    roles: [...user.roles],
    balances: Array.from(user.balances, ([currency, amount]) => [currency, String(amount)]),
    avatar: user.avatar.toBase64(),
    contact: contact && { ...contact, keys: Array.from(contact.keys, ([name, key]) => [name, key.toBase64()]) },
  }
}
