/** Model of `update-user`, and a hand-written validator for servers whose framework has none. */
import { isObject, type JsonObject, readDate, readNumber, readText } from './fields.ts'
import { Invalid } from './invalid.ts'

export interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

/** A user in JSON: `lastUpdate` is an ISO 8601 string with a time zone. */
export type UserJson = Omit<User, 'lastUpdate'> & { lastUpdate: string }

/**
 * Converts a parsed JSON value to a user with a `Date`; strips unknown keys. Returns the names of all invalid fields if a field
 * is missing, has another type, or is a date that `Date` cannot parse.
 */
export function parseUser(value: unknown): User | Invalid {
  if (!isObject(value)) return new Invalid(['user'])
  const wrong: string[] = []
  const user = readUser(value, wrong)
  return wrong.length > 0 ? new Invalid(wrong) : user
}

/** Reads the fields of a user; adds the names of invalid ones to `wrong`. */
export function readUser(value: JsonObject, wrong: string[]): User {
  return {
    id: readNumber(value.id, 'id', wrong),
    name: readText(value.name, 'name', wrong),
    surname: readText(value.surname, 'surname', wrong),
    lastUpdate: readDate(value.lastUpdate, 'lastUpdate', wrong),
  }
}

/** Converts a user that another validator accepted, in the same way. */
export function deserializeUser(json: Readonly<UserJson>): User {
  return { id: json.id, name: json.name, surname: json.surname, lastUpdate: new Date(json.lastUpdate) }
}
