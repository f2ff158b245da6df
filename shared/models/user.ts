/** The model of `update-user`, with the hand-written validator for servers whose framework brings none. */
import { isObject, type JsonObject, readDate, readNumber, readText } from './fields.ts'
import { Invalid } from './invalid.ts'

export interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

/** A user as JSON carries it: `lastUpdate` is an ISO 8601 date and time with a zone. */
export type UserJson = Omit<User, 'lastUpdate'> & { lastUpdate: string }

/**
 * The user that a parsed JSON value is, with `lastUpdate` as a `Date`; keys that the model does not know are left behind.
 * Where a field is missing or not of its type, or the date is none that `Date` can read, the names of all such fields.
 */
export function parseUser(value: unknown): User | Invalid {
  if (!isObject(value)) return new Invalid(['user'])
  const wrong: string[] = []
  const user = readUser(value, wrong)
  return wrong.length > 0 ? new Invalid(wrong) : user
}

/** The fields of a user; adds the names of those that are wrong. */
export function readUser(value: JsonObject, wrong: string[]): User {
  return {
    id: readNumber(value.id, 'id', wrong),
    name: readText(value.name, 'name', wrong),
    surname: readText(value.surname, 'surname', wrong),
    lastUpdate: readDate(value.lastUpdate, 'lastUpdate', wrong),
  }
}

/** Makes a user of one that another validator has passed, in the same way. */
export function deserializeUser(json: Readonly<UserJson>): User {
  return { id: json.id, name: json.name, surname: json.surname, lastUpdate: new Date(json.lastUpdate) }
}
