/**
 * Classifies a parsed JSON value by a model: a valid value must be accepted, an impossible one rejected; a server may
 * coerce or reject the rest.
 */
import { z } from 'zod'
import { isoDate } from './answers.ts'

export type Verdict = 'yes' | 'no' | 'open'

export type Oracle = (value: unknown) => Verdict

/** Returns the strictest of several verdicts. */
function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('no')) return 'no'
  return verdicts.includes('open') ? 'open' : 'yes'
}

/** Returns whether no known coercion makes a scalar of a value: an object, or a list of several items. */
function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length < 2)
}

/** A string; one with a lone surrogate cannot be encoded as UTF-8. */
export const text: Oracle = (value) => {
  if (typeof value === 'string') return value.isWellFormed() ? 'yes' : 'open'
  return isCompound(value) ? 'no' : 'open'
}

/** A string with a rule; other scalars may be coerced to one. */
export function textOf(rule: (text: string) => Verdict): Oracle {
  return (value) => {
    if (typeof value !== 'string') return isCompound(value) ? 'no' : 'open'
    return all([text(value), rule(value)])
  }
}

/**
 * A finite number with a rule. A server may reject numbers beyond the range, or replace them by a finite one. Beyond the safe
 * integers, JSON parsers may disagree (RFC 8259, section 6).
 */
export function numberOf(rule: (value: number) => Verdict = () => 'yes'): Oracle {
  return (value) => {
    if (typeof value === 'number') {
      const isOrdinary = Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0)
      return isOrdinary || rule(value) === 'no' ? rule(value) : 'open'
    }
    if (typeof value !== 'string') return isCompound(value) ? 'no' : 'open'
    const number = Number(value)
    if (Number.isNaN(number)) return value === 'NaN' ? 'open' : 'no'
    return rule(number) === 'no' ? 'no' : 'open'
  }
}

const BOOLEANS = /^(true|false|1|0|yes|no|on|off|y|n|t|f|enabled|disabled|)$/i

export const boolean: Oracle = (value) => {
  if (typeof value === 'boolean') return 'yes'
  if (typeof value === 'string') return BOOLEANS.test(value.trim()) ? 'open' : 'no'
  return isCompound(value) ? 'no' : 'open'
}

export function oneOf(...texts: readonly string[]): Oracle {
  return (value) => {
    if (typeof value === 'string' && texts.includes(value)) return 'yes'
    return Array.isArray(value) && value.length === 1 && texts.includes(value[0]) ? 'open' : 'no'
  }
}

export function listOf(item: Oracle, shortest = 0, longest = Number.POSITIVE_INFINITY): Oracle {
  return (value) => {
    if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? 'no' : 'open'
    if (value.length < shortest || value.length > longest) return 'no'
    return all(value.map(item))
  }
}

/** An optional field; a server may accept or reject null. */
export function optional(oracle: Oracle): Oracle {
  return (value) => (value === undefined ? 'yes' : value === null ? 'open' : oracle(value))
}

/** An object with these own fields; a server may reject other keys. */
export function objectOf(fields: Record<string, Oracle>): Oracle {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no'
    const own = (key: string) =>
      Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
    const verdicts = Object.entries(fields).map(([key, oracle]) => {
      const field = own(key)
      return field === undefined ? (oracle(undefined) === 'yes' ? 'yes' : 'no') : oracle(field)
    })
    const hasOthers = Object.keys(value).some((key) => !Object.hasOwn(fields, key))
    return all([...verdicts, hasOthers ? 'open' : 'yes'])
  }
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,3})?(?:Z|([+-])(\d\d):(\d\d))$/

/** An existing date and time with a time zone; a server may accept or reject other forms. */
export const dateTime: Oracle = (value) => {
  // A list of one item may be coerced to the item.
  if (typeof value !== 'string')
    return Array.isArray(value) && value.length === 1
      ? dateTime(value[0]) === 'no'
        ? 'no'
        : 'open'
      : 'no'
  const [, year, month, day, hour, minute, second, , , zoneHours = '0', zoneMinutes = '0'] =
    ISO.exec(value) ?? []
  if (year === undefined) return hasImpossibleZone(value) || isFarFromDate(value) ? 'no' : 'open'
  if (Number(zoneHours) > 23 || Number(zoneMinutes) > 59) return 'no'
  const isOfCalendar =
    Number(day) >= 1 &&
    Number(day) <= daysIn(Number(year), Number(month)) &&
    Number(hour) <= 23 &&
    Number(minute) <= 59 &&
    Number(second) <= 59
  // JavaScript accepts zones beyond ±14 hours and year 0; other parsers differ.
  const isOrdinary = Number(year) >= 1000 && Number(zoneHours) <= 14
  return isOfCalendar && isOrdinary ? 'yes' : 'open'
}

function hasImpossibleZone(text: string): boolean {
  const [, hours, minutes] = /T[\d:.]+[+-](\d\d):(\d\d)$/.exec(text) ?? []
  return hours !== undefined && (Number(hours) > 23 || Number(minutes) > 59)
}

/** Returns whether a string has no digit, so that no parser accepts it as a date. */
function isFarFromDate(text: string): boolean {
  return text.trim() !== '' && !/\d/.test(text)
}

function daysIn(year: number, month: number): number {
  if (month < 1 || month > 12) return 0
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/**
 * Returns the oracle of a zod schema: strings, numbers, booleans, `isoDate`, enumerations, lists, objects, and unions
 * discriminated by a literal.
 * @throws for other schemas
 */
export function oracleOf(schema: unknown): Oracle {
  if (schema === isoDate) return dateTime
  if (schema instanceof z.ZodString) return text
  if (schema instanceof z.ZodNumber) return numberOf()
  if (schema instanceof z.ZodBoolean) return boolean
  if (schema instanceof z.ZodEnum) return oneOf(...schema.options.map(String))
  if (schema instanceof z.ZodLiteral) return oneOf(...Array.from(schema.values, String))
  if (schema instanceof z.ZodOptional) return optional(oracleOf(schema.unwrap()))
  if (schema instanceof z.ZodArray) return listOf(oracleOf(schema.element))
  if (schema instanceof z.ZodObject) return objectOf(fieldsOf(schema))
  if (schema instanceof z.ZodDiscriminatedUnion)
    return oneBranch(schema.def.discriminator, schema.options)
  throw new Error(`there is no oracle of ${(schema as z.ZodType).type}`)
}

/** Returns the oracles of an object's fields. */
export function fieldsOf({ shape }: z.ZodObject): Record<string, Oracle> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, oracleOf(field)]))
}

/** The key selects the branch; it may be in a list of one item. */
function oneBranch(key: string, options: readonly unknown[]): Oracle {
  const fields = options.map((option) => fieldsOf(option as z.ZodObject))
  return (value) => {
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      !Object.hasOwn(value, key)
    )
      return 'no'
    const branch = fields.find(
      (own) => own[key]?.((value as Record<string, unknown>)[key]) !== 'no',
    )
    return branch ? objectOf(branch)(value) : 'no'
  }
}
