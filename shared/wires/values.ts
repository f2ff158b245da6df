/** Converts between the suite's notation and a wire's values. */

import type { Route } from './call.ts'
import { asPlain, withDates } from './dates.ts'
import { flatten, notate, revive } from './notation.ts'

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
