/** Parsers of URL parameters of `route-params`, for servers whose framework has no validation. */

/** Parses a safe integer; returns `undefined` for anything else. */
export function parseId(text: string): number | undefined {
  const id = /^-?\d+$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

/** Splits the query's `fields`; empty if missing. */
export function parseFields(text: string | null | undefined): string[] {
  return text ? text.split(',') : []
}
