/** Inputs for libraries, made from the scenario's own cases by the seed. */
import { createRandom, type Random } from '../../../shared/basics/random.ts'
import { firstSerial } from '../../../shared/contract/scenario.ts'
import { jsonWith } from '../../../shared/contract/values.ts'
import type { UserJson } from '../../../shared/models/user.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'
import type { Pool, Template } from './commands.ts'

/** Templates of each kind; repeated ones differ by serial number. */
export const TEXTS = 500

/** Wrong JSON for each field: missing, or of a type that the contract requires to be rejected. */
const WRONG: Record<keyof UserJson, (string | undefined)[]> = {
  id: [undefined, '"abc"', '{"a":1}'],
  name: [undefined, '{"a":"b"}', '["a","b"]'],
  surname: [undefined, '{"a":"b"}', '["a","b"]'],
  lastUpdate: [undefined, '"not-a-date"', '{"a":1}'],
}

const FIELDS = Object.keys(WRONG) as (keyof UserJson)[]

export function makePool(seed: number): Pool {
  const random = createRandom(seed)
  const serial = firstSerial(random)
  return {
    valid: Array.from({ length: TEXTS }, () => {
      const { json } = updateUser.validCase(random, serial)
      const { name, surname, lastUpdate } = JSON.parse(json) as UserJson
      return { ...around(json, serial), name, surname, time: Date.parse(lastUpdate) }
    }),
    invalid: Array.from({ length: TEXTS }, () => around(twiceWrong(random, serial).json, serial)),
    firstSerial: serial,
  }
}

/** Returns a user with two wrong fields, and the serial number in a correct one. */
export function twiceWrong(
  random: Random,
  serial: number,
): { json: string; fields: (keyof UserJson)[] } {
  const wrong = random.shuffle(FIELDS).slice(0, 2)
  const user = JSON.parse(updateUser.validCase(random, serial).json) as UserJson
  const text = (['name', 'surname'] as const).find((field) => !wrong.includes(field))
  if (wrong.includes('id') && text) user[text] += ` ${serial}`
  const json = wrong.reduce(
    (text, field) => jsonWith(JSON.parse(text), field, random.pick(WRONG[field])),
    JSON.stringify(user),
  )
  return { json, fields: wrong }
}

/** @throws if the serial number does not occur exactly once */
function around(json: string, serial: number): Template {
  const [head, tail, ...more] = json.split(String(serial))
  if (head === undefined || tail === undefined || more.length > 0)
    throw new Error(`no place for a serial: ${json}`)
  return { head, tail }
}

/** Returns the input of a process's first call, a valid one. */
export function firstText({ valid, firstSerial }: Pool): string {
  const [first] = valid
  return `${first?.head}${firstSerial - 1}${first?.tail}`
}
