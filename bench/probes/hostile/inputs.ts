/** Families of hostile inputs: generic shapes of JSON that scale, made from a valid value, the same for every server. */
import { jsonWith, valueAt } from '../../../shared/contract/values.ts'
import { isObject } from '../../../shared/models/fields.ts'
import type { Input } from '../../../shared/probes/hostile/figures.ts'

/** The options of each part: the place in a valid value, what is before the units, both halves of the unit, what is after them. */
export type Family = [name: string, parts: string[][]]

const SLOT = '"slot"'
/** The place of keys, in an object: what follows is its last key. */
const KEYS = `${SLOT}:0`
const characters = [...'01aA-:.TZ+@ é', '0-', '0:', '0.', 'a.', 'a@', ' a']
const escapes = [
  '\\u0061',
  '\\u0000',
  '\\ud800',
  '\\u2028',
  '\\"',
  '\\\\',
  '\\n',
  '\\/',
  '<',
  '&',
  '%',
  "'",
]
const starts = [
  '',
  '2020-01-01T00:00:00.',
  '2020-01-01T00:00:00',
  '2020-',
  '+',
  'a@',
  'ORD-',
  '1',
  ' ',
].map((start) => `"${start}`)
const ends = ['', 'Z', '+00:00', '.a', 'x', '!', ' '].map((end) => `${end}"`)
const LONG = 'k'.repeat(50)
/** Short and long, the same and distinct ones, numbers, and names that objects have already. */
const names = [
  ...['a', '#', '##', 'k#', 'k##', `${LONG}#`, '-##', '#.5', '##.5', 'k#[0]', ''],
  ...['__proto__', '__proto__.k#', 'constructor', 'toString', 'then'],
]
const openings = [
  ...['[|]', '[0,|]', '[{"a":|}]', '[{"#":|}]', '{"a":0,"b":|}', '{"#":0,"k#":|}'],
  ...['a', '#', '##', 'k#', `${LONG}#`, '__proto__'].map((name) => `{"${name}":|}`),
]
const scalars = ['0', '{}', '""', '[]', 'null']
const nested = ['{"a":0}', '{"#":{"k#":0}}', '[[0]]']

/** @param json of a valid object */
export function familiesOf(json: string): Family[] {
  const items: unknown[] = [0, null, 'a', [], {}]
  const value = JSON.parse(json, (_, item) => {
    if (!Array.isArray(item)) return item
    const [first] = item
    items.push(first ?? '', Object.fromEntries(Object.keys(Object(first)).map((key) => [key, {}])))
    return item.slice(0, 1)
  })
  const paths = pathsOf(value)
  const objects = paths.filter((path) => isObject(valueAt(value, path)))
  const unknown = ['unknown', ...objects.map((path) => `${path}.unknown`)]
  const place = [SLOT, ...[...paths, ...unknown].map((path) => jsonWith(value, path, SLOT))]
  const replaced = place.map((text) => text.replace(SLOT, `{${KEYS}}`))
  const added = ['', ...objects].map((path) =>
    jsonWith(value, [path, 'slot'].filter(Boolean).join('.'), '0'),
  )
  const errors = items.map((item) => `${JSON.stringify(item)},`)
  const none = ['']
  return [
    ['spaces', [place, [JSON.stringify(value)], [' ', '\n', '\t'], none, none]],
    ['errors', [place, ['['], errors, none, ['0]']]],
    ['nesting', [place, none, openings, none, ['0']]],
    ['strings', [place, starts, characters, none, ends]],
    ['escapes', [place, starts, escapes, none, ends]],
    ['keys', keysOf([...replaced, ...added], scalars)],
    ['nested keys', keysOf([...replaced, ...added], nested)],
    ['numbers', [place, ['', '-', '0.', '1.', '1e', '1e-'], ['0', '1', '9', '12'], none, ['1']]],
  ]
}

const keysOf = (place: string[], values: readonly string[]) => [
  place,
  [''],
  names.map((name) => `"${name}":`),
  values.map((value) => `${value},`),
  [''],
]

/** Returns the paths of all values within a value. */
function pathsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    key,
    ...pathsOf(item).map((path) => `${key}.${path}`),
  ])
}

/** @param chosen an option of each part */
export function inputOf([
  place = '',
  before = '',
  first = '',
  second = '',
  after = '',
]: readonly string[]): Input {
  const keys = place.indexOf(KEYS)
  const at = place.indexOf(SLOT)
  const head = place.slice(0, at) + before
  const tail = place.slice(keys < 0 ? at + SLOT.length : keys)
  const [unit = '', close = ''] = `${first}${second}`.split('|')
  return { head, unit, middle: after, close, tail }
}

/** Returns the input's JSON, of as many units as fit into that many bytes. */
export function inputText({ head, unit, middle, close, tail }: Input, bytes: number): string {
  const left = bytes - Buffer.byteLength(head + middle + tail)
  if (!unit.includes('#')) {
    const count = Math.max(0, Math.floor(left / Buffer.byteLength(unit + close)))
    return head + unit.repeat(count) + middle + close.repeat(count) + tail
  }
  // Numbered units are ASCII.
  const pieces = unit.split(/(##?)/)
  const nth = (i: number) =>
    pieces.map((piece) => (piece === '#' ? i : piece === '##' ? 1_000_000 + i : piece)).join('')
  const units: string[] = []
  for (let used = 0; ; ) {
    const next = nth(units.length)
    used += next.length + close.length
    if (used > left) return head + units.join('') + middle + close.repeat(units.length) + tail
    units.push(next)
  }
}
