/** The model of `user-list`, with the hand-written validator for servers whose framework brings none. */
import { isObject, readList, readObject } from './fields.ts'
import { Invalid } from './invalid.ts'
import { deserializeUser, readUser, type User, type UserJson } from './user.ts'

export interface UserList {
  users: User[]
}

/** A list of users as JSON carries it. */
export interface UserListJson {
  users: UserJson[]
}

/**
 * The list that a parsed JSON value is, with each `lastUpdate` as a `Date`; keys that the model does not know are left
 * behind. Where it is none, the paths of all fields that are wrong, such as `users.57.lastUpdate`.
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

/** Makes a list of one that another validator has passed, in the same way. */
export function deserializeUserList({ users }: UserListJson): UserList {
  return { users: users.map(deserializeUser) }
}
