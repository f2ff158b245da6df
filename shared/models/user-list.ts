/** Model of `user-list`, and a hand-written validator for servers whose framework has none. */
import { isObject, readList, readObject } from './fields.ts'
import { Invalid } from './invalid.ts'
import { deserializeUser, readUser, type User, type UserJson } from './user.ts'

export interface UserList {
  users: User[]
}

/** A list of users in JSON. */
export interface UserListJson {
  users: UserJson[]
}

/**
 * Converts a parsed JSON value to a list with `Date`s; strips unknown keys. Returns the paths of all invalid fields, such as
 * `users.57.lastUpdate`, if there are any.
 */
export function parseUserList(value: unknown): UserList | Invalid {
  if (!isObject(value)) return new Invalid(['users'])
  const wrong: string[] = []
  const users = readList(value.users, 'users', wrong, readListed)
  return wrong.length > 0 ? new Invalid(wrong) : { users }
}

function readListed(value: unknown, index: string, wrong: string[]): User {
  return readObject(value, index, wrong, readUser)
}

/** Converts a list that another validator accepted, in the same way. */
export function deserializeUserList({ users }: UserListJson): UserList {
  return { users: users.map(deserializeUser) }
}
