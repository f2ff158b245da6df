/**
 * The suite's notation of values that JSON lacks: `{"$date":"2020-01-31T00:00:00.000Z"}`. Cases use it to write a value once for
 * all wires; no server receives it.
 */

import type { Route } from './call.ts'

/** Constructors by tag. */
const tags: Record<string, (json: unknown) => unknown> = {
  $bigint: (digits) => BigInt(digits as string),
  $date: (text) => new Date((text ?? Number.NaN) as string),
  $map: (entries) =>
    new Map((entries as [unknown, unknown][]).map(([key, value]) => [revive(key), revive(value)])),
  $set: (items) => new Set((items as unknown[]).map(revive)),
  $bytes: (base64) => new Uint8Array(Buffer.from(base64 as string, 'base64')),
  $undefined: () => undefined,
}

/** Converts a parsed notation to its value. */
export function revive(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(revive)
  const tagged = untag(json)
  return tagged ? tagged.read(tagged.content) : mapped(json, revive)
}

/** Converts a value to the notation; an unknown class is written as its name. */
export function notate(value: unknown): unknown {
  if (value === undefined) return { $undefined: true }
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(notate)
  if (value instanceof Date)
    return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() }
  if (value instanceof Map)
    return { $map: [...value].map(([key, item]) => [notate(key), notate(item)]) }
  if (value instanceof Set) return { $set: [...value].map(notate) }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  return mapped(value, notate)
}

/** Converts the notation to plain JSON as a hand-written codec does: strings for single values, lists for collections. */
export function flatten(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(flatten)
  const tagged = untag(json)
  return tagged ? flatten(tagged.content) : mapped(json, flatten, isUndefined)
}

function untag(json: object) {
  const [[key, content] = [], ...others] = Object.entries(json)
  const read =
    key !== undefined && others.length === 0 && Object.hasOwn(tags, key) ? tags[key] : undefined
  return read && { read, content }
}

const isUndefined = (json: unknown) =>
  typeof json === 'object' && json !== null && Object.hasOwn(json, '$undefined')

/** Maps an object's properties, and leaves some out; `__proto__` is treated like any key. */
function mapped(
  object: object,
  change: (value: unknown) => unknown,
  isLeftOut = (_value: unknown) => false,
): object {
  const entries = Object.entries(object).filter(([, value]) => !isLeftOut(value))
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)]))
}

/** Converts JSON text to a value, for a wire with its own types. @throws if the text is not JSON */
export function carriedValue(route: Route, json: string): unknown {
  return route.isNoted ? revive(JSON.parse(json)) : withDates(route, json)
}

/**
 * Encodes an argument as the wire's client does, or by `instead` if the client cannot, as for malformed JSON.
 */
export function writtenOr<T>(
  route: Route,
  json: string,
  write: (value: unknown) => T,
  instead: () => T,
): T {
  try {
    return write(carriedValue(route, json))
  } catch {
    return instead()
  }
}

/** Converts a decoded value to the scenarios' notation. */
export function asNoted(route: Route, value: unknown): unknown {
  return route.isNoted ? notate(value) : asPlain(route, value)
}

/** Returns an argument's plain JSON, for wires without other types. */
export function plainText({ isNoted }: Route, json: string): string {
  if (!isNoted) return json
  try {
    return JSON.stringify(flatten(JSON.parse(json)))
  } catch {
    return json
  }
}

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
function withDates({ dates = [] }: Route, json: string): unknown {
  return JSON.parse(json, (key, value) => (dates.includes(key) ? new Date(value) : value))
}

/**
 * Converts a decoded value to plain JSON. A string for a date, or a `Date` for another field, means that the wire lost the type,
 * and becomes a value that equals none of a scenario.
 */
function asPlain({ dates }: Route, value: unknown): unknown {
  if (!dates) return value
  const json = JSON.stringify(value, function (this: Record<string, unknown>, key, item) {
    return typeof item === 'string' && this[key] instanceof Date !== dates.includes(key)
      ? { unlike: item }
      : item
  })
  return json === undefined ? undefined : JSON.parse(json)
}
