/** Random values that scenarios are made of, and JSON texts that are wrong in one place. */
import type { Random } from '../basics/random.ts'
import type { InvalidCase, ObservedCase } from './scenario.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

export function word(random: Random, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += random.pick(letters)
  return text
}

const digits = (value: number, width = 2) => String(value).padStart(width, '0')

/** An ISO 8601 date and time in UTC, with milliseconds; no day after the 28th. */
export function dateTime(random: Random, year = random.integer(1971, 2037)): string {
  const date = `${year}-${digits(random.integer(1, 12))}-${digits(random.integer(1, 28))}`
  const time = `${digits(random.integer(0, 23))}:${digits(random.integer(0, 59))}:${digits(random.integer(0, 59))}`
  return `${date}T${time}.${digits(random.integer(0, 999), 3)}Z`
}

export function safeInteger(random: Random): number {
  return random.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

/**
 * JSON text of a value with the JSON at one place replaced, or left out where it is `undefined`.
 * @param path keys and indices, with dots between them, such as `profile.phones.0`
 */
export function jsonWith(value: unknown, path: string, json: string | undefined): string {
  return textWith(value, path.split('.'), json) ?? ''
}

function textWith(value: unknown, [key, ...rest]: string[], json: string | undefined): string | undefined {
  if (key === undefined) return json
  const parts = Object.entries(value as object).flatMap(([name, item]) => {
    const text = name === key ? textWith(item, rest, json) : JSON.stringify(item)
    if (text === undefined) return []
    return [Array.isArray(value) ? text : `${JSON.stringify(name)}:${text}`]
  })
  // A key that the value does not have yet.
  if (!Object.hasOwn(value as object, key) && json !== undefined) parts.push(`${JSON.stringify(key)}:${json}`)
  return Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`
}

/** JSON of which `new Date()` makes a date, and which is no date and time in ISO 8601. */
const NO_DATES: readonly [json: string, what: string][] = [
  ['null', 'null'],
  ['true', 'booleans'],
  ['0', 'numbers'],
  ['1577836800000', 'numbers'],
  ['"0"', 'non-ISO strings'],
  ['"May 5, 2020"', 'non-ISO strings'],
]

/** The invalid cases of a date. @param make a valid value @param path of the date */
export function noDates(make: () => unknown, path: string): InvalidCase[] {
  return NO_DATES.map(([json, what]) => ({
    id: `${path}: ${json}`,
    json: jsonWith(make(), path, json),
    mentions: fieldAt(path),
    mistaken: [what, 'a date'],
  }))
}

/** For a caveat: what a server takes for what, where it accepts an object or an array in the place of a string or a boolean. */
export function mistakenFor(value: unknown, path: string, json: string | undefined): Pick<InvalidCase, 'mistaken'> {
  const right = valueAt(value, path)
  const isDate = typeof right === 'string' && /^\d{4}-\d\d-\d\dT/.test(right)
  if (!/^[[{]/.test(json ?? '') || isDate || !['string', 'boolean'].includes(typeof right)) return {}
  return { mistaken: [json?.startsWith('[') ? 'arrays' : 'objects', `a ${typeof right}`] }
}

/** The invalid cases of a body that is no whole JSON. @param make valid JSON */
export function brokenBodies(make: () => string): InvalidCase[] {
  return [
    { id: 'malformed JSON', json: make().replace(':', ';') },
    { id: 'truncated JSON', json: make(), body: (encoded) => encoded.slice(0, encoded.length >> 1) },
    { id: 'empty body', json: make(), body: () => '' },
  ]
}

/** The value at a path of keys with dots between them; `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null)?.[key], value)
}

/**
 * The invalid case of a value that is wrong at one place, which the response must name.
 * @param make a valid value @param json what stands there; `undefined` where it is missing
 */
export function wrongAt(
  make: () => unknown,
  path: string,
  json: string | undefined,
  id = json === undefined ? `missing ${path}` : `${path}: ${json}`,
): InvalidCase {
  return { id, json: jsonWith(make(), path, json), mentions: fieldAt(path), ...mistakenFor(make(), path, json) }
}

/** The name of the field at a path; a list's, where the path ends with an index. */
function fieldAt(path: string): string {
  return path.split('.').findLast((key) => !/^\d+$/.test(key)) as string
}

/** A value's JSON, as it is shown in a report. */
export function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 30 ? `${json.slice(0, 29)}…` : json
}

/** A place and the JSON that is wrong there; its last key is what a response must name. */
export type Flaw = [path: string, json: string | undefined]

/**
 * A value with two wrong fields. No key may be part of the other, or of a word that errors are made of (`id`, `name`). What a
 * refusal repeats of the call as a whole names nothing.
 */
export function twoFlaws(value: unknown, first: Flaw, second: Flaw): ObservedCase {
  const json = jsonWith(JSON.parse(jsonWith(value, ...first)), ...second)
  const keys = [first, second].map(([path]) => path.split('.').at(-1) as string)
  const named = (text: string) => keys.filter((key) => text.includes(key)).length
  return {
    id: 'two fields wrong',
    title: 'two fields wrong',
    json,
    describe: () => 'accepted',
    describeRefusal: (text) => `names ${['none', 'one', 'both'][named(text.replaceAll(json, ''))]}`,
  }
}
