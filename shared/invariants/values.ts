/** Invariants 1 and 3: values of every type in every field, and the rarer strings, numbers and dates. The model judges them. */
import type { Random } from '../basics/random.ts'
import { modelOf, type Place, placesIn, shortValid } from '../contract/pairs.ts'
import type { InvariantCase, Scenario } from '../contract/scenario.ts'
import { jsonWith } from '../contract/values.ts'
import { conforming, correct, rejected, single } from './invariant-case.ts'

/** JSON of each type, for any field. */
const TYPES = ['null', '0', 'true', '"abc"', '{"a":1}', '["a","b"]']

const FRACTIONS = ['1.5', '-0.25', '4503599627370495.5']

/** Bytes of a long string; with it, a request is below 100 KB (102,400 bytes), the least limit that frameworks have. */
const LONG = 100_000
/** Numbers of five digits, so that no part of it repeats another. */
const LONG_TEXT = Array.from({ length: LONG / 5 }, (_, i) => String(i).padStart(5, '0')).join('')

/** Characters beyond the first plane, of private use, without width, and not assigned. */
const RARE_TEXT =
  '\u{1f600}\u{20000}\u{e0001}\u{f0000}\u{10ffff}\ue000\uffff\ufeff\u200b\u202e\u0301\u0085\u007f'

/** Ends of months around years that are no leap years, around centuries, and in time zones. */
const DATES = [
  '1900-01-31T00:00:00.000Z',
  '1900-02-28T23:59:59.999Z',
  '2000-01-31T00:00:00.000Z',
  '2000-02-29T12:00:00.000Z',
  '2100-01-31T00:00:00.000Z',
  '2100-02-28T23:59:59.999Z',
  '1899-12-31T23:59:59.999Z',
  '2099-12-31T23:59:59.999Z',
  '2400-02-29T00:00:00.000Z',
  '2100-02-28T23:30:00.000-05:00',
  '2000-03-01T00:15:00.000+05:45',
  '2024-12-31T12:00:00.000-12:00',
  '2025-01-01T00:30:00.000+14:00',
]

/** JSON for a place. */
interface Value {
  /** What it is called in the case's id. */
  what: string
  json: string
  /** Whether it has the type of the place, which decides where the model has no oracle. */
  isOfType?: boolean
}

/** Returns the cases of each field of a scenario's model. */
export function valueCases(scenario: Scenario, random: Random): InvariantCase[] {
  const model = modelOf(scenario)
  if (!model) return []
  const value = shortValid(scenario, random)
  const caseOf = (path: string, { what, json: own, isOfType }: Value): InvariantCase => {
    const id = `${path} ${what}`
    const json = jsonWith(value, path, own)
    const call = { id, json }
    const verdict = model.oracle?.(JSON.parse(json)) ?? (isOfType ? 'yes' : 'open')
    if (verdict === 'no') return single(id, 1, rejected(call))
    if (verdict === 'open') return single(id, 1, conforming(call))
    return single(id, 3, correct({ ...call, expected: model.expected(JSON.parse(json)) }))
  }
  return placesIn(value).flatMap((place) =>
    valuesFor(place).map((value) => caseOf(place.path, value)),
  )
}

function valuesFor({ value, isHolder }: Place): Value[] {
  return [
    ...TYPES.map((json) => ({ what: `is ${json}`, json })),
    ...(isHolder ? [] : rareValues(value)),
  ]
}

/** Returns rarer values of the same type. */
function rareValues(value: unknown): Value[] {
  if (typeof value === 'number') return FRACTIONS.map((json) => ({ what: `is ${json}`, json }))
  const date = JSON.stringify(value).replace(ISO, NEW_DATE)
  if (date.includes(NEW_DATE))
    return DATES.map((text) => ({
      what: `is "${text}"`,
      json: date.replace(NEW_DATE, text),
      isOfType: true,
    }))
  if (typeof value !== 'string') return []
  const texts = {
    [`has ${LONG.toLocaleString('en')} characters`]: LONG_TEXT,
    'has characters of all planes': RARE_TEXT,
  }
  return Object.entries(texts).map(([what, text]) => ({
    what,
    json: JSON.stringify(text),
    isOfType: true,
  }))
}

/** A date, in the notation of types that JSON lacks, too. */
const ISO = /(?<=^"|"\$date":")\d{4}-\d\d-\d\dT[^"]+/
const NEW_DATE = 'a date'
