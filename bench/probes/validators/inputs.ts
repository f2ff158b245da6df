/** Inputs for libraries, made from the scenario's own cases by the seed. */
import { createRandom, type Random } from '../../../shared/basics/random.ts'
import { firstSerial } from '../../../shared/contract/scenario.ts'
import { jsonWith } from '../../../shared/contract/values.ts'
import type { UserJson } from '../../../shared/models/user.ts'
import { updateUser } from '../../../shared/scenarios/update-user.ts'

/** JSON strings that are used in rotation. Each has the first serial number once, in whose place the next ones are put. */
export interface Pool {
  /** The serial number is the user's id. */
  valid: string[]
  invalid: string[]
  /** The same without `lastUpdate`. */
  undated: string[]
  invalidUndated: string[]
  firstSerial: number
}

/** Strings of each kind. */
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
  const texts = (make: () => string) => Array.from({ length: TEXTS }, make)
  const valid = texts(() => updateUser.validCase(random, serial).json)
  const invalid = texts(() => twiceWrong(random, serial).json)
  return {
    valid,
    invalid,
    undated: valid.map(withoutDate),
    invalidUndated: invalid.map(withoutDate),
    firstSerial: serial,
  }
}

const withoutDate = (json: string) => JSON.stringify({ ...JSON.parse(json), lastUpdate: undefined })

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
