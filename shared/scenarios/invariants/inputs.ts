/** Invariants 1 to 3: inputs that are no values of the model, or at the end of what is. */
import type { Random } from '../../basics/random.ts'
import type { Invariant, InvariantCase, Scenario, ValidCase } from '../scenario.ts'
import { jsonWith } from '../values.ts'
import type { Call } from '../wire.ts'
import { anyValid, lawful, refused, right, single } from './invariant-case.ts'

/** The scenario's own cases, and those of every scenario with a body. */
export function inputCases(scenario: Scenario, random: Random): InvariantCase[] {
  const own = scenario.invariantCases(random)
  return scenario.route.method === 'GET' ? own : [...own, ...prototypeCases(scenario, random)]
}

/** Makes cases of a scenario's valid JSON with one place changed. */
export function changing(scenario: Scenario, random: Random) {
  const make = (path: string, json: string): Call => ({
    id: `${path}: ${json}`,
    json: jsonWith(JSON.parse(anyValid(scenario, random).json), path, json),
  })
  const rejected = (path: string, json: string, id = `${path} is ${json}`, law: Invariant = 1) =>
    single(id, law, refused(make(path, json)))
  const lawfully = (path: string, json: string) => single(`${path} is ${json}`, 1, lawful(make(path, json)))
  return {
    refused: rejected,
    infinite: (path: string) => INFINITE.map((json) => lawfully(path, json)),
    dates: (path: string) => [
      ...ENDS_OF_TIME.map((json) => lawfully(path, json)),
      ...NO_ZONES.map((json) => rejected(path, json)),
    ],
  }
}

/** A value at the end of the model, which must be accepted. */
export function taken(item: ValidCase): InvariantCase {
  return single(item.id, 3, right(item))
}

/** Numbers that JSON carries and `JSON.stringify` does not, and texts that `Number` makes such of. */
export const INFINITE = ['1e999', '-1e999', '"1e999"', '"Infinity"', '"-Infinity"', '"NaN"']
/** Dates that a server may take or refuse, but whose month after cannot be written, or that no calendar has. */
const ENDS_OF_TIME = [
  '"+275760-09-13T00:00:00Z"',
  '"+275760-08-31T00:00:00Z"',
  '"-271821-04-20T00:00:00Z"',
  '8640000000000000',
  '-8640000000000000',
  '"8640000000000000"',
  '8640000000000001',
  '1e999',
  '"2016-12-31T23:59:60Z"',
  '"2020-01-05T00:00:00+01"',
  '"2020-01-05T00:00:00+0100"',
  '"2021-02-30T00:00:00Z"',
  '"2020-05-05T10:20:30"',
  '"0000-00-00T00:00:00Z"',
]
const NO_ZONES = ['+24:00', '+14:60', '+99:99', '-24:00', '-99:00'].map((zone) => `"2020-01-05T00:00:00${zone}"`)
/** An object that no text can be made of. */
export const NO_TEXT = '{"toString":1}'
/** A text whose letters are all in Latin-1, and not all in ASCII. */
export const LATIN_1 = 'Zo\u00eb'
/** A date of the model whose month after has a year of five digits. */
export const LAST_YEAR = '9999-12-31T23:59:59Z'

/** Whole values whose fields are not their own. */
function prototypeCases(scenario: Scenario, random: Random): InvariantCase[] {
  const { json } = anyValid(scenario, random)
  const [firstKey = '', first] = Object.entries(JSON.parse(json))[0] ?? []
  const rest = jsonWith(JSON.parse(json), firstKey, undefined)
  const place = JSON.stringify({ [firstKey]: first })
  const cases: [id: string, json: string][] = [
    ['all fields come from the prototype', `{"__proto__":${json}}`],
    ['one field comes from the prototype', jsonWith(JSON.parse(rest), '__proto__', place)],
    ['all fields come from constructor.prototype', `{"constructor":{"prototype":${json}}}`],
    ['the value is in a list', `[${json},${json}]`],
  ]
  return cases.map(([id, text]) => single(id, 1, refused({ id, json: text })))
}
