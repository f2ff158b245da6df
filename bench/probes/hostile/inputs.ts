/** Families of hostile inputs: generic shapes of JSON that scale, made from a valid value, the same for every server. */

import { jsonWith } from '../../../shared/contract/values.ts'
import type { Input } from '../../../shared/probes/hostile.ts'

/** The options of each part: the place in a valid value, what is before the units, the unit, and what is after them. */
export type Family = [name: string, parts: string[][]]

const SLOT = '"slot"'
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
const openings = ['[|]', '{"a":|}', '[{"a":|}]', '[0,|]', '{"__proto__":|}', '{"a":0,"b":|}']
const scalars = ['0', '{}', '""', '[]', 'null']
const names = [
  'k#',
  '#',
  '-#',
  '#.5',
  '__proto__',
  'constructor',
  'toString',
  '__proto__.k#',
  'k#[0]',
  '',
  'then',
]
const keys = names.flatMap((name) => scalars.map((value) => `"${name}":${value},`))

/** @param json of a valid object */
export function familiesOf(json: string): Family[] {
  const items: unknown[] = [0, null, 'a', [], {}]
  const value = JSON.parse(json, (_, item) => {
    if (!Array.isArray(item)) return item
    const [first] = item
    items.push(first ?? '', Object.fromEntries(Object.keys(Object(first)).map((key) => [key, {}])))
    return item.slice(0, 1)
  })
  const place = [SLOT, ...[...pathsOf(value), 'unknown'].map((path) => jsonWith(value, path, SLOT))]
  const errors = items.map((item) => `${JSON.stringify(item)},`)
  const families: Record<string, string[][]> = {
    spaces: [[JSON.stringify(value)], [' ', '\n', '\t'], ['']],
    errors: [['['], errors, ['0]']],
    nesting: [[''], openings, ['0']],
    strings: [starts, characters, ends],
    escapes: [starts, escapes, ends],
    keys: [['{', `${JSON.stringify(value).slice(0, -1)},`], keys, ['"last":0}']],
    numbers: [['', '-', '0.', '1.', '1e', '1e-'], ['0', '1', '9', '12'], ['1']],
  }
  return Object.entries(families).map(([name, parts]) => [name, [place, ...parts]])
}

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
  unit = '',
  after = '',
]: readonly string[]): Input {
  const [head = '', tail = ''] = place.split(SLOT)
  const [open = '', close = ''] = unit.split('|')
  return { head: head + before, unit: open, middle: after, close, tail }
}

/** Returns the input's JSON, of as many units as fit into that many bytes. */
export function textOf({ head, unit, middle, close, tail }: Input, bytes: number): string {
  // Numbers of as many digits.
  const nth = (i: number) => unit.replaceAll('#', String(1_000_000 + i))
  const left = bytes - Buffer.byteLength(head + middle + tail)
  const count = Math.max(0, Math.floor(left / Buffer.byteLength(nth(0) + close)))
  const units = unit.includes('#')
    ? Array.from({ length: count }, (_, i) => nth(i)).join('')
    : unit.repeat(count)
  return head + units + middle + close.repeat(count) + tail
}
