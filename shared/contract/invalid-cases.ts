/** Invalid cases that follow from a schema, and those made from a valid value. */
import { z } from 'zod'
import type { InvalidCase } from './scenario.ts'
import { isoDate, limitsOf } from './schema.ts'
import { jsonWith, valueAt } from './values.ts'

/**
 * Returns the cases of an object's fields: each required one missing, each number, date, enumeration, list and object of a type
 * that no coercion makes valid, and each limit exceeded. Strings and booleans of another type are left to the scenario, since
 * servers coerce more to these.
 * @param make returns a valid value @param path of the object within that value, with a dot at its end
 */
export function schemaCases({ shape }: z.ZodObject, make: () => unknown, path = ''): InvalidCase[] {
  return Object.entries(shape).flatMap(([key, field]) => fieldCases(field, make, path + key))
}

function fieldCases(field: z.core.$ZodType, make: () => unknown, path: string): InvalidCase[] {
  if (field instanceof z.ZodOptional) return typeCases(field.unwrap(), make, path)
  return [wrongAt(make, path, undefined), ...typeCases(field, make, path)]
}

function typeCases(schema: z.core.$ZodType, make: () => unknown, path: string): InvalidCase[] {
  const wrong = (json: string, what = json) => wrongAt(make, path, json, `${path}: ${what}`)
  if (schema === isoDate) return dateCases(make, path)
  if (schema instanceof z.ZodEnum) return [wrong('"unknown"')]
  if (schema instanceof z.ZodNumber) return numbersBeyond(schema).map((json) => wrong(json))
  if (schema instanceof z.ZodString)
    return lengthsBeyond(schema).map((length) =>
      wrong(JSON.stringify('x'.repeat(length)), `${length} characters`),
    )
  if (schema instanceof z.ZodObject) return [wrong('[]'), ...schemaCases(schema, make, `${path}.`)]
  if (!(schema instanceof z.ZodArray)) return []
  const items = valueAt(make(), path) as unknown[]
  const lists = lengthsBeyond(schema).map((length) => Array(length).fill(items[0]))
  return [
    wrong('{"a":1}'),
    ...lists.map((list) => wrong(JSON.stringify(list), `${list.length} items`)),
    ...(schema.element instanceof z.ZodObject
      ? schemaCases(schema.element, make, `${path}.${items.length - 1}.`)
      : []),
  ]
}

function numbersBeyond(schema: z.ZodNumber): string[] {
  const { least, most } = limitsOf(schema)
  const step = schema.isInt ? 1 : 0.01
  const beyond = [least - step, most + step, ...(schema.isInt ? [least + 0.5] : [])]
  return ['"abc"', ...beyond.filter(Number.isFinite).map(String)]
}

function lengthsBeyond(schema: z.ZodString | z.ZodArray): number[] {
  const { least, most } = limitsOf(schema)
  return [least - 1, most + 1].filter((length) => length >= 0 && Number.isFinite(length))
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

function dateCases(make: () => unknown, path: string): InvalidCase[] {
  return [
    ...['"not-a-date"', '"2020-13-45"', '{"a":1}'].map((json) => wrongAt(make, path, json)),
    ...NO_DATES.map(([json, what]) => ({
      ...wrongAt(make, path, json),
      mistaken: [what, 'a date'] as const,
    })),
  ]
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

/** Returns names for the caveat of a server that accepts an object or array as a string or boolean. */
function mistakenFor(
  value: unknown,
  path: string,
  json: string | undefined,
): Pick<InvalidCase, 'mistaken'> {
  const correct = valueAt(value, path)
  const isDate = typeof correct === 'string' && /^\d{4}-\d\d-\d\dT/.test(correct)
  if (!/^[[{]/.test(json ?? '') || isDate || !['string', 'boolean'].includes(typeof correct))
    return {}
  return { mistaken: [json?.startsWith('[') ? 'arrays' : 'objects', `a ${typeof correct}`] }
}

/**
 * Returns the cases of bodies that are no object, or no JSON.
 * @param name of the value, for ids @param make returns a valid value
 */
export function bodyCases(name: string, make: () => unknown): InvalidCase[] {
  const json = () => JSON.stringify(make())
  return [
    ...['null', '[]', '"text"', '5'].map((text) => ({ id: `${name} is ${text}`, json: text })),
    { id: 'malformed JSON', json: json().replace(':', ';') },
    {
      id: 'truncated JSON',
      json: json(),
      body: (encoded) => encoded.slice(0, encoded.length >> 1),
    },
    { id: 'empty body', json: json(), body: () => '' },
  ]
}
