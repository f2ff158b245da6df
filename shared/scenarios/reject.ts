/** What it costs to say no: `update-user` with invalid users only. */
import type { Random } from '../basics/random.ts'
import type { InvalidCase, Scenario } from './scenario.ts'
import { updateUser } from './update-user.ts'
import { jsonWith } from './values.ts'

/** One call in so many is valid, so that a server which refuses everything is found out. */
const VALID_ONE_IN = 500

export const reject: Scenario = {
  ...updateUser,
  name: 'reject',
  title: 'Reject',
  description: 'does the work of `update-user`, with invalid users only',
  loadCase: (random, serial) =>
    random.integer(1, VALID_ONE_IN) > 1 ? invalidCase(random, serial) : updateUser.validCase(random, serial),
}

/** Wrong in one place, in a way that no server of the contract may take. The id stays, so that all differ. */
const flaws: [path: string, json: string | undefined][] = [
  ['name', undefined],
  ['surname', '{"a":"b"}'],
  ['lastUpdate', '"not-a-date"'],
  ['lastUpdate', undefined],
  ['name', '["a","b"]'],
]

function invalidCase(random: Random, serial: number): InvalidCase {
  const { json } = updateUser.validCase(random, serial)
  const [path, flaw] = random.pick(flaws)
  return { id: 'load', json: jsonWith(JSON.parse(json), path, flaw), mentions: path }
}
