/** What the schemas of a worker must accept and reject. */
export const VALID_STRING = 'Ada'

/** Of each schema another one: no two schemas are alike, and code that they are compiled to is not that of another. */
export const nameOf = (i: number) => `name${i}`

export const validUser = (i: number): object => ({
  ...{ id: 1, [nameOf(i)]: VALID_STRING, surname: 'Lovelace', lastUpdate: '2026-02-28T12:00:00.000Z' },
})

/** A user with each field wrong in turn, that of another schema, which lacks a field, and none at all. */
export function invalidUsers(i: number): unknown[] {
  const user = validUser(i)
  return [null, validUser(i + 1), ...Object.keys(user).map((key) => ({ ...user, [key]: { first: VALID_STRING } }))]
}
