import { z } from 'zod'
import { createRandom, type Random } from '../basics/random.ts'
import { bodyCases, schemaCases, wrongAt } from '../contract/invalid-cases.ts'
import { twoFlaws, unknownKeyAt } from '../contract/observed-cases.ts'
import { oracleOf } from '../contract/oracle.ts'
import {
  type Contract,
  firstSerial,
  type InvalidCase,
  type InvariantCase,
  type ObservedCase,
  type Scenario,
  type ValidCase,
} from '../contract/scenario.ts'
import { errorIn } from '../contract/schema.ts'
import { jsonWith, word } from '../contract/values.ts'
import { acceptedCase, changing, LAST_YEAR, LATIN_1, NO_TEXT } from '../invariants/inputs.ts'
import { anyValid } from '../invariants/invariant-case.ts'
import type { UserJson } from '../models/user.ts'
import type { UserListJson } from '../models/user-list.ts'
import { expectedUser, User, updateUser, userOf } from './update-user.ts'

/** Default number of users. */
const LENGTH = 100

const UserList = z.looseObject({ users: z.array(User) })

/** `user-list`: the work of `update-user` a hundred times in one request, so that HTTP and routing matter little. */
export const userList: Scenario = {
  name: 'user-list',
  title: 'User list',
  position: 3,
  description: 'does the work of `update-user` for a list of 100 users, about 12 KB',
  validates: true,
  // Of 20 servers in results/user-list/2026-11-26T12-56-36Z.json, none grew after 3,000 requests by more than its noise.
  warmupRequests: 3_000,
  file: 'user-list',
  route: {
    method: 'POST',
    path: '/updateUsers',
    procedure: 'updateUsers',
    dates: ['lastUpdate'],
    document:
      'mutation ($argument: UserListInput!) { updateUsers(list: $argument) { users { id name surname lastUpdate } } }',
  },
  validCase: loadCase,
  contract,
  errorOf: errorIn(UserList),
  invariantCases,
  fuzz: { from: 'model', model: { oracle: oracleOf(UserList), expected: expectedUserList } },
}

/** Returns the expected response, by JavaScript's date arithmetic in UTC. */
export function expectedUserList({ users }: UserListJson): UserListJson {
  return { users: users.map(expectedUser) }
}

function validCase(id: string, users: UserJson[]): ValidCase {
  return { id, json: JSON.stringify({ users }), expected: expectedUserList({ users }) }
}

/** A user without its id: the JSON text after the id, and the expected value. */
interface Template {
  rest: string
  expected: UserJson
}

let templates: Template[] | undefined

/** Makes templates once, since a load has half a million users, which differ by id. */
function userTemplates(): Template[] {
  const random = createRandom(1)
  templates ??= Array.from({ length: 2_000 }, () => {
    const { json, expected } = updateUser.validCase(random, 0)
    return { rest: json.slice('{"id":0'.length), expected: expected as UserJson }
  })
  return templates
}

/** Returns users like those of `update-user`'s load; the serial number is the first one's id. */
function loadCase(random: Random, serial: number): ValidCase {
  const made = userTemplates()
  const first = random.integer(0, made.length - 1)
  let json = ''
  const users = Array.from({ length: LENGTH }, (_, i) => {
    const { rest, expected } = made[(first + i) % made.length] as Template
    const id = i === 0 ? serial : firstSerial(random)
    json += `${i === 0 ? '' : ','}{"id":${id}${rest}`
    return { ...expected, id }
  })
  return { id: 'load', json: `{"users":[${json}]}`, expected: { users } }
}

function contract(random: Random): Contract {
  const user = (change?: Partial<UserJson>) => userOf(random, change)
  const users = (length = LENGTH) => Array.from({ length }, () => user())
  return {
    valid: validCases(random, user, users),
    invalid: invalidCases(users),
    observed: observedCases(users),
  }
}

type UsersFactory = (length?: number) => UserJson[]

