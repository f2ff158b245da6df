/**
 * The suite's notation of values that JSON lacks: `{"$date":"2020-01-31T00:00:00.000Z"}`. Cases use it to write a value once for
 * all wires; no server receives it.
 */

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
  const tagged = untagged(json)
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
  const tagged = untagged(json)
  return tagged ? flatten(tagged.content) : mapped(json, flatten, isUndefined)
}

function untagged(json: object) {
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
