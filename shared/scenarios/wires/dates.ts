/** Dates on wires that carry them: scenarios write them as ISO 8601 strings, which is what plain JSON has. */
import type { Route } from './call.ts'

/** Keys that serializers reject, or that change what a value is. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns the part of a JSON text that leads to dates, with each such string as a `Date`: a serializer then describes
 * types as for the whole. `undefined` without dates or for invalid JSON.
 */
export function datesIn({ dates = [] }: Route, json: string): unknown {
  try {
    return JSON.parse(json, function (this: unknown, key, value) {
      // A list keeps its places.
      const nothing = Array.isArray(this) ? 0 : undefined
      if (UNSAFE.has(key)) return undefined
      if (typeof value === 'string') return dates.includes(key) ? new Date(0) : nothing
      if (typeof value !== 'object' || value === null) return nothing
      const holdsDates = Array.isArray(value) ? value.some((item) => item !== 0) : Object.keys(value).length > 0
      return holdsDates ? value : nothing
    })
  } catch {
    return undefined
  }
}

/** The value of a JSON text, with a `Date` at each date's place. */
export function withDates({ dates = [] }: Route, json: string): unknown {
  return JSON.parse(json, (key, value) => (dates.includes(key) ? new Date(value) : value))
}

/**
 * A decoded value as plain JSON carries it. A string at a date's place, and a `Date` elsewhere, becomes what equals no
 * value of a scenario: the wire has lost the type.
 */
export function asPlain({ dates }: Route, value: unknown): unknown {
  if (!dates) return value
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key, item) {
    return typeof item === 'string' && this[key] instanceof Date !== dates.includes(key) ? { unlike: item } : item
  })
  return json === undefined ? undefined : JSON.parse(json)
}
