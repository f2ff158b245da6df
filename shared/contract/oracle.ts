/**
 * Classifies a parsed JSON value by a model: a valid value must be accepted, an impossible one rejected; a server may
 * coerce or reject the rest.
 */
import { z } from 'zod'
import { isObject } from '../models/fields.ts'
import { isoDate, limitsOf, tolerance } from './schema.ts'

export type Verdict = 'yes' | 'no' | 'open'

export type Oracle = (value: unknown) => Verdict

/**
 * Returns the oracle of a zod schema: strings, numbers, booleans, `isoDate`, enumerations, lists, objects, and unions
 * discriminated by a literal.
 * @throws for other schemas
 */
export function oracleOf(schema: z.core.$ZodType): Oracle {
  const oracle = strictOracleOf(schema)
  const { isOpen } = tolerance.get(schema) ?? {}
  if (!isOpen) return oracle
  return (value) => {
    const verdict = oracle(value)
    return verdict === 'yes' && isOpen(value) ? 'open' : verdict
  }
}

function strictOracleOf(schema: z.core.$ZodType): Oracle {
  if (schema === isoDate) return dateTime
  if (schema instanceof z.ZodString) return textOf(schema)
  if (schema instanceof z.ZodNumber) return numberOf(schema)
  if (schema instanceof z.ZodBoolean) return boolean
  if (schema instanceof z.ZodEnum) return oneOf(schema.options.map(String))
  if (schema instanceof z.ZodLiteral) return oneOf(Array.from(schema.values, String))
  if (schema instanceof z.ZodOptional) return optional(oracleOf(schema.unwrap()))
  if (schema instanceof z.ZodArray) return listOf(schema)
  if (schema instanceof z.ZodObject) return objectOf(fieldsOf(schema))
  if (schema instanceof z.ZodDiscriminatedUnion)
    return oneBranch(schema.def.discriminator, schema.options)
  throw new Error(`there is no oracle of ${schema._zod.def.type}`)
}

function strictest(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('no')) return 'no'
  return verdicts.includes('open') ? 'open' : 'yes'
}

/** Returns whether no known coercion makes a scalar of a value: an object, or a list of several items. */
function isCompound(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Array.isArray(value) && value.length < 2)
}

/**
 * A string; one with a lone surrogate cannot be encoded as UTF-8, and other scalars may be coerced to a string. Servers may
 * count UTF-16 units or code points.
 */
function textOf(schema: z.ZodString): Oracle {
  const { least, most } = limitsOf(schema)
  const hasLimits = Number.isFinite(least) || Number.isFinite(most)
  const lengthsOf = (value: string) => [value.length, [...value].length]
  return (value) => {
    if (typeof value !== 'string') return isCompound(value) ? 'no' : 'open'
    const isValid = hasLimits
      ? lengthsOf(value).map((length) => length >= least && length <= most)
      : [schema.safeParse(value).success]
    if (!isValid.includes(true)) return 'no'
    return isValid.includes(false) || !value.isWellFormed() ? 'open' : 'yes'
  }
}

/**
 * A finite number. A server may reject numbers beyond the range, or replace them by a finite one. Beyond the safe integers, JSON
 * parsers may disagree (RFC 8259, section 6).
 */
function numberOf(schema: z.ZodNumber): Oracle {
  const isAllowed = (value: number) => {
    const finite = Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE
    return schema.safeParse(finite).success
  }
  return (value) => {
    if (typeof value === 'number') {
      const isOrdinary = Math.abs(value) <= Number.MAX_SAFE_INTEGER && !Object.is(value, -0)
      if (!isAllowed(value)) return 'no'
      return isOrdinary ? 'yes' : 'open'
    }
    if (typeof value !== 'string') return isCompound(value) ? 'no' : 'open'
    const number = Number(value)
    if (Number.isNaN(number)) return value === 'NaN' ? 'open' : 'no'
    return isAllowed(number) ? 'open' : 'no'
  }
}

const BOOLEANS = /^(true|false|1|0|yes|no|on|off|y|n|t|f|enabled|disabled|)$/i

const boolean: Oracle = (value) => {
  if (typeof value === 'boolean') return 'yes'
  if (typeof value === 'string') return BOOLEANS.test(value.trim()) ? 'open' : 'no'
  return isCompound(value) ? 'no' : 'open'
}

function oneOf(texts: readonly string[]): Oracle {
  return (value) => {
    if (typeof value === 'string' && texts.includes(value)) return 'yes'
    return Array.isArray(value) && value.length === 1 && texts.includes(value[0]) ? 'open' : 'no'
  }
}

function listOf(schema: z.ZodArray): Oracle {
  const item = oracleOf(schema.element)
  const { least, most } = limitsOf(schema)
  return (value) => {
    if (!Array.isArray(value)) return typeof value === 'object' && value !== null ? 'no' : 'open'
    return value.length < least || value.length > most ? 'no' : strictest(value.map(item))
  }
}

/** An optional field; a server may accept or reject null. */
function optional(oracle: Oracle): Oracle {
  return (value) => (value === undefined ? 'yes' : value === null ? 'open' : oracle(value))
}

/** An object with these own fields; a server may reject other keys. */
function objectOf(fields: Record<string, Oracle>): Oracle {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no'
    const verdicts = Object.entries(fields).map(([key, oracle]): Verdict => {
      const field = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
      if (field === undefined) return oracle(undefined) === 'yes' ? 'yes' : 'no'
      return oracle(field)
    })
    const hasOthers = Object.keys(value).some((key) => !Object.hasOwn(fields, key))
    return strictest([...verdicts, hasOthers ? 'open' : 'yes'])
  }
}

function fieldsOf({ shape }: z.ZodObject): Record<string, Oracle> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, oracleOf(field)]))
}

/** The key selects the branch; it may be in a list of one item. */
function oneBranch(key: string, options: readonly unknown[]): Oracle {
  const branches = options.map((option) => fieldsOf(option as z.ZodObject))
  return (value) => {
    if (!isObject(value) || !Object.hasOwn(value, key)) return 'no'
    const branch = branches.find((fields) => fields[key]?.(value[key]) !== 'no')
    return branch ? objectOf(branch)(value) : 'no'
  }
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d{1,3})?(?:Z|([+-])(\d\d):(\d\d))$/

/** An existing date and time with a time zone; a server may accept or reject other forms. */
const dateTime: Oracle = (value) => {
  // A list of one item may be coerced to the item.
  if (Array.isArray(value) && value.length === 1) return dateTime(value[0]) === 'no' ? 'no' : 'open'
  if (typeof value !== 'string') return 'no'
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
