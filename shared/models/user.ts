/** The model of `update-user`, with the hand-written validator for servers whose framework brings none. */
export interface User {
  id: number
  name: string
  surname: string
  lastUpdate: Date
}

/** A user as JSON carries it: `lastUpdate` is an ISO 8601 date and time with a zone. */
export type UserJson = Omit<User, 'lastUpdate'> & { lastUpdate: string }

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Whether a parsed JSON value is a user: every field present and of its type, `lastUpdate` a date that `Date` can read. */
export function isUser(value: unknown): value is UserJson {
  if (typeof value !== 'object' || value === null) return false
  const user = value as Record<keyof UserJson, unknown>
  return (
    Number.isFinite(user.id) &&
    typeof user.name === 'string' &&
    typeof user.surname === 'string' &&
    typeof user.lastUpdate === 'string' &&
    ISO_DATE_TIME.test(user.lastUpdate) &&
    !Number.isNaN(Date.parse(user.lastUpdate))
  )
}

/** Turns a valid user's `lastUpdate` into a `Date`; keys that the model does not know are left behind. */
export function deserializeUser(json: UserJson): User {
  return { id: json.id, name: json.name, surname: json.surname, lastUpdate: new Date(json.lastUpdate) }
}
