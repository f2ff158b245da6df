/**
 * Readers of fields for the hand-written validators. Each returns the field's value, or adds the field's name to `wrong` if it
 * has another type; the returned value is then meaningless.
 */

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readText(value: unknown, field: string, wrong: string[]): string {
  if (typeof value !== 'string') wrong.push(field)
  return value as string
}

/** Reads a number that JSON can represent: `1e999` parses to infinity. */
export function readNumber(value: unknown, field: string, wrong: string[]): number {
  if (!Number.isFinite(value)) wrong.push(field)
  return value as number
}

export function readBoolean(value: unknown, field: string, wrong: string[]): boolean {
  if (typeof value !== 'boolean') wrong.push(field)
  return value as boolean
}

export function readOneOf<T>(values: readonly T[], value: unknown, field: string, wrong: string[]): T {
  if (!values.includes(value as T)) wrong.push(field)
  return value as T
}

const ISO_DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Reads an ISO 8601 date and time with a time zone that `Date` can parse. */
export function readDate(value: unknown, field: string, wrong: string[]): Date {
  const date = new Date(typeof value === 'string' && ISO_DATE_TIME.test(value) ? value : Number.NaN)
  if (Number.isNaN(date.getTime())) wrong.push(field)
  return date
}

/** Reads an object; prefixes the names that `read` adds with the field's name. */
export function readObject<T>(
  value: unknown,
  field: string,
  wrong: string[],
  read: (object: JsonObject, wrong: string[]) => T,
): T {
  if (!isObject(value)) {
    wrong.push(field)
    return value as T
  }
  const known = wrong.length
  const object = read(value, wrong)
  for (let i = known; i < wrong.length; i++) wrong[i] = `${field}.${wrong[i]}`
  return object
}

/** Reads an array; an item's name is its index, after the field's name. */
export function readList<T>(
  value: unknown,
  field: string,
  wrong: string[],
  read: (item: unknown, index: string, wrong: string[]) => T,
): T[] {
  if (!Array.isArray(value)) {
    wrong.push(field)
    return []
  }
  const known = wrong.length
  const items = value.map((item, index) => read(item, String(index), wrong))
  for (let i = known; i < wrong.length; i++) wrong[i] = `${field}.${wrong[i]}`
  return items
}
