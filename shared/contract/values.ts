/** Random values of scenarios, and JSON with one change. */
import type { Random } from '../basics/random.ts'
import type { InvalidCase, ObservedCase } from './scenario.ts'

const letters = [...'abcdefghijklmnopqrstuvwxyz']

export function word(random: Random, length: number): string {
  let text = ''
  for (let i = 0; i < length; i++) text += random.pick(letters)
  return text
}

const digits = (value: number, width = 2) => String(value).padStart(width, '0')

/** Returns an ISO 8601 date and time in UTC with milliseconds, up to the 28th of a month. */
export function dateTime(random: Random, year = random.integer(1971, 2037)): string {
  const date = `${year}-${digits(random.integer(1, 12))}-${digits(random.integer(1, 28))}`
  const time = `${digits(random.integer(0, 23))}:${digits(random.integer(0, 59))}:${digits(random.integer(0, 59))}`
  return `${date}T${time}.${digits(random.integer(0, 999), 3)}Z`
}

export function safeInteger(random: Random): number {
  return random.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
}

/**
 * Returns a value's JSON with the JSON at a path replaced, or removed if `json` is `undefined`.
 * @param path keys and indices, such as `profile.phones.0`
 */
export function jsonWith(value: unknown, path: string, json: string | undefined): string {
  return textWith(value, path.split('.'), json) ?? ''
}

function textWith(
  value: unknown,
  [key, ...rest]: string[],
  json: string | undefined,
): string | undefined {
  if (key === undefined) return json
  const parts = Object.entries(value as object).flatMap(([name, item]) => {
    const text = name === key ? textWith(item, rest, json) : JSON.stringify(item)
    if (text === undefined) return []
    return [Array.isArray(value) ? text : `${JSON.stringify(name)}:${text}`]
  })
  // A new key.
  if (!Object.hasOwn(value as object, key) && json !== undefined)
    parts.push(`${JSON.stringify(key)}:${json}`)
  return Array.isArray(value) ? `[${parts.join(',')}]` : `{${parts.join(',')}}`
}

/** JSON values that `new Date()` accepts but that are not ISO 8601. */
const NO_DATES: readonly [json: string, what: string][] = [
  ['null', 'null'],
  ['true', 'booleans'],
  ['0', 'numbers'],
  ['1577836800000', 'numbers'],
  ['"0"', 'non-ISO strings'],
  ['"May 5, 2020"', 'non-ISO strings'],
  ['"2020-01-01 3:00 PM"', 'non-ISO strings'],
]

/** Returns the invalid cases of a date. @param make returns a valid value @param path of the date */
export function noDates(make: () => unknown, path: string): InvalidCase[] {
  return NO_DATES.map(([json, what]) => ({
    id: `${path}: ${json}`,
    json: jsonWith(make(), path, json),
    mentions: fieldAt(path),
    mistaken: [what, 'a date'],
  }))
}

/** Returns names for the caveat of a server that accepts an object or array as a string or boolean. */
export function mistakenFor(
  value: unknown,
  path: string,
  json: string | undefined,
): Pick<InvalidCase, 'mistaken'> {
  const right = valueAt(value, path)
  const isDate = typeof right === 'string' && /^\d{4}-\d\d-\d\dT/.test(right)
  if (!/^[[{]/.test(json ?? '') || isDate || !['string', 'boolean'].includes(typeof right))
    return {}
  return { mistaken: [json?.startsWith('[') ? 'arrays' : 'objects', `a ${typeof right}`] }
}

/** Returns cases of malformed JSON. @param make returns valid JSON */
export function brokenBodies(make: () => string): InvalidCase[] {
  return [
    { id: 'malformed JSON', json: make().replace(':', ';') },
    {
      id: 'truncated JSON',
      json: make(),
      body: (encoded) => encoded.slice(0, encoded.length >> 1),
    },
    { id: 'empty body', json: make(), body: () => '' },
  ]
}

/** Returns the value at a path of keys; `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null)?.[key], value)
}

/**
 * Returns the invalid case of a value with one invalid field, which the response must name.
 * @param make returns a valid value @param json the field's JSON; `undefined` removes it
 */
export function wrongAt(
  make: () => unknown,
  path: string,
  json: string | undefined,
  id = json === undefined ? `missing ${path}` : `${path}: ${json}`,
): InvalidCase {
  return {
    id,
    json: jsonWith(make(), path, json),
    mentions: fieldAt(path),
    ...mistakenFor(make(), path, json),
  }
}

/** Returns the name of the field at a path; for an item, that of its list. */
function fieldAt(path: string): string {
  return path.split('.').findLast((key) => !/^\d+$/.test(key)) as string
}

/** Returns a value's JSON, truncated for reports. */
export function shortJson(value: unknown): string {
  const json = JSON.stringify(value) ?? 'nothing'
  return json.length > 30 ? `${json.slice(0, 29)}…` : json
}

/**
 * Returns the observed case of a value with one changed field.
 * @param json the field's JSON; `undefined` removes it
 * @param change what else differs from `accepted as …`
 */
export function observedAt(
  value: unknown,
  path: string,
  json: string | undefined,
  title: string,
  change: Partial<ObservedCase> = {},
): ObservedCase {
  return {
    id: `${path}: ${json}`,
    title,
    json: jsonWith(value, path, json),
    describe: (answer) => `accepted as ${shortJson(valueAt(answer, path))}`,
    ...change,
  }
}

/** Returns the observed case of a value with an unknown key. */
export function unknownKeyAt(
  value: unknown,
  path: string,
  title: string,
  id: string,
  json = '"x"',
): ObservedCase {
  const holder = path.split('.')
  const key = holder.pop() as string
  const describe = (answer: unknown) => {
    const object = holder.length > 0 ? valueAt(answer, holder.join('.')) : answer
    return Object.hasOwn(Object(object), key) ? 'echoed' : 'stripped'
  }
  return observedAt(value, path, json, title, { id, describe })
}

/** A path and its invalid JSON; a response must name the path's last key. */
export type Flaw = [path: string, json: string | undefined]

/**
 * Returns a value with two invalid fields. No key may be part of the other, or of a common word in errors (`id`, `name`). A
 * rejection that repeats the whole call names no field by it.
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
    describeRejection: (text) =>
      `names ${['none', 'one', 'both'][named(text.replaceAll(json, ''))]}`,
  }
}
