/** Invariants 1 to 3: inputs outside or at the edge of the model. */
import type { Random } from '../basics/random.ts'
import type { Invariant, InvariantCase, Scenario, ValidCase } from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import type { Call } from '../wires/wires.ts'
import { anyValid, conforming, correct, rejected, single } from './invariant-case.ts'

/** Returns the scenario's own cases, and those of every scenario with a body. */
export function inputCases(scenario: Scenario, random: Random): InvariantCase[] {
  const cases = scenario.invariantCases(random)
  return scenario.route.method === 'GET' ? cases : [...cases, ...prototypeCases(scenario, random)]
}

/** Returns functions that make cases from a scenario's valid JSON with one change. */
export function changing(scenario: Scenario, random: Random) {
  const make = (path: string, json: string): Call => ({
    id: `${path}: ${json}`,
    json: jsonWith(JSON.parse(anyValid(scenario, random).json), path, json),
  })
  const rejectedAt = (
    path: string,
    json: string,
    id = `${path} is ${json}`,
    invariant: Invariant = 1,
  ) => single(id, invariant, rejected(make(path, json)))
  const conformingAt = (path: string, json: string) =>
    single(`${path} is ${json}`, 1, conforming(make(path, json)))
  return {
    rejected: rejectedAt,
    conforming: conformingAt,
    infinite: (path: string) => INFINITE.map((json) => conformingAt(path, json)),
    dates: (path: string) => [
      ...ENDS_OF_TIME.map((json) => conformingAt(path, json)),
      ...NO_ZONES.map((json) => rejectedAt(path, json)),
    ],
  }
}

/** Returns a case at the edge of the model, which must be accepted. */
export function acceptedCase(item: ValidCase): InvariantCase {
  return single(item.id, 3, correct(item))
}

/** Infinite numbers in JSON, and strings that `Number` converts to such or to NaN. */
export const INFINITE = ['1e999', '-1e999', '"1e999"', '"Infinity"', '"-Infinity"', '"NaN"']
/** Dates that a server may accept or reject: at the end of the range, a month before it, or one that does not exist. */
const ENDS_OF_TIME = [
  '"+275760-07-20T00:00:00Z"',
  '"+275760-08-13T00:00:00Z"',
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
const NO_ZONES = ['+24:00', '+14:60', '+99:99', '-24:00', '-99:00'].map(
  (zone) => `"2020-01-05T00:00:00${zone}"`,
)
/** An object that cannot be converted to a string. */
export const NO_TEXT = '{"toString":1}'
/** A string within Latin-1 but not ASCII. */
export const LATIN_1 = 'Zo\u00eb'
/** A valid date for which a month later has a year of five digits. */
export const LAST_YEAR = '9999-12-31T23:59:59Z'

/** Values whose fields are inherited. */
function prototypeCases(scenario: Scenario, random: Random): InvariantCase[] {
  const { json } = anyValid(scenario, random)
  const [firstKey = '', first] = Object.entries(JSON.parse(json))[0] ?? []
  const withoutFirstKey = jsonWith(JSON.parse(json), firstKey, undefined)
  const place = JSON.stringify({ [firstKey]: first })
  const cases: [id: string, json: string][] = [
    ['all fields come from the prototype', `{"__proto__":${json}}`],
    [
      'one field comes from the prototype',
      jsonWith(JSON.parse(withoutFirstKey), '__proto__', place),
    ],
    ['all fields come from constructor.prototype', `{"constructor":{"prototype":${json}}}`],
    ['the value is in a list', `[${json},${json}]`],
  ]
  return cases.map(([id, text]) => single(id, 1, rejected({ id, json: text })))
}
