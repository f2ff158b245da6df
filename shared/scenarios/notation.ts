/**
 * The suite's own notation of values that JSON lacks: `{"$date":"2020-01-31T00:00:00.000Z"}`. Cases are written in it, so that
 * one text stands for a value on every wire; no server sees it.
 */

/** JSON's notation of each type, and the type that it is read as. */
const tags: Record<string, (json: unknown) => unknown> = {
  $bigint: (digits) => BigInt(digits as string),
  $date: (text) => new Date((text ?? Number.NaN) as string),
  $map: (entries) => new Map((entries as [unknown, unknown][]).map(([key, value]) => [revive(key), revive(value)])),
  $set: (items) => new Set((items as unknown[]).map(revive)),
  $bytes: (base64) => new Uint8Array(Buffer.from(base64 as string, 'base64')),
  $undefined: () => undefined,
}

/** The value that a parsed notation stands for. */
export function revive(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(revive)
  const tagged = untagged(json)
  return tagged ? tagged.read(tagged.content) : mapped(json, revive)
}

/** The notation of a value; what it has no sign for is written as its class's name. */
export function notate(value: unknown): unknown {
  if (value === undefined) return { $undefined: true }
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(notate)
  if (value instanceof Date) return { $date: Number.isNaN(value.getTime()) ? null : value.toISOString() }
  if (value instanceof Map) return { $map: [...value].map(([key, item]) => [notate(key), notate(item)]) }
  if (value instanceof Set) return { $set: [...value].map(notate) }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  return mapped(value, notate)
}

/** The same value as a codec written by hand puts it into JSON: text for what is one value, lists for the rest. */
export function flatten(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(flatten)
  const tagged = untagged(json)
  return tagged ? flatten(tagged.content) : mapped(json, flatten, isUndefined)
}

function untagged(json: object) {
  const [[key, content] = [], ...others] = Object.entries(json)
  const read = key !== undefined && others.length === 0 && Object.hasOwn(tags, key) ? tags[key] : undefined
  return read && { read, content }
}

const isUndefined = (json: unknown) => typeof json === 'object' && json !== null && Object.hasOwn(json, '$undefined')

/** An object with each property changed, and without those that are left out; `__proto__` is a key like any other. */
function mapped(object: object, change: (value: unknown) => unknown, isLeftOut = (_value: unknown) => false): object {
  const entries = Object.entries(object).filter(([, value]) => !isLeftOut(value))
  return Object.fromEntries(entries.map(([key, value]) => [key, change(value)]))
}
