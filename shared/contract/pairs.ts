/** Valid values that share all fields but one, so that a response cached by part of a request is wrong. */
import type { Random } from '../basics/random.ts'
import { firstSerial, type Model, type Scenario, type ValidCase } from './scenario.ts'
import { jsonWith, valueAt } from './values.ts'

/** A value within a JSON value. */
export interface Place {
  path: string
  value: unknown
  /** Whether other places are inside it. */
  isHolder: boolean
}

/** Returns all places in a JSON value, the value itself apart. Of a list's items, the last stands for all. */
export function placesIn(value: object, before = ''): Place[] {
  const entries = Object.entries(value)
  return (Array.isArray(value) ? entries.slice(-1) : entries).flatMap(([key, item]) => {
    const path = `${before}${key}`
    const isHolder = typeof item === 'object' && item !== null && !isNotated(item)
    return [{ path, value: item, isHolder }, ...(isHolder ? placesIn(item, `${path}.`) : [])]
  })
}

/** Returns whether a value is of a type that JSON lacks, such as `{"$date":…}`. */
const isNotated = (value: object) => /^\$/.test(Object.keys(value)[0] ?? '')

/** Returns the scenario's model; null if its requests have no body. */
export function modelOf({ fuzz }: Scenario): Model | null {
  return fuzz.from === 'model' ? fuzz.model : null
}

/** Length to which lists are cut. */
const ITEMS = 2

/** Returns a unique valid value of a scenario with a body, with short lists. */
export function shortValid(scenario: Scenario, random: Random): object {
  return JSON.parse(scenario.validCase(random, firstSerial(random)).json, (_, value) =>
    Array.isArray(value) ? value.slice(0, ITEMS) : value,
  )
}

/**
 * Returns the JSON of a value with another's value at a path; undefined if that is the same, or makes the value invalid, as the
 * kind of another branch does.
 */
export function withFieldOf(
  { oracle }: Model,
  value: object,
  other: object,
  path: string,
): string | undefined {
  const [current, replacement] = [value, other].map((each) => JSON.stringify(valueAt(each, path)))
  if (replacement === undefined || current === replacement) return undefined
  const json = jsonWith(value, path, replacement)
  return (oracle?.(JSON.parse(json)) ?? 'yes') === 'yes' ? json : undefined
}

/** Draws of another value: a field may have few. */
const DRAWS = 20

/** Returns a valid case, and for each of its fields a case that differs from it in that field only. */
export function pairCases(scenario: Scenario, random: Random): ValidCase[] {
  const model = modelOf(scenario)
  if (!model) return []
  const first = shortValid(scenario, random)
  const caseOf = (id: string, json: string): ValidCase => ({
    id,
    json,
    expected: JSON.parse(JSON.stringify(model.expected(JSON.parse(json)))),
  })
  const others = placesIn(first).flatMap(({ path, isHolder }) => {
    if (isHolder) return []
    for (let draw = 0; draw < DRAWS; draw++) {
      const json = withFieldOf(model, first, shortValid(scenario, random), path)
      if (json !== undefined) return [caseOf(`only ${path} differs from an earlier call`, json)]
    }
    return []
  })
  return [caseOf('a call that others repeat but for one field', JSON.stringify(first)), ...others]
}
