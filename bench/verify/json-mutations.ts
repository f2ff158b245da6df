/** Mutates valid JSON in type, range, depth, keys and prototype. */
import * as fc from 'fast-check'
import { isJson } from '../../shared/basics/text.ts'

/** One change to a value. */
interface Change {
  /** Share of the way through all places of the value, in [0, 1). */
  place: number
  kind: 'replace' | 'remove' | 'add' | 'wrap' | 'prototype'
  /** JSON to insert. */
  text: string
  key: string
}

/** Numbers in JSON notation, at the limits of their range. */
const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '5e-324',
  '1.7976931348623157e308',
  '9007199254740993',
  '1e21',
  '0.1',
]
const texts = [
  '',
  '0',
  '1',
  '-1',
  '1e999',
  'Infinity',
  '-Infinity',
  'NaN',
  'true',
  'null',
  '0x10',
  ' ',
  '\u0000',
  '\ud800',
  '__proto__',
  'ORD-1',
]
const dates = [
  '2016-12-31T23:59:60Z',
  '2020-01-05T00:00:00+01',
  '2020-02-30T00:00:00Z',
  '2020-01-05T00:00:00+24:00',
  '2020-01-05T24:00:00Z',
  '2020-01-05T00:00:00-99:99',
  '9999-12-31T23:59:59Z',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2020-01-05',
  '2020-01-05T00:00:00',
  '2020-01-05 00:00:00Z',
  '2020-01-05T00:00:00.123456789Z',
  '20200105T000000Z',
  'Sun, 05 Jan 2020 00:00:00 GMT',
  '2020-W01-1',
  '2020-005',
  '8640000000000000',
  '8640000000000001',
  '1',
  '2020-01-05t00:00:00z',
]
const compounds = [
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '{"length":0}',
  '{"length":1,"0":"a"}',
  '{"__proto__":{"length":0}}',
  '["a","b"]',
  '[1]',
  '["a"]',
  '{"toString":1}',
  '{"$date":0}',
  '{"then":1}',
  '{"toJSON":1}',
]

/** Arbitrary JSON. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(...texts, ...dates).map((text) => JSON.stringify(text)) },
  { weight: 3, arbitrary: fc.constantFrom('null', 'true', 'false', ...compounds) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: 'binary', maxLength: 70 }).map((text) => JSON.stringify(text)),
  },
  { weight: 1, arbitrary: fc.double().map((value) => JSON.stringify(value) ?? '0') },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => JSON.stringify(date)) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 400 })
      .map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 400 })
      .map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
  },
)

const keys = fc.oneof(
  fc.constantFrom(
    'extra',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'toJSON',
    'hasOwnProperty',
    'length',
    '',
    '0',
    '$ref',
    'id',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
)

/** Uniform in [0, 1); `fc.double` prefers values near 0. */
export const share = fc
  .noBias(fc.integer({ min: 0, max: 999 }))
  .map((thousandths) => thousandths / 1_000)

const change: fc.Arbitrary<Change> = fc.record({
  place: share,
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('replace' as const) },
    fc.constant('remove' as const),
    fc.constant('add' as const),
    fc.constant('wrap' as const),
    fc.constant('prototype' as const),
  ),
  text: anyText,
  key: keys,
})

/** Returns valid JSON with one to three changes. */
export function mutated(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(valid, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce(applyChange, text))
}

/** Returns malformed or truncated JSON. */
export function broken(valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    fc.tuple(valid, share).map(([text, part]) => text.slice(0, Math.floor(text.length * part))),
    fc
      .tuple(valid, share, fc.string({ unit: 'binary', maxLength: 3 }))
      .map(([text, part, middle]) => {
        const at = Math.floor(text.length * part)
        return text.slice(0, at) + middle + text.slice(at + 1)
      }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    anyText,
  )
}

declare global {
  /** Of ES2026, which TypeScript does not describe yet. */
  interface JSON {
    rawJSON(text: string): unknown
    isRawJSON(value: unknown): boolean
  }
}

type Holder = Record<string, unknown>

/** Stands for an added key, which may repeat another one. */
const ADDED = 'the added key'

function applyChange(text: string, { place, kind, text: other, key }: Change): string {
  if (!isJson(text)) return kind === 'replace' ? other : text
  const root: Holder = { value: parseKeepingNotation(text) }
  const places = placesIn(root)
  const [holder, name] = places[Math.floor(place * places.length)] as (typeof places)[number]
  const value = holder[name]
  if (kind === 'replace') holder[name] = parseKeepingNotation(other)
  if (kind === 'wrap') holder[name] = [value]
  if (kind === 'prototype') holder[name] = Object.fromEntries([['__proto__', value]])
  if (kind === 'remove' && Array.isArray(holder)) holder.splice(Number(name), 1)
  if (kind === 'remove' && !Array.isArray(holder)) delete holder[name]
  if (kind === 'add' && Array.isArray(value)) value.push(parseKeepingNotation(other))
  else if (kind === 'add' && isHolder(value)) value[ADDED] = parseKeepingNotation(other)
  return (JSON.stringify(root.value) ?? '').replace(JSON.stringify(ADDED), () =>
    JSON.stringify(key),
  )
}

/** Parses JSON. Numbers keep their notation. */
function parseKeepingNotation(text: string): unknown {
  return JSON.parse(text, (_key, value, context?: { source?: string }) =>
    typeof value === 'number' ? JSON.rawJSON(context?.source ?? String(value)) : value,
  )
}

/** Returns all values by holder and name, a value before those inside it. */
function placesIn(holder: Holder): [Holder, string][] {
  return Object.keys(holder).flatMap((name): [Holder, string][] => {
    const value = holder[name]
    return [[holder, name], ...(isHolder(value) ? placesIn(value) : [])]
  })
}

function isHolder(value: unknown): value is Holder {
  return typeof value === 'object' && value !== null && !JSON.isRawJSON(value)
}