function validCases(
  random: Random,
  user: (change: Partial<UserJson>) => UserJson,
  users: UsersFactory,
): ValidCase[] {
  const year = random.integer(1972, 2036)
  const dates = [
    `${year}-01-31T10:20:30.400Z`,
    `${year}-12-31T23:59:59.999Z`,
    `${year}-02-01T00:30:00.000+01:00`,
    `${year}-05-05T01:02:03-08:00`,
    '1969-12-31T23:59:59.999Z',
  ]
  const names = [
    `Zoë 李小龙 👩🏽‍💻 ${word(random, 3)}`,
    `"${word(random, 4)}" \\`,
    `tab\tline\n ${word(random, 4)}`,
    '',
  ]
  const twice = user({})
  return [
    ...Array.from({ length: 3 }, () => validCase('ordinary list', users())),
    validCase('no users', []),
    validCase('one user', users(1)),
    validCase('five hundred users, 60 KB', users(500)),
    validCase('a user that stands twice', [...users(3), twice, twice]),
    validCase(
      'names of all kinds',
      names.map((name) => user({ name })),
    ),
    validCase(
      'surnames of all kinds',
      names.map((surname) => user({ surname })),
    ),
    validCase(
      'dates of all kinds',
      dates.map((lastUpdate) => user({ lastUpdate })),
    ),
    validCase(
      'ids at the ends',
      [0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER].map((id) => user({ id })),
    ),
  ]
}

function invalidCases(users: UsersFactory): InvalidCase[] {
  const make = () => ({ users: users() })
  const fields: [path: string, json: string | undefined][] = [
    ['users', undefined],
    ['users', '{"a":1}'],
    ['users', '"text"'],
    ['users', '5'],
    ['users', 'null'],
    ['users.0.id', '"abc"'],
    ['users.0.lastUpdate', undefined],
    ['users.57.name', '{"a":"b"}'],
    ['users.57.surname', '["a","b"]'],
    ['users.99.name', undefined],
    ['users.99.surname', '{"a":"b"}'],
    ['users.99.lastUpdate', '"2020-13-45"'],
  ]
  return [
    ...fields.map(([path, json]) => wrongAt(make, path, json, `${path}: ${json ?? 'missing'}`)),
    ...schemaCases(User, make, 'users.57.'),
    ...['null', '[]', '["a",1]', '"text"', '5'].map((json) => ({
      id: `users.57 is ${json}`,
      json: jsonWith(make(), 'users.57', json),
    })),
    { id: 'a user in place of the list', json: JSON.stringify(users(1)[0]) },
    { id: 'the list alone', json: JSON.stringify(users()) },
    ...bodyCases('body', make),
  ]
}

function observedCases(users: UsersFactory): ObservedCase[] {
  const make = (length?: number) => ({ users: users(length) })
  return [
    unknownKeyAt(make(), 'users.57.extra', {
      id: 'unknown key of a user',
      title: 'an unknown key of a user',
    }),
    unknownKeyAt(make(), 'extra', {
      id: 'unknown key beside the list',
      title: 'an unknown key beside the list',
    }),
    {
      id: 'index of a wrong user',
      title: 'whether a rejection names the index',
      json: jsonWith(make(60), 'users.57.id', undefined),
      describeRejection: (text) => (/(?<!\d)57(?!\d)/.test(text) ? 'named' : 'not named'),
    },
    { id: 'a thousand users', title: '1,000 users, 120 KB', json: JSON.stringify(make(1_000)) },
    twoFlaws(make(), ['users.3.surname', undefined], ['users.57.lastUpdate', '"not-a-date"']),
  ]
}

function invariantCases(random: Random): InvariantCase[] {
  const change = changing(userList, random)
  const list: UserListJson = JSON.parse(anyValid(userList, random).json)
  const user = JSON.stringify(list.users[0])
  const last = list.users.at(-1) as UserJson
  const withChanges = (id: string, changes: Partial<UserJson>) =>
    acceptedCase(validCase(id, [...list.users.slice(0, -1), { ...last, ...changes }]))
  return [
    ...change.infinite('users.57.id'),
    ...change.dates('users.57.lastUpdate'),
    withChanges(`the last lastUpdate is "${LAST_YEAR}"`, { lastUpdate: LAST_YEAR }),
    withChanges('a text of Latin-1', { name: LATIN_1 }),
    change.rejected('users.99.name', NO_TEXT),
    ...['{"length":0}', '{"length":1}', '{}'].map((json) => change.rejected('users', json)),
    change.rejected('users', `{"0":${user},"length":1}`, 'users are array-like'),
    change.rejected('users.57', `{"__proto__":${user}}`, 'a user comes from its prototype'),
    change.rejected('users.57', `[${user},${user}]`, 'a user is in a list'),
  ]
}
