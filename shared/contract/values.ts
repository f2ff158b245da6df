/** Random values of scenarios, and JSON with one change. */
import type { Random } from '../basics/random.ts'
import { shortened } from '../basics/text.ts'

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

/** Returns whether a string has characters beyond ASCII. */
export const isMultiByte = (text: string) => Buffer.byteLength(text) > text.length

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

/** Returns the value at a path of keys; `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((parent, key) => (parent as Record<string, unknown> | null)?.[key], value)
}

/** Returns a value's JSON, truncated for reports. */
export function shortJson(value: unknown): string {
  return shortened(JSON.stringify(value) ?? 'nothing', 30)
}
