/** A call's argument as the value that a wire carries, and what comes back as the suite writes it. */
import { flatten, notate, revive } from '../notation.ts'
import type { Route } from './call.ts'
import { asPlain, withDates } from './dates.ts'

/** The value of a JSON text, for a wire that has types of its own. @throws where the text is no JSON */
export function carriedValue(route: Route, json: string): unknown {
  return route.isNoted ? revive(JSON.parse(json)) : withDates(route, json)
}

/**
 * Writes an argument as the wire's client does; uses the given replacement where it writes none, such as for malformed
 * JSON.
 */
export function writtenOr<T>(route: Route, json: string, write: (value: unknown) => T, instead: () => T): T {
  try {
    return write(carriedValue(route, json))
  } catch {
    return instead()
  }
}

/** A value that such a wire's client has decoded, in JSON as scenarios write it. */
export function asNoted(route: Route, value: unknown): unknown {
  return route.isNoted ? notate(value) : asPlain(route, value)
}

/** The JSON text that stands for an argument where a wire has no types but JSON's. */
export function plainText({ isNoted }: Route, json: string): string {
  if (!isNoted) return json
  try {
    return JSON.stringify(flatten(JSON.parse(json)))
  } catch {
    return json
  }
}
