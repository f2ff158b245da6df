/** `reject`: `update-user` with invalid users only. */
import type { Random } from '../basics/random.ts'
import type { InvalidCase, Scenario } from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import { updateUser } from './update-user.ts'

/** One call in 500 is valid, to detect a server that rejects everything. */
const VALID_ONE_IN = 500

export const reject: Scenario = {
  ...updateUser,
  name: 'reject',
  title: 'Reject',
  position: 10,
  description: 'does the work of `update-user`, but all users are invalid',
  loadCase: (random, serial, except) =>
    random.integer(1, VALID_ONE_IN) > 1
      ? invalidCase(random, serial, except)
      : updateUser.validCase(random, serial),
}

/** Each invalid in one field, like a case of the contract; ids are valid, so that all calls differ. */
const flaws: Record<string, [path: string, json: string | undefined]> = {
  'missing name': ['name', undefined],
  'surname: {"a":"b"}': ['surname', '{"a":"b"}'],
  'lastUpdate: "not-a-date"': ['lastUpdate', '"not-a-date"'],
  'missing lastUpdate': ['lastUpdate', undefined],
  'name: ["a","b"]': ['name', '["a","b"]'],
}

function invalidCase(random: Random, serial: number, except: readonly string[] = []): InvalidCase {
  const { json } = updateUser.validCase(random, serial)
  const id = random.pick(Object.keys(flaws).filter((each) => !except.includes(each)))
  const [path, flaw] = flaws[id] as [string, string | undefined]
  return { id: 'load', json: jsonWith(JSON.parse(json), path, flaw), mentions: path }
}
