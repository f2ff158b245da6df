/** Conversion of dates for wires that carry them; scenarios write ISO 8601 strings. */
import type { Route } from './call.ts'

/** Keys that serializers reject, or that change a value's prototype. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Returns the part of a JSON text that contains dates, as `Date`s, for which a serializer writes the same type annotations as
 * for the whole. `undefined` without dates or for invalid JSON.
 */
export function datesIn({ dates = [] }: Route, json: string): unknown {
  try {
    return JSON.parse(json, function (this: unknown, key, value) {
      // Items of a list keep their indices.
      const nothing = Array.isArray(this) ? 0 : undefined
      if (UNSAFE.has(key)) return undefined
      if (typeof value === 'string') return dates.includes(key) ? new Date(0) : nothing
      if (typeof value !== 'object' || value === null) return nothing
      const holdsDates = Array.isArray(value)
        ? value.some((item) => item !== 0)
        : Object.keys(value).length > 0
      return holdsDates ? value : nothing
    })
  } catch {
    return undefined
  }
}

/** Parses JSON text, with dates as `Date`s. */
export function withDates({ dates = [] }: Route, json: string): unknown {
  return JSON.parse(json, (key, value) => (dates.includes(key) ? new Date(value) : value))
}

/**
 * Converts a decoded value to plain JSON. A string for a date, or a `Date` for another field, means that the wire lost the type,
 * and becomes a value that equals none of a scenario.
 */
export function asPlain({ dates }: Route, value: unknown): unknown {
  if (!dates) return value
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key, item) {
    return typeof item === 'string' && this[key] instanceof Date !== dates.includes(key)
      ? { unlike: item }
      : item
  })
  return json === undefined ? undefined : JSON.parse(json)
}
